import { createHash } from 'node:crypto'
import type { FieldState, Paging, Plan, PlanIssue, PlannedField, PlannedVariation, PlanStep } from '@pim/contract'
import { LongValue } from '@pim/field-types'
import { each } from '@pim/field-types/steps'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findContents } from '../../long-values/index.ts'
import { channelsOf, type ItemState, type VariationState } from '../domain/item-state.ts'
import type { DeliveredField } from '../domain/planned-item.ts'
import type { MadePlan } from './make-plan.ts'
import { isAdded, isBlocked, type PlanItem, type PlanVariation } from './planned-work.ts'

/** Limit for the fields in one answer, in characters of JSON. A value that many variations inherit counts for each of them. */
const maxCharacters = 8_000_000
/** Characters of a field in the answer beside its values. */
const fieldOverhead = 300

interface Row {
  readonly item: PlanItem
  readonly variation: PlanVariation
}

/** Variations with a step, with a changed delivered result, or with a problem or warning. */
const rowsOf = (items: readonly PlanItem[]): Row[] =>
  items.flatMap((item) =>
    item.variations
      .filter(
        (variation) => stepOf(item, variation) !== null || variation.outcome !== 'unchanged' || hasIssue(variation),
      )
      .map((variation) => ({ item, variation })),
  )

const hasIssue = ({ blocking, warnings }: PlanVariation): boolean => blocking.length + warnings.length > 0

const stepOf = ({ request, steps, refused }: PlanItem, { variationId }: PlanVariation): PlanStep | null =>
  request.whole ?? steps.get(variationId) ?? refused.get(variationId) ?? null

export interface Figures {
  readonly canExecute: boolean
  readonly stepCount: number
  readonly itemCount: number
  readonly outcomes: Plan['outcomes']
  readonly blockedCount: number
  readonly warnedCount: number
}

/** Counts of variations by outcome and problem. With `skipBlocked` one item that is not blocked makes the plan executable. */
export function figuresOf(items: readonly PlanItem[], skipBlocked = false): Figures {
  const rows = rowsOf(items)
  const count = (counts: (row: Row) => boolean) => rows.filter(counts).length
  const ofOutcome = (outcome: PlanVariation['outcome']) => count(({ variation }) => variation.outcome === outcome)
  return {
    canExecute: skipBlocked ? !items.every(isBlocked) : !items.some(isBlocked),
    stepCount: count(({ item, variation }) => stepOf(item, variation) !== null),
    itemCount: items.length,
    outcomes: {
      goesLive: ofOutcome('goesLive'),
      changes: ofOutcome('changes'),
      goesAway: ofOutcome('goesAway'),
      unchanged: ofOutcome('unchanged'),
    },
    blockedCount: count(({ variation }) => variation.blocking.length > 0),
    warnedCount: count(({ variation }) => variation.warnings.length > 0),
  }
}

/** One page of a plan, with its counts. */
export async function presentPlan(
  trx: Transaction,
  tenantId: string,
  { items, linked }: Pick<MadePlan, 'items' | 'linked'>,
  { pageNumber, pageSize }: Paging,
  skipBlocked = false,
): Promise<Plan> {
  const rows = rowsOf(items)
  const rank = ({ variation: { blocking, warnings } }: Row) => (blocking.length > 0 ? 0 : warnings.length > 0 ? 1 : 2)
  const page = rows.toSorted((a, b) => rank(a) - rank(b)).slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return {
    planId: null,
    jobId: null,
    state: 'ready',
    items: await presentRows(trx, tenantId, page),
    paging: { pageNumber, pageSize, totalCount: rows.length, totalPages: Math.ceil(rows.length / pageSize) },
    fingerprint: fingerprintOf(items),
    linked,
    ...figuresOf(items, skipBlocked),
  }
}

/** All rows of these items. */
export const presentItems = (
  trx: Transaction,
  tenantId: string,
  items: readonly PlanItem[],
): Promise<PlannedVariation[]> => presentRows(trx, tenantId, rowsOf(items))

async function presentRows(trx: Transaction, tenantId: string, rows: readonly Row[]): Promise<PlannedVariation[]> {
  const shown = fieldsInAnswer(rows)
  const contents = await readContents(trx, tenantId, rows, shown)
  return inSlices(
    // biome-ignore lint/correctness/useYield: `each` yields after every row.
    each(rows, function* (row) {
      return presentRow(row, shown, contents)
    }),
  )
}

interface ShownFields {
  /** Fields that are listed at all. */
  readonly listed: ReadonlySet<DeliveredField>
  /** Fields whose values are shown, too. */
  readonly whole: ReadonlySet<DeliveredField>
}

/** Chooses the fields that fit into the answer, in the order of the rows. Half of it at most is for their names. */
function fieldsInAnswer(rows: readonly Row[]): ShownFields {
  const all = rows.flatMap(({ variation }) => variation.fields)
  const listed = all.slice(0, Math.floor(maxCharacters / fieldOverhead / 2))
  let room = maxCharacters - listed.length * fieldOverhead
  const whole = listed.filter(({ before, after }) => {
    const size = sizeOf(before?.value) + sizeOf(after?.value)
    if (size > room) return false
    room -= size
    return true
  })
  return { listed: new Set(listed), whole: new Set(whole) }
}

function sizeOf(value: unknown): number {
  if (value instanceof LongValue) return value.facts.size
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0
}

function presentRow(
  { item, variation }: Row,
  { listed, whole }: ShownFields,
  contents: ReadonlyMap<string, unknown>,
): PlannedVariation {
  const { before, after, kept } = item
  const { variationId, was, is, outcome, blocking, warnings } = variation
  const fields = variation.fields.filter((field) => listed.has(field))
  return {
    contentItemId: after.contentItemId,
    contentVariationId: is.contentVariationId,
    variationId,
    name: after.name,
    technicalContentTypeName: after.type.technicalName,
    step: stepOf(item, variation),
    isAdded: isAdded(item, variationId),
    keptFields: [...(kept.get(variationId) ?? [])],
    version: was.version,
    statusBefore: was.status,
    statusAfter: is.status,
    outcome,
    liveBefore: liveOf(before, was),
    liveAfter: liveOf(after, is),
    fields: fields.map((field) => presentField(field, whole.has(field), contents)),
    leftOutFields: variation.fields.length - fields.length,
    blocking: [...blocking],
    warnings: [...warnings],
  }
}

/** Where some channel leaves the variation out, the others are named; else no names stand for every channel. */
function liveOf(item: ItemState, { variationId, snapshot }: VariationState): PlannedVariation['liveAfter'] {
  if (item.isDeleted || snapshot === null) return null
  const { name, deliveryTargets } = snapshot
  const isEverywhere = channelsOf(item, variationId, []).length === item.channels.length
  if (isEverywhere) return { name, deliveryTargets: [...deliveryTargets] }
  const channels = channelsOf(item, variationId, deliveryTargets)
  return { name, deliveryTargets: channels, ...(channels.length === 0 && { isOnNoChannel: true }) }
}

function presentField(
  { technicalFieldName, before, after }: DeliveredField,
  isWhole: boolean,
  contents: ReadonlyMap<string, unknown>,
): PlannedField {
  const shown = (state: FieldState | null): FieldState | null => {
    if (state === null) return null
    const { value, isInherited, sourceVariationId } = state
    const content = value instanceof LongValue ? contents.get(value.hash) : value
    return { value: isWhole ? (content ?? null) : null, isInherited, sourceVariationId }
  }
  const states = { before: shown(before), after: shown(after) }
  return { technicalFieldName, ...states, ...(isWhole ? {} : { isLeftOut: true }) }
}

/** Contents of the long values that are shown, by hash. */
async function readContents(
  trx: Transaction,
  tenantId: string,
  rows: readonly Row[],
  { whole }: ShownFields,
): Promise<Map<string, unknown>> {
  const contents = new Map<string, unknown>()
  for (const [contentItemId, ofItem] of Map.groupBy(rows, ({ item }) => item.after.contentItemId)) {
    const fields = ofItem.flatMap(({ variation }) => variation.fields).filter((field) => whole.has(field))
    const values = fields.flatMap(({ before, after }) => [before?.value, after?.value])
    const hashes = new Set(values.flatMap((value) => (value instanceof LongValue ? [value.hash] : [])))
    if (hashes.size === 0) continue
    for (const [hash, content] of await findContents(trx, tenantId, contentItemId, [...hashes])) {
      contents.set(hash, content)
    }
  }
  return contents
}

/**
 * Hash of everything that a plan says, so any change of a value, link, status or type that it depends on changes it. The
 * versions of variations with a step are part of it, so that nobody's change is published unseen.
 */
export const fingerprintOf = (items: readonly PlanItem[]): string => {
  const hash = createHash('sha256')
  for (const item of items) hash.update(fingerprintOfItem(item))
  return hash.digest('base64url')
}

export function fingerprintOfItem(item: PlanItem): string {
  const hash = createHash('sha256')
  const { after, kept } = item
  hash.update(JSON.stringify([after.contentItemId, after.isDeleted, after.version, [...kept]]))
  for (const variation of item.variations) {
    const step = stepOf(item, variation)
    const { was, is, outcome, fields, blocking, warnings } = variation
    if (step === null && outcome === 'unchanged' && !hasIssue(variation)) continue
    hash.update(
      JSON.stringify([
        is.contentVariationId,
        step,
        step === null ? null : was.version,
        [was.status, is.status, outcome],
        [liveOf(item.before, was), liveOf(after, is)],
        fields.map(digest),
        [...blocking, ...warnings].map(withoutMessage),
      ]),
    )
  }
  return hash.digest('base64url')
}

const withoutMessage = ({ message: _, ...issue }: PlanIssue) => issue

/** Replaces long values by their hashes. */
const digest = ({ technicalFieldName, before, after }: DeliveredField) => {
  const short = (state: DeliveredField['before']) =>
    state !== null && state.value instanceof LongValue ? { ...state, value: null, hash: state.value.hash } : state
  return [technicalFieldName, short(before), short(after)]
}
