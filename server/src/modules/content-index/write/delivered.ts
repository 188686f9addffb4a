import { behaviourOf } from '@pim/field-types'
import { each, inOneGo, inSlices, type Steps } from '../../../core/time-slices.ts'
import type { PublishedVariation } from './projected-variation.ts'

export interface DeliveryBody {
  /** A `DeliveryVariation` without its sources, as JSON: serialised once on write instead of on every read. */
  readonly body: string
  /** Its `fieldSources`, as JSON. */
  readonly sources: string
}

/** `fields` has every field of the type, `null` where empty, so that consumers always get the same shape. */
export const deliveryBodyOf = (document: PublishedVariation): DeliveryBody => inOneGo(deliveryBody(document))

/** The same for many documents, without holding the thread for long: other calls are answered meanwhile. */
export const deliveryBodiesOf = (documents: readonly PublishedVariation[]): Promise<DeliveryBody[]> =>
  inSlices(each(documents, deliveryBody))

function* deliveryBody(document: PublishedVariation): Steps<DeliveryBody> {
  const fields: string[] = []
  const sources: Record<string, string> = {}
  for (const field of document.contentType.fields) {
    const resolved = document.values[field.technicalName]
    const value = behaviourOf(field).deliver(resolved?.value ?? null)
    yield
    fields.push(`${JSON.stringify(field.technicalName)}:${JSON.stringify(value)}`)
    yield
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
  }
  const head = JSON.stringify(delivered).slice(0, -1)
  return { body: `${head},"fields":{${fields.join(',')}}}`, sources: JSON.stringify(sources) }
}
