import { behaviourOf } from '@pim/field-types'
import type { PublishedVariation } from './projected-variation.ts'

export interface DeliveryBody {
  /** A `DeliveryVariation` without its sources, as JSON: serialised once on write instead of on every read. */
  readonly body: string
  /** Its `fieldSources`, as JSON. */
  readonly sources: string
}

/** `fields` has every field of the type, `null` where empty, so that consumers always get the same shape. */
export function deliveryBodyOf(document: PublishedVariation): DeliveryBody {
  const fields: Record<string, unknown> = {}
  const sources: Record<string, string> = {}
  for (const field of document.contentType.fields) {
    const resolved = document.values[field.technicalName]
    fields[field.technicalName] = behaviourOf(field).deliver(resolved?.value ?? null)
    if (resolved?.sourceVariationId) sources[field.technicalName] = resolved.sourceVariationId
  }
  const { contentItemId, contentVariationId, variationId, name, publishedVersion, publishedAt } = document
  const delivered = {
    contentItemId,
    contentVariationId,
    variationId,
    name,
    contentTypeTechnicalName: document.contentType.technicalName,
    publishedVersion,
    publishedAt,
    fields,
  }
  return { body: JSON.stringify(delivered), sources: JSON.stringify(sources) }
}
