import { hash } from 'node:crypto'
import type { ContentType, Field } from '@pim/contract'
import { behaviourOf, LongValue } from '@pim/field-types'
import { each, type Steps } from '@pim/field-types/steps'
import { inSlices } from '../../../core/time-slices.ts'
import type { PublishedVariation } from './projected-variation.ts'

/** The values of a document as they are delivered; variations with the same ones have the same body. */
export interface DeliveryBody {
  /** The JSON of `fields`, made when its item changes and not each time it is read; see `wholeFields`. */
  readonly fields: string
  /** Technical names of the fields that it has, with commas between; the others are empty. */
  readonly names: string
  /** The JSON of `fieldSources`. */
  readonly sources: string
  readonly key: string
}

/** Stands for the variation that is read, where the value is one that all variations share. */
const ownSource = ''

/**
 * `fields` with every field that the type has now, so that consumers always get the same shape: a field that was added to a type touches
 * none of its items.
 */
export function wholeFields(
  { fields: ofType }: ContentType,
  { fields, names }: Pick<DeliveryBody, 'fields' | 'names'>,
): string {
  const there = new Set(names === '' ? [] : names.split(','))
  const empty = ofType.filter(({ technicalName }) => !there.has(technicalName))
  if (empty.length === 0) return fields
  const added = empty.map((field) => `${JSON.stringify(field.technicalName)}:${deliveredJson(field, null)}`).join(',')
  return there.size === 0 ? `{${added}}` : `${fields.slice(0, -1)},${added}}`
}

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

const deliveredJson = (field: Field, value: unknown): string =>
  value instanceof LongValue ? placeOfLongValue(value) : JSON.stringify(behaviourOf(field).deliver(value))

function* deliveryBody({ contentType, values }: PublishedVariation): Steps<DeliveryBody> {
  const fields: string[] = []
  const names: string[] = []
  const sources: Record<string, string> = {}
  for (const field of contentType.fields) {
    const resolved = values[field.technicalName]
    const value = resolved?.value ?? null
    yield
    if (value !== null) {
      names.push(field.technicalName)
      fields.push(`${JSON.stringify(field.technicalName)}:${deliveredJson(field, value)}`)
    }
    yield
    const source = resolved?.sourceVariationId
    if (source) sources[field.technicalName] = field.localizable === false ? ownSource : source
  }
  const [all, from] = [`{${fields.join(',')}}`, JSON.stringify(sources)]
  const key = hash('sha256', `${all}\n${from}`, 'base64url').slice(0, 22)
  return { fields: all, names: names.join(), sources: from, key }
}

/** JSON writes control characters as escapes, so that this one is in no value. */
const mark = '\u0001'

/** Stands in `fields` for a long value, with its size. */
const placeOfLongValue = ({ hash: name, facts }: LongValue): string => `${mark}${name}${facts.size}${mark}`

/** Whether `fields` has long values, which are stored apart. */
export const hasLongValues = (fields: string): boolean => fields.includes(mark)

const placesOfLongValues = new RegExp(`${mark}([\\w-]{22})(\\d+)${mark}`, 'g')

/** The long values in `fields`, with their sizes in characters. */
export const longValuesIn = (fields: string): { readonly hash: string; readonly size: number }[] =>
  [...fields.matchAll(placesOfLongValues)].map(([, name = '', size]) => ({ hash: name, size: Number(size) }))

/** `fields` with the JSON of its long values. */
export const withLongValues = (fields: string, jsonOf: (hash: string) => string): string =>
  fields.replace(placesOfLongValues, (_, name: string) => jsonOf(name))

/** `fieldSources` as a reader of this variation gets it. No technical name is empty, so these quotes are a source. */
export const sourcesFor = (sources: string, variationId: string): string =>
  sources.replaceAll(`:"${ownSource}"`, `:"${variationId}"`)
