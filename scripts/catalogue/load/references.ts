import type { ContentType, Field } from '@pim/contract'
import { factsOf, richTextFromHtml } from '@pim/field-types'
import type { Bundle, BundleItem, BundleMedia } from '../bundle.ts'
import type { KnownItem } from './known-items.ts'

export type Values = Readonly<Record<string, unknown>>
type Target = 'concept' | 'item' | 'media'

/** A field by the names of its content type and its own. */
export type FieldLookup = (contentType: string, field: string) => Field | undefined

export function fieldLookup(types: readonly ContentType[]): FieldLookup {
  const found = new Map(
    types.flatMap(({ technicalName, fields }) =>
      fields.map((field) => [`${technicalName}.${field.technicalName}`, field] as const),
    ),
  )
  return (contentType, field) => found.get(`${contentType}.${field}`)
}

export const targetOfField = (field: Field | undefined): Target | undefined => field && factsOf(field.type).refersTo

/** Whether a bundle has its texts as HTML. */
export const isMarkedUp = (field: Field | undefined): boolean =>
  field !== undefined && factsOf(field.type).isMarkedUp === true

const keysIn = (value: unknown): string[] =>
  value === null ? [] : (Array.isArray(value) ? value : [value]).map((key: unknown) => String(key))

const allValues = ({ shared, localized, pending }: BundleItem): [field: string, value: unknown][] =>
  [shared, ...Object.values(localized), ...Object.values(pending)].flatMap((values) => Object.entries(values))

/** Every key in the values of a bundle that leads nowhere, as a sentence. */
export function danglingReferences(bundle: Bundle, fieldOf: FieldLookup): string[] {
  const known: Record<Target, ReadonlySet<string>> = {
    concept: new Set(bundle.taxonomies.flatMap(({ key, concepts }) => concepts.map((each) => `${key}/${each.key}`))),
    item: new Set(bundle.items.map(({ key }) => key)),
    media: new Set(bundle.media.map(({ key }) => key)),
  }
  const check = (item: BundleItem, mayName: readonly Target[]): string[] =>
    allValues(item).flatMap(([field, value]) => {
      const target = targetOfField(fieldOf(item.contentType, field))
      if (target === undefined) return []
      if (!mayName.includes(target)) return [`${item.key}.${field} names a ${target}, which is loaded later`]
      const missing = keysIn(value).filter((key) => !known[target].has(key))
      return missing.map((key) => `${item.key}.${field} names ${target} ${key}, which the bundle does not have`)
    })
  return [
    ...bundle.media.flatMap((entry) => check(entry, ['concept'])),
    ...bundle.items.flatMap((item) => check(item, ['concept', 'media', 'item'])),
  ]
}

/** What is there to refer to, as far as the load has come. */
export interface Loaded {
  readonly concepts: ReadonlyMap<string, string>
  /** By `<content type>/<key>`. */
  media: ReadonlyMap<string, KnownItem>
  items: ReadonlyMap<string, KnownItem>
}

export interface Resolver {
  /** Values as the API takes them: ids for keys, structured text for HTML. A key of something deleted is left out. */
  resolve(item: BundleItem, values: Values, loaded: Loaded): Values
  isLink(contentType: string, field: string): boolean
}

export function createResolver(bundle: Bundle, fieldOf: FieldLookup): Resolver {
  const typeOf = (list: readonly (BundleItem | BundleMedia)[]) =>
    new Map(list.map(({ key, contentType }) => [key, contentType]))
  const typeOfItem = typeOf(bundle.items)
  const typeOfMedia = typeOf(bundle.media)

  const idOf = (target: Target, key: string, { concepts, media, items }: Loaded): string | undefined => {
    if (target === 'concept') return concepts.get(key)
    const found =
      target === 'media' ? media.get(`${typeOfMedia.get(key)}/${key}`) : items.get(`${typeOfItem.get(key)}/${key}`)
    return found?.isDeleted === false ? found.contentItemId : undefined
  }

  return {
    isLink: (contentType, field) => targetOfField(fieldOf(contentType, field)) === 'item',
    resolve: (item, values, loaded) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([field, value]) => {
          const known = fieldOf(item.contentType, field)
          if (isMarkedUp(known) && typeof value === 'string') return [[field, richTextFromHtml(value)]]
          const target = targetOfField(known)
          if (target === undefined || value === null) return [[field, value]]
          const ids = keysIn(value).flatMap((key) => idOf(target, key, loaded) ?? [])
          if (Array.isArray(value)) return [[field, ids]]
          return ids.map((id) => [field, id])
        }),
      ),
  }
}
