import type { PlanIssue, PlanOutcome, PlanResolve } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { plainValues } from '../domain/fallback.ts'
import {
  channelsOf,
  hasChannelRequirements,
  type ItemState,
  lifecycleStateOf,
  missingOn,
  resolveLive,
  type VariationState,
} from '../domain/item-state.ts'
import { allowedActions } from '../domain/lifecycle.ts'
import {
  type DeliveredField,
  deliveredDifference,
  type PlannedItem,
  planItem,
  type Who,
} from '../domain/planned-item.ts'
import { fieldsOf, isSameList } from '../domain/values.ts'
import { errorOfGap } from '../operations/take-step.ts'
import type { ItemRequest } from './item-request.ts'

/** An item of a plan. Problems are gathered as they are found: first by the item alone, then by its links. */
export interface PlanItem extends PlannedItem {
  readonly request: ItemRequest
  readonly variations: readonly PlanVariation[]
}

export interface PlanVariation {
  readonly variationId: string
  readonly was: VariationState
  readonly is: VariationState
  readonly outcome: PlanOutcome
  readonly isPublished: boolean
  readonly fields: readonly DeliveredField[]
  readonly blocking: PlanIssue[]
  readonly warnings: PlanIssue[]
}

export const isBlocked = ({ variations }: PlanItem): boolean => variations.some(({ blocking }) => blocking.length > 0)

/** True for a step that was not asked for: `resolve` has added it, or another item that is published links to this one. */
export const isAdded = (
  { request: { whole, steps: asked, linkedIn }, steps }: PlanItem,
  variationId: string,
): boolean =>
  whole === undefined && steps.has(variationId) && (!asked.has(variationId) || linkedIn?.has(variationId) === true)

/** Pure: applies the steps to one item; finds problems of its state, but not those of values and links. */
export function planOne(
  before: ItemState,
  request: ItemRequest,
  who: Who,
  {
    resolve,
    restored,
  }: { readonly resolve: PlanResolve | undefined; readonly restored: (item: ItemState) => ItemState },
): PlanItem {
  // An item that is only linked to takes its ancestors along: nobody has to choose for it.
  const isLinked = request.linkedIn?.size === request.steps.size
  const way = resolve ?? (isLinked ? 'publishAncestors' : undefined)
  const planned =
    request.whole === undefined ? planItem(before, request.steps, who, way) : planWhole(before, request, restored)
  const variations = [...planned.after.variations.values()].map((is) => planVariation(planned, is))
  return { ...planned, request, variations }
}

function planWhole(before: ItemState, { whole }: ItemRequest, restored: (item: ItemState) => ItemState): PlannedItem {
  const isDone = before.isDeleted === (whole === 'delete')
  const after = isDone ? before : whole === 'delete' ? { ...before, isDeleted: true } : restored(before)
  return { before, after, steps: new Map(), refused: new Map(), kept: new Map(), gaps: [] }
}

function planVariation({ before, after, steps, refused, gaps }: PlannedItem, is: VariationState): PlanVariation {
  const { variationId } = is
  const was = before.variations.get(variationId) ?? is
  const fields = deliveredDifference(before, after, variationId)
  const [wasLive, isLive] = [was.snapshot !== null && !before.isDeleted, is.snapshot !== null && !after.isDeleted]
  const outcome = isLive
    ? wasLive
      ? fields.length > 0 || differsInLive(was, is)
        ? 'changes'
        : 'unchanged'
      : 'goesLive'
    : wasLive
      ? 'goesAway'
      : 'unchanged'
  const isPublished = steps.get(variationId) === 'publish' && is.snapshot !== was.snapshot
  const blocking: PlanIssue[] = []
  if (refused.has(variationId)) {
    blocking.push(
      before.isDeleted
        ? { code: 'DELETED', message: 'is deleted: restore it first' }
        : {
            code: 'INVALID_TRANSITION',
            message: 'does not allow this step from where it stands',
            allowedActions: allowedActions(lifecycleStateOf(was)),
          },
    )
  }
  for (const gap of gaps) {
    if (gap.variationId !== variationId) continue
    const { variationId: _, ...issue } = errorOfGap(gap)
    blocking.push(issue)
  }
  const warnings = isPublished
    ? [...onNoChannel(after, is), ...heldBack(after, is)]
    : wasLive && isLive
      ? lostValues(after, fields, blocking)
      : []
  return { variationId, was, is, outcome, isPublished, fields, blocking, warnings }
}

/** A NO_CHANNEL warning where no channel of those that the variation goes to has the variation. */
const onNoChannel = (item: ItemState, { variationId, snapshot }: VariationState): PlanIssue[] =>
  snapshot === null || channelsOf(item, variationId, snapshot.deliveryTargets).length > 0
    ? []
    : [{ code: 'NO_CHANNEL', message: 'is live, and no channel that it goes to has this variation' }]

/** HELD_BACK warnings: fields that channels require and the variation lacks. */
function heldBack(item: ItemState, { variationId, deliveryTargets, snapshot }: VariationState): PlanIssue[] {
  if (snapshot === null || !hasChannelRequirements(item.type)) return []
  const live = new Set(channelsOf(item, variationId, snapshot.deliveryTargets))
  const left = channelsOf(item, variationId, deliveryTargets).filter((channel) => !live.has(channel))
  const values = plainValues(resolveLive(item, variationId))
  const byField = Map.groupBy(
    left.flatMap((channel) => missingOn(item.type, values, channel).map((name) => ({ channel, name }))),
    ({ name }) => name,
  )
  return [...byField].map(([technicalFieldName, missing]) => ({
    code: 'HELD_BACK',
    message: 'is required on these channels, which the variation does not go to without it',
    technicalFieldName,
    deliveryTargets: missing.map(({ channel }) => channel),
  }))
}

const differsInLive = ({ snapshot: was }: VariationState, { snapshot: is }: VariationState): boolean =>
  was !== is && (was?.name !== is?.name || !isSameList(was?.deliveryTargets ?? [], is?.deliveryTargets ?? []))

/** LOSES_VALUE warnings: inherited values that become empty, without those that block already. */
const lostValues = (
  { type }: ItemState,
  fields: readonly DeliveredField[],
  blocking: readonly PlanIssue[],
): PlanIssue[] =>
  fields.flatMap(({ technicalFieldName, before, after }) => {
    const field = fieldsOf(type).get(technicalFieldName)
    const isEmpty = (value: unknown) => field === undefined || behaviourOf(field).isEmpty(value ?? null)
    if (isEmpty(before?.value) || !isEmpty(after?.value)) return []
    if (blocking.some((issue) => issue.technicalFieldName === technicalFieldName)) return []
    const source = before?.sourceVariationId
    return [
      {
        code: 'LOSES_VALUE',
        message: 'is live and inherited, and would be empty',
        technicalFieldName,
        ...(source && { sourceVariationId: source }),
      },
    ]
  })
