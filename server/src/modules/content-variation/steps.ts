import type { FieldError, LifecycleAction } from '@pim/contract'
import { validateFields } from '@pim/field-types'
import { Problem } from '../../http/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Actor } from './actor.ts'
import {
  type ItemState,
  resolveWorking,
  type Snapshot,
  standingOf,
  type VariationState,
  withVariation,
} from './item-state.ts'
import { outcomeOf } from './lifecycle.ts'
import { lockItemOf } from './load.ts'
import { persist } from './persist.ts'
import { invalidTransition, requireVersion, variationOf } from './present.ts'
import { checkReferences, referencesOf } from './references.ts'
import { plainValues } from './resolver.ts'
import type { Changed } from './save.ts'
import { valuesOfType } from './values.ts'

export interface StepRequest {
  readonly contentVariationId: string
  readonly baseVersion?: number | undefined
}

/** One step of the lifecycle, as the table allows it. One that leads nowhere new writes nothing. */
export async function takeStep(
  trx: Transaction,
  actor: Actor,
  action: LifecycleAction,
  { contentVariationId, baseVersion }: StepRequest,
): Promise<Changed> {
  const { item, at, variationId } = await lockItemOf(trx, actor.tenantId, contentVariationId)
  const variation = variationOf(item, variationId)
  requireVersion(variation, baseVersion)
  const wanted = stepped(item, variation, action, { by: actor.userId, at })
  if (wanted === item) return { item, variationId }
  if (action === 'publish') await requirePublishable(trx, actor.tenantId, item, variation)
  const act = { action, variationId, by: actor.userId, at }
  return { item: await persist(trx, actor.tenantId, item, wanted, act, note(action, item, variation)), variationId }
}

/** Where a step leads, by the table alone; the very same item where it leads nowhere new. */
export function stepped(
  item: ItemState,
  variation: VariationState,
  action: LifecycleAction,
  who: { readonly by: string; readonly at: string },
): ItemState {
  const status = outcomeOf(standingOf(variation), action)
  if (status === 'refused') throw invalidTransition(variation)
  if (status === 'nothing') return item
  const { snapshot } = variation
  return withVariation(item, {
    ...variation,
    status,
    snapshot: status === 'published' ? snapshotOf(item, variation, who) : status === 'draft' ? snapshot : null,
  })
}

/** Gives the working copy up in favour of what is live: values of its own and shared ones, name and targets alike. */
export async function discardChanges(
  trx: Transaction,
  actor: Actor,
  { contentVariationId, baseVersion }: StepRequest,
): Promise<Changed> {
  const { item, at, variationId } = await lockItemOf(trx, actor.tenantId, contentVariationId)
  const variation = variationOf(item, variationId)
  requireVersion(variation, baseVersion)
  const wanted = discarded(item, variation)
  if (wanted === item) return { item, variationId }
  const act = { action: 'discard', variationId, by: actor.userId, at } as const
  return { item: await persist(trx, actor.tenantId, item, wanted, act, note('discard', item, variation)), variationId }
}

/** The item as it is live in this variation; the very same one where nothing differs. */
export function discarded(item: ItemState, variation: VariationState): ItemState {
  const { snapshot } = variation
  if (variation.status === 'published') return item
  if (snapshot === null) throw invalidTransition(variation)
  return withVariation(
    { ...item, name: snapshot.name, shared: snapshot.shared },
    { ...variation, status: 'published', own: snapshot.own, deliveryTargets: snapshot.deliveryTargets },
  )
}

const note = (verb: string, item: ItemState, { contentVariationId, variationId }: VariationState) => ({
  action: `contentVariation.${verb}`,
  entityKind: 'contentVariation',
  entityId: contentVariationId,
  details: { contentItemId: item.contentItemId, variationId },
})

/** Only what is its own: what it inherits follows its ancestor's snapshot, live. */
const snapshotOf = (
  item: ItemState,
  variation: VariationState,
  { by, at }: { readonly by: string; readonly at: string },
): Snapshot => ({
  version: variation.version + 1,
  name: item.name,
  own: valuesOfType(item.type, 'own', variation.own),
  shared: valuesOfType(item.type, 'shared', item.shared),
  deliveryTargets: variation.deliveryTargets,
  publishedAt: at,
  publishedBy: by,
})

/** Everything that stands in the way, field by field: required and empty, no longer valid, pointing to nothing. */
async function requirePublishable(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  variation: VariationState,
): Promise<void> {
  const invalid = invalidFields(item, variation)
  const values = plainValues(resolveWorking(item, variation.variationId))
  const wanted = item.type.fields
    .map((field) => referencesOf(field, values[field.technicalName]))
    .filter(({ references }) => references.length > 0)
  const broken = wanted.length === 0 ? [] : await checkReferences(trx, tenantId, wanted, 'BROKEN_LINK')
  const fieldErrors = [...invalid, ...broken]
  if (fieldErrors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors })
}

/** What stands in the way of publishing, as far as the values themselves say so. */
export const invalidFields = (item: ItemState, { variationId }: VariationState): FieldError[] =>
  validateFields(item.type, plainValues(resolveWorking(item, variationId))).map(
    ({ technicalFieldName, code, message }) => ({ technicalFieldName, code, message }),
  )
