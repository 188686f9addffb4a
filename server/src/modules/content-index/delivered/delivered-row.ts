import type { Reach } from '../../reader/index.ts'
import { sourcesFor } from '../write/delivered.ts'

/** What a reader may be given of the published content of one tenant. `null`: no limit. */
export interface Allowance extends Reach {
  readonly tenantId: string
  readonly typeNames: readonly string[] | null
}

/** One published content variation. */
export interface DeliveredRow {
  readonly contentItemId: string
  readonly contentVariationId: string
  readonly variationId: string
  readonly name: string
  readonly contentTypeTechnicalName: string
  readonly publishedVersion: number
  readonly publishedAt: string
  /** As the JSON that was prepared when it was published. */
  readonly fields: string
  /** The same, where they were asked for. */
  readonly sources: string | null
}

/** A `DeliveryVariation` as JSON, without what is made from `fields`. */
const headOf = (row: DeliveredRow): string => {
  const {
    contentItemId,
    contentVariationId,
    variationId,
    name,
    contentTypeTechnicalName,
    publishedVersion,
    publishedAt,
  } = row
  return JSON.stringify({
    contentItemId,
    contentVariationId,
    variationId,
    name,
    contentTypeTechnicalName,
    publishedVersion,
    publishedAt,
  }).slice(0, -1)
}

/** A `DeliveryVariation` as JSON. */
export function bodyOf(row: DeliveredRow, only?: ReadonlySet<string>): string {
  const sources = row.sources === null ? null : sourcesFor(row.sources, row.variationId)
  // Only here is a value read again.
  const values = (json: string) => (only === undefined ? json : picked(json, only))
  return `${headOf(row)},"fields":${values(row.fields)}${sources === null ? '' : `,"fieldSources":${values(sources)}`}}`
}

const picked = (json: string, names: ReadonlySet<string>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).filter(([name]) => names.has(name))))
