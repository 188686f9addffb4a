import type { ContentType, FieldError, LifecycleAction } from '@pim/contract'
import { type FieldIssue, validateFields, validateFieldsInSteps } from '@pim/field-types'
import type { Actor, IfMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { auditNoteOfStep } from '../domain/audit-notes.ts'
import { plainValues } from '../domain/fallback.ts'
import {
  type ItemState,
  lifecycleStateOf,
  resolveWorking,
  type Snapshot,
  type VariationState,
  withVariation,
} from '../domain/item-state.ts'
import { outcomeOf } from '../domain/lifecycle.ts'
import { invalidTransition, requireVersion, variationOf } from '../domain/presentation.ts'
import { type FieldReferences, referencesOf, type Values, valuesOfType } from '../domain/values.ts'
import { lockItemOf } from '../store/load.ts'
import { eachPortion } from '../store/long-contents.ts'
import { persist } from '../store/persist.ts'
import { checkReferences } from './check-references.ts'
import type { Changed } from './save-variation.ts'

export interface StepRequest {
  readonly contentVariationId: string
  readonly baseVersion?: number | undefined
  readonly ifMatch?: IfMatch
}

/** One step of the lifecycle. A step that changes nothing writes nothing. */
export async function takeStep(
  trx: Transaction,
  actor: Actor,
  action: LifecycleAction,
  { contentVariationId, ...seen }: StepRequest,
): Promise<Changed> {
  const { item, at, variationId } = await lockItemOf(trx, actor.tenantId, contentVariationId)
  const variation = variationOf(item, variationId)
  requireVersion(variation, seen)
  const wanted = stepped(item, variation, action, { by: actor.userId, at })
  if (wanted === item) return { item, variationId }
  if (action === 'publish') await requirePublishable(trx, actor.tenantId, item, variation)
  const cause = { action, variationId, by: actor.userId, at }
  return {
    item: await persist(trx, actor.tenantId, item, wanted, cause, auditNoteOfStep(action, item, variation)),
    variationId,
  }
}

/** Pure: the state after a step by the state machine; the same object where it changes nothing. */
export function stepped(
  item: ItemState,
  variation: VariationState,
  action: LifecycleAction,
  who: { readonly by: string; readonly at: string },
): ItemState {
  const status = outcomeOf(lifecycleStateOf(variation), action)
  if (status === 'refused') throw invalidTransition(variation)
  if (status === 'nothing') return item
  const { snapshot } = variation
  return withVariation(item, {
    ...variation,
    status,
    snapshot: status === 'published' ? snapshotOf(item, variation, who) : status === 'draft' ? snapshot : null,
  })
}

/** A snapshot holds own and shared values only; inherited values are resolved from the ancestors' snapshots. */
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

/** Throws VALIDATION_FAILED with every reason against publishing: required and empty, invalid, broken links. */
async function requirePublishable(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  variation: VariationState,
): Promise<void> {
  const values = plainValues(resolveWorking(item, variation.variationId))
  const { invalid, wanted } = await checkValues(trx, tenantId, item, values)
  const broken = wanted.length === 0 ? [] : await checkReferences(trx, tenantId, wanted, 'BROKEN_LINK')
  const fieldErrors = [...invalid, ...broken]
  if (fieldErrors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors })
}

/** What a check of values before publishing has found, and the references that are to be checked, too. */
export interface CheckedValues {
  readonly invalid: readonly FieldError[]
  readonly wanted: readonly FieldReferences[]
}

/** Checks values that may be long: their contents are read, a portion at a time. */
export async function checkValues(
  trx: Transaction,
  tenantId: string,
  { contentItemId, type }: ItemState,
  values: Values,
): Promise<CheckedValues> {
  const invalid: FieldError[] = []
  const wanted: FieldReferences[] = []
  await eachPortion(trx, tenantId, contentItemId, values, async (portion) => {
    const part = partOf(type, portion)
    invalid.push(...(await inSlices(validateFieldsInSteps(part, portion))).map(fieldError))
    wanted.push(...referencesIn(part, portion))
  })
  return { invalid, wanted }
}

/** Pure: the same for values whose contents are here. */
export const checkShortValues = (type: ContentType, values: Values): CheckedValues => {
  const part = partOf(type, values)
  return { invalid: validateFields(part, values).map(fieldError), wanted: referencesIn(part, values) }
}

/** The type with the fields of these values alone. */
const partOf = (type: ContentType, values: Values): ContentType => ({
  ...type,
  fields: type.fields.filter(({ technicalName }) => Object.hasOwn(values, technicalName)),
})

const referencesIn = ({ fields }: ContentType, values: Values): FieldReferences[] =>
  fields
    .map((field) => referencesOf(field, values[field.technicalName]))
    .filter(({ references }) => references.length > 0)

const fieldError = ({ technicalFieldName, code, message }: FieldIssue): FieldError => ({
  technicalFieldName,
  code,
  message,
})
