/** What a reader may be given of the published content of one tenant. `null`: no limit. */
export interface Allowance {
  readonly tenantId: string
  readonly targets: readonly string[] | null
  readonly typeNames: readonly string[] | null
}

/** One published content variation, as the JSON that was prepared when it was published. */
export interface DeliveredRow {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly variationId: string
  /** A `DeliveryVariation` as JSON. */
  readonly body: string
  /** Its `fieldSources` as JSON, where they were asked for. */
  readonly sources: string | null
}
