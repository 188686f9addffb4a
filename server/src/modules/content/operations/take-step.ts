import type { ContentType, FieldError, LifecycleAction } from '@pim/contract'
import { type FieldIssue, validateFields, validateFieldsInSteps } from '@pim/field-types'
import type { Actor, IfMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { auditNoteOfStep } from '../domain/audit-notes.ts'
import { plainValues } from '../domain/fallback.ts'
import { type ItemState, resolveLive } from '../domain/item-state.ts'
import { type Gap, type PlannedItem, planItem } from '../domain/planned-item.ts'
import { invalidTransition, requireVersion, variationOf } from '../domain/presentation.ts'
import { type FieldReferences, referencesOf, type Values } from '../domain/values.ts'
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

/**
 * One step of the lifecycle: a plan of one step. It is refused where delivery would lack a required value afterwards, of
 * this variation or of one that inherits from it. A step that changes nothing writes nothing.
 */
export async function takeStep(
  trx: Transaction,
  actor: Actor,
  action: LifecycleAction,
  { contentVariationId, source, ...seen }: StepRequest & { readonly source?: string | undefined },
): Promise<Changed> {
  const { item, at, variationId } = await lockItemOf(trx, actor.tenantId, contentVariationId)
  const variation = variationOf(item, variationId)
  requireVersion(variation, seen)
  const planned = planItem(item, new Map([[variationId, action]]), { by: actor.userId, at })
  requireDelivered(planned)
  const { after: wanted } = planned
  if (wanted === item) return { item, variationId }
  if (action === 'publish') await requireValid(trx, actor.tenantId, planned, variationId)
  const cause = { action, variationId, by: actor.userId, at, source }
  return {
    item: await persist(trx, actor.tenantId, item, wanted, cause, auditNoteOfStep(action, item, variation)),
    variationId,
  }
}

/** Throws where a step is not allowed, or would take a required value from a variation that stays live. */
export function requireDelivered({ before, refused, gaps }: PlannedItem): void {
  for (const variationId of refused.keys()) throw invalidTransition(variationOf(before, variationId))
  const fieldErrors = gaps.filter(({ kind }) => kind === 'lost').map(errorOfGap)
  if (fieldErrors.length > 0) throw new Problem('STILL_NEEDED', { fieldErrors })
}

/** Throws VALIDATION_FAILED with every reason against publishing: required and not delivered, invalid, broken links. */
async function requireValid(
  trx: Transaction,
  tenantId: string,
  planned: PlannedItem,
  variationId: string,
): Promise<void> {
  const { invalid, wanted } = await checkValues(
    trx,
    tenantId,
    planned.after,
    plainValues(resolveLive(planned.after, variationId)),
  )
  const broken = wanted.length === 0 ? [] : await checkReferences(trx, tenantId, wanted, 'BROKEN_LINK')
  const fieldErrors = [...withGaps(invalid, planned, variationId), ...broken]
  if (fieldErrors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors })
}

/**
 * The errors of a variation: what is invalid, and each required value that delivery would not have, with the reason. A gap
 * stands in the place of the error that says no more than that the value is required.
 */
export function withGaps(
  invalid: readonly FieldError[],
  { gaps }: Pick<PlannedItem, 'gaps'>,
  variationId: string,
): FieldError[] {
  const own = gaps.filter((gap) => gap.variationId === variationId && gap.kind === 'missing')
  const named = new Set(invalid.filter(({ code }) => code === 'REQUIRED').map((error) => error.technicalFieldName))
  const others = own.filter((gap) => !named.has(gap.technicalFieldName)).map(errorOfGap)
  const errors = invalid.map((error) => {
    const gap = own.find(({ technicalFieldName }) => technicalFieldName === error.technicalFieldName)
    return error.code === 'REQUIRED' && gap !== undefined ? errorOfGap(gap) : error
  })
  return [...errors, ...others]
}

export const errorOfGap = ({ kind, technicalFieldName, variationId, sourceVariationId, channels }: Gap): FieldError => {
  const source = {
    ...(sourceVariationId !== null && { sourceVariationId }),
    ...(channels !== null && { deliveryTargets: [...channels] }),
  }
  if (kind === 'lost') {
    const message = 'is required, live, and inherited from what would be taken away'
    return { technicalFieldName, code: 'STILL_NEEDED', message, variationId, ...source }
  }
  if (sourceVariationId === null) return { technicalFieldName, code: 'REQUIRED', message: 'is required', ...source }
  const message = 'is required, and inherited from a variation that is not live with it'
  return { technicalFieldName, code: 'NOT_LIVE', message, variationId, ...source }
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

const fieldError = ({ technicalFieldName, code, message, params }: FieldIssue): FieldError => ({
  technicalFieldName,
  code,
  message,
  ...(Object.keys(params).length > 0 && { params }),
})
