/** What a reader may be given of the published content of one tenant. `null`: no limit. */
export interface Allowance {
  readonly tenantId: string
  readonly targets: readonly string[] | null
  readonly typeNames: readonly string[] | null
}

/** What is live of one content variation, as it lies ready. */
export interface DeliveredRow {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly variationId: string
  /** A `DeliveryVariation` as JSON. */
  readonly body: string
  /** Its `fieldSources` as JSON, where they were asked for. */
  readonly sources: string | null
}
