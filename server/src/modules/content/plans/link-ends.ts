import type { ContentTypeKind, Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ItemState } from '../domain/item-state.ts'
import { deliveredOf } from '../domain/planned-item.ts'
import { fieldsOf } from '../domain/values.ts'
import { findLiveItems } from '../store/plan.repository.ts'
import type { PlanItem, PlanVariation } from './planned-work.ts'

/** Items of a plan by id, in their state after it. */
export type Ends = ReadonlyMap<string, ItemState>

/** Looks up, by item and variation, whether other batches of the same plan leave it live; undefined where they do not change it. */
export type Elsewhere = (
  trx: Transaction,
  contentItemIds: readonly string[],
) => Promise<ReadonlyMap<string, (variationId: string) => boolean | undefined>>

/** A link of what goes live to an item that is there, and is not live in the same variation. */
interface DarkEnd {
  readonly contentItemId: string
  readonly name: string
  readonly kind: ContentTypeKind
  readonly isArchived: boolean
}

interface FieldEnds {
  readonly variation: PlanVariation
  readonly technicalFieldName: string
  readonly dark: readonly DarkEnd[]
}

/** Ids of linked items by field: of all fields where the variation is published or goes live, else of the changed ones. */
function linksOf(
  { after }: PlanItem,
  { variationId, isPublished, outcome, fields }: PlanVariation,
): Map<string, string[]> {
  const live = deliveredOf(after, variationId)
  const names =
    isPublished || outcome === 'goesLive' ? Object.keys(live ?? {}) : fields.map((each) => each.technicalFieldName)
  return new Map(
    names.flatMap((name) => {
      const field = fieldsOf(after.type).get(name)
      const ids = field === undefined ? [] : itemsIn(field, live?.[name]?.value)
      return ids.length === 0 ? [] : [[name, ids]]
    }),
  )
}

/** Ids of the items that a value links to, each once. */
export const itemsIn = (field: Field, value: unknown): string[] => [
  ...new Set(
    behaviourOf(field)
      .references(value ?? null)
      .flatMap(({ kind, id }) => (kind === 'item' ? [id] : [])),
  ),
]

/** The ends that are not live, by variation and field. Missing items are left out: the check of values reports them. */
export async function findFieldEnds(
  trx: Transaction,
  tenantId: string,
  items: readonly PlanItem[],
  planned: Ends,
  elsewhere: Elsewhere,
): Promise<FieldEnds[]> {
  const links = items.flatMap((item) =>
    item.variations
      .filter(({ outcome, isPublished }) => isPublished || outcome === 'goesLive' || outcome === 'changes')
      .map((variation) => ({ variation, byField: linksOf(item, variation) })),
  )
  const ids = new Set(links.flatMap(({ byField }) => [...byField.values()].flat()))
  const outside = [...ids].filter((id) => !planned.has(id))
  const [others, inOtherParts] = await Promise.all([findLiveItems(trx, tenantId, outside), elsewhere(trx, outside)])
  const known = new Map(others.map((item) => [item.contentItemId, item]))
  const endOf = (id: string, variationId: string): DarkEnd | undefined => {
    const inPlan = planned.get(id)
    const there = inPlan ?? known.get(id)
    if (there === undefined) return undefined
    const { name, kind } = there
    if (inPlan !== undefined) {
      if (deliveredOf(inPlan, variationId) !== null) return undefined
      const isArchived = inPlan.isDeleted || inPlan.variations.get(variationId)?.status === 'archived'
      return { contentItemId: id, name, kind, isArchived }
    }
    const outside = known.get(id)
    if (inOtherParts.get(id)?.(variationId) ?? outside?.variationIds.includes(variationId)) return undefined
    return { contentItemId: id, name, kind, isArchived: outside?.archivedIn.includes(variationId) === true }
  }
  return links.flatMap(({ variation, byField }) =>
    [...byField].flatMap(([technicalFieldName, targets]) => {
      const dark = targets.flatMap((id) => endOf(id, variation.variationId) ?? [])
      return dark.length === 0 ? [] : [{ variation, technicalFieldName, dark }]
    }),
  )
}

export interface DarkLink {
  readonly contentItemId: string
  readonly kind: ContentTypeKind
  readonly variationId: string
}

/** Items that could be published with the variations that are published, in the order of the links. */
export const darkLinks = (ends: readonly FieldEnds[]): DarkLink[] =>
  ends.flatMap(({ variation: { variationId, isPublished }, dark }) =>
    isPublished
      ? dark.flatMap(({ contentItemId, kind, isArchived }) =>
          isArchived ? [] : [{ contentItemId, kind, variationId }],
        )
      : [],
  )

export async function findDarkLinks(
  trx: Transaction,
  tenantId: string,
  items: readonly PlanItem[],
): Promise<DarkLink[]> {
  const ends = new Map(items.map((item) => [item.after.contentItemId, item.after]))
  return darkLinks(await findFieldEnds(trx, tenantId, items, ends, async () => new Map()))
}
