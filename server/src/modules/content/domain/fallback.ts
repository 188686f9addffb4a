import type { ContentType, Field } from '@pim/contract'
import { behaviourOf, LongValue } from '@pim/field-types'
import { beginningOf } from './beginning-of.ts'
import { fieldsOf, isShared, type Values } from './values.ts'

export interface Resolved {
  readonly value: unknown
  readonly isInherited: boolean
  /** The variation that has the value; null where none in the chain has one. */
  readonly sourceVariationId: string | null
}
export type ResolvedValues = Readonly<Record<string, Resolved>>

/** By variation, the one that it falls back to, or null. */
export type Fallbacks = ReadonlyMap<string, string | null>

/** A variation and its ancestors, nearest first. Cycles are refused on save; if there were one, the chain would end. */
export function chainOf(fallbacks: Fallbacks, variationId: string): readonly string[] {
  const chain = new Set<string>()
  for (let at: string | null | undefined = variationId; at && !chain.has(at); at = fallbacks.get(at)) chain.add(at)
  return [...chain]
}

/** The variations that inherit from this one, directly or not, without itself. */
export const descendantsOf = (fallbacks: Fallbacks, variationId: string): string[] =>
  [...fallbacks.keys()].filter((each) => each !== variationId && chainOf(fallbacks, each).includes(variationId))

const nobody: Resolved = { value: null, isInherited: false, sourceVariationId: null }

/**
 * Resolves every field along the fallback chain. Lists, editor, search and delivery all use this function; they differ
 * only in `ownOf`: own values of working copies, or of live snapshots.
 */
export function resolveValues(
  type: ContentType,
  chain: readonly string[],
  ownOf: (variationId: string) => Values | undefined,
  shared: Values,
): ResolvedValues {
  const [self = null] = chain
  const links = linksOf(chain, ownOf)
  return Object.fromEntries(
    type.fields.map((field) => [field.technicalName, resolveValue(field, self, links, shared)] as const),
  )
}

/** Own values along a chain. */
type Links = readonly { readonly variationId: string; readonly own: Values }[]

export const linksOf = (chain: readonly string[], ownOf: (variationId: string) => Values | undefined): Links =>
  chain.flatMap((variationId) => {
    const own = ownOf(variationId)
    return own === undefined ? [] : [{ variationId, own }]
  })

/** The value of one field. `self`: the variation that the chain begins with. */
export function resolveValue(field: Field, self: string | null, links: Links, shared: Values): Resolved {
  const name = field.technicalName
  if (isShared(field))
    return Object.hasOwn(shared, name) ? { value: shared[name], isInherited: false, sourceVariationId: self } : nobody
  const source = links.find((link) => Object.hasOwn(link.own, name))
  if (source === undefined) return nobody
  const { variationId, own } = source
  return { value: own[name], isInherited: variationId !== self, sourceVariationId: variationId }
}

export const plainValues = (resolved: ResolvedValues): Values =>
  Object.fromEntries(Object.entries(resolved).map(([name, { value }]) => [name, value]))

/** What an item is called in lists of one variation. */
export interface ListedName {
  readonly name: string
  /** The variation whose title it is; null: the name of the item, which is in the language of the default variation. */
  readonly from: string | null
}

/** What the name of an item in a list follows from. */
interface Named {
  readonly name: string
  readonly type: ContentType
  readonly variations: ReadonlyMap<string, { readonly own: Values }>
  readonly fallbacks: Fallbacks
  readonly defaultVariationId?: string | undefined
}

/** As long as the name of an item may be. */
const maxLength = 500

/**
 * The title of the nearest variation in the chain of fallbacks, up to the default variation: there, and where nobody has a
 * title, an item is called by its name. A title that is deliberately empty is none.
 */
export function listedName(item: Named, variationId: string): ListedName {
  const { titleField } = item.type
  const field = titleField === undefined ? undefined : fieldsOf(item.type).get(titleField)
  if (field === undefined || isShared(field)) return { name: item.name, from: null }
  for (const from of chainOf(item.fallbacks, variationId)) {
    if (from === item.defaultVariationId) break
    const own = item.variations.get(from)?.own
    if (own === undefined || !Object.hasOwn(own, field.technicalName)) continue
    const value = own[field.technicalName]
    const isText = value !== null && !(value instanceof LongValue)
    const title = isText ? behaviourOf(field).searchText(value).trim().replaceAll(/\s+/gu, ' ') : ''
    return title === '' ? { name: item.name, from: null } : { name: beginningOf(title, maxLength), from }
  }
  return { name: item.name, from: null }
}

/** Whether lists of a variation name two states of an item alike. */
export function isNamedAlike(before: Named, after: Named, variationId: string): boolean {
  const [was, is] = [listedName(before, variationId), listedName(after, variationId)]
  return was.name === is.name && was.from === is.from
}
