import type { ContentType } from '@pim/contract'
import { isShared, type Values } from './values.ts'

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
  const links = chain.flatMap((variationId) => {
    const own = ownOf(variationId)
    return own === undefined ? [] : [{ variationId, own }]
  })
  return Object.fromEntries(
    type.fields.map((field): [string, Resolved] => {
      const name = field.technicalName
      if (isShared(field)) {
        return [
          name,
          Object.hasOwn(shared, name) ? { value: shared[name], isInherited: false, sourceVariationId: self } : nobody,
        ]
      }
      const source = links.find((link) => Object.hasOwn(link.own, name))
      if (source === undefined) return [name, nobody]
      const { variationId, own } = source
      return [name, { value: own[name], isInherited: variationId !== self, sourceVariationId: variationId }]
    }),
  )
}

export const plainValues = (resolved: ResolvedValues): Values =>
  Object.fromEntries(Object.entries(resolved).map(([name, { value }]) => [name, value]))
