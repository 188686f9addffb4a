import { behaviourOf } from '@pim/field-types'
import type { PublishedVariation } from './projected-variation.ts'

export interface DeliveryBody {
  /** A `DeliveryVariation` without its sources, as the JSON that goes out: serialised once, not at every reading. */
  readonly body: string
  /** Its `fieldSources`, as JSON. */
  readonly sources: string
}

/** Every field of the type stands in `fields`, null where it is empty, so that consumers see the same shape always. */
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
