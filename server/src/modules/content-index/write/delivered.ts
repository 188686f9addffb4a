import { hash } from 'node:crypto'
import { behaviourOf } from '@pim/field-types'
import { each, inOneGo, inSlices, type Steps } from '../../../core/time-slices.ts'
import type { PublishedVariation } from './projected-variation.ts'

/** The values of a document as they are delivered; variations with the same ones have the same body. */
export interface DeliveryBody {
  /** The JSON of `fields`, made when it is published and not each time it is read. */
  readonly fields: string
  /** The JSON of `fieldSources`. */
  readonly sources: string
  readonly key: string
}

/** Stands for the variation that is read, where the value is one that all variations share. */
const ownSource = ''

/** `fields` has every field of the type, `null` where empty, so that consumers always get the same shape. */
export const deliveryBodyOf = (document: PublishedVariation): DeliveryBody => inOneGo(deliveryBody(document))

/** The same for many documents, without holding the thread for long: other calls are answered meanwhile. */
export async function deliveryBodiesOf(documents: readonly PublishedVariation[]): Promise<DeliveryBody[]> {
  const alike = new Map<string, PublishedVariation>()
  const values = new Map<unknown, number>()
  const names = documents.map((document) => {
    const name = nameOf(document, values)
    if (!alike.has(name)) alike.set(name, document)
    return name
  })
  const bodies = await inSlices(each([...alike.values()], deliveryBody))
  const byName = new Map([...alike.keys()].map((name, at) => [name, bodies[at]]))
  return names.flatMap((name) => byName.get(name) ?? [])
}

/** The same for documents of one item whose values are the same objects, from the same variations. */
function nameOf({ contentItemId, contentType, values }: PublishedVariation, numbers: Map<unknown, number>): string {
  const parts = contentType.fields.map((field) => {
    const resolved = values[field.technicalName]
    const value = resolved?.value ?? null
    const number = numbers.get(value) ?? numbers.size
    numbers.set(value, number)
    return `${number}${field.localizable === false ? Boolean(resolved?.sourceVariationId) : (resolved?.sourceVariationId ?? '')}`
  })
  return `${contentItemId} ${parts.join()}`
}

function* deliveryBody({ contentType, values }: PublishedVariation): Steps<DeliveryBody> {
  const fields: string[] = []
  const sources: Record<string, string> = {}
  for (const field of contentType.fields) {
    const resolved = values[field.technicalName]
    const value = behaviourOf(field).deliver(resolved?.value ?? null)
    yield
    fields.push(`${JSON.stringify(field.technicalName)}:${JSON.stringify(value)}`)
    yield
    const source = resolved?.sourceVariationId
    if (source) sources[field.technicalName] = field.localizable === false ? ownSource : source
  }
  const [all, from] = [`{${fields.join(',')}}`, JSON.stringify(sources)]
  return { fields: all, sources: from, key: hash('sha256', `${all}\n${from}`, 'base64url').slice(0, 22) }
}

/** `fieldSources` as a reader of this variation gets it. No technical name is empty, so these quotes are a source. */
export const sourcesFor = (sources: string, variationId: string): string =>
  sources.replaceAll(`:"${ownSource}"`, `:"${variationId}"`)
