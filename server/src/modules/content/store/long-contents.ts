import type { ContentVariation, FieldConflict } from '@pim/contract'
import { LongValue } from '@pim/field-types'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findContents, refuseTooLarge } from '../../long-values/index.ts'
import type { ItemState } from '../domain/item-state.ts'
import type { Slot, Values } from '../domain/values.ts'

/*
 * Reads the contents of long values where something needs more than what is known of them: an answer, a conflict, a check
 * before publishing, a conversion. Whatever only moves values along works with what stands for them.
 */

const longIn = (values: Iterable<unknown>): LongValue[] =>
  [...values].filter((value): value is LongValue => value instanceof LongValue)

type Read = (value: unknown) => unknown

/** Reads all of these at once; answers what gives the content for a long value, and any other value as it is. */
async function readAll(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  values: Iterable<unknown>,
): Promise<Read> {
  const hashes = longIn(values).flatMap(({ hash, hasContent }) => (hasContent ? [] : [hash]))
  const contents = hashes.length === 0 ? new Map() : await findContents(trx, tenantId, contentItemId, hashes)
  return (value) => (value instanceof LongValue ? (value.hasContent ? value.content : contents.get(value.hash)) : value)
}

/** Variations of one item, as the API shows them, with the contents of their long values. */
export async function wholeVariations(
  trx: Transaction,
  tenantId: string,
  presented: readonly ContentVariation[],
): Promise<ContentVariation[]> {
  const [first] = presented
  const values = presented.flatMap(({ fields }) => Object.values(fields).map(({ value }) => value))
  const long = longIn(values)
  if (first === undefined || long.length === 0) return [...presented]
  refuseTooLarge(long.map(({ facts }) => facts.size))
  const read = await readAll(trx, tenantId, first.contentItemId, long)
  return presented.map((variation) => ({
    ...variation,
    fields: Object.fromEntries(
      Object.entries(variation.fields).map(([name, state]) => [name, { ...state, value: read(state.value) }]),
    ),
  }))
}

export async function wholeVariation(
  trx: Transaction,
  tenantId: string,
  presented: ContentVariation,
): Promise<ContentVariation> {
  const [whole = presented] = await wholeVariations(trx, tenantId, [presented])
  return whole
}

export async function wholeValues<Named extends Values>(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  values: Named,
): Promise<Named> {
  const long = longIn(Object.values(values))
  if (long.length === 0) return values
  refuseTooLarge(long.map(({ facts }) => facts.size))
  const read = await readAll(trx, tenantId, contentItemId, long)
  return Object.assign(
    {},
    values,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)])),
  )
}

export async function wholeSlots(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  slots: ReadonlyMap<string, Slot>,
): Promise<Map<string, Slot>> {
  const read = await readAll(
    trx,
    tenantId,
    contentItemId,
    [...slots.values()].map((slot) => slot?.value),
  )
  return new Map([...slots].map(([name, slot]) => [name, slot && { value: read(slot.value) }]))
}

/** The error of a conflict with the contents of the values that meet in it. */
export async function wholeConflicts(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  problem: Problem,
): Promise<Problem> {
  const { conflicts = [] } = problem.details
  const values = conflicts.flatMap(({ base, mine, theirs }) => [base, mine, theirs])
  if (longIn(values).length === 0) return problem
  const read = await readAll(trx, tenantId, contentItemId, values)
  return new Problem(problem.code, {
    ...problem.details,
    conflicts: conflicts.map(
      ({ technicalFieldName, base, mine, theirs }): FieldConflict => ({
        technicalFieldName,
        base: read(base),
        mine: read(mine),
        theirs: read(theirs),
      }),
    ),
  })
}

/** Characters of the long values of these, each as often as it is there. */
export function longSizeOf(presented: readonly ContentVariation[]): number {
  let sum = 0
  for (const { fields } of presented)
    for (const { value } of Object.values(fields)) if (value instanceof LongValue) sum += value.facts.size
  return sum
}

/** Characters that are read at once where values are looked at one after the other. */
const maxPortion = 2_000_000

/** Calls `look` with the contents of these values, a portion of them in memory at a time. */
export async function eachPortion(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  values: Values,
  look: (portion: Values) => Promise<void>,
): Promise<void> {
  let portion: [string, unknown][] = []
  let size = 0
  const flush = async () => {
    if (portion.length === 0) return
    const long = portion.map(([, value]) => value)
    const read = await readAll(trx, tenantId, contentItemId, long)
    await look(Object.fromEntries(portion.map(([name, value]) => [name, read(value)])))
    portion = []
    size = 0
  }
  for (const [name, value] of Object.entries(values)) {
    portion.push([name, value])
    size += value instanceof LongValue ? value.facts.size : 0
    if (size >= maxPortion) await flush()
  }
  await flush()
}

/** The item with the contents of its long values in these fields, for what has to look into all of them. */
export async function withContents(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  names: ReadonlySet<string>,
): Promise<ItemState> {
  const all = [
    item.shared,
    ...[...item.variations.values()].flatMap(({ own, snapshot }) => [
      own,
      ...(snapshot === null ? [] : [snapshot.own, snapshot.shared]),
    ]),
  ]
  const long = new Set(all.flatMap((values) => longIn([...names].map((name) => values[name]))))
  if (long.size === 0) return item
  const read = await readAll(trx, tenantId, item.contentItemId, long)
  const known = new Map([...long].map((each) => [each, each.withContent(read(each))]))
  const filled = new Map<Values, Values>()
  const fill = (values: Values): Values => {
    const was = filled.get(values)
    if (was !== undefined) return was
    const changed = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      const full = value instanceof LongValue ? known.get(value) : undefined
      return full === undefined ? [] : [[name, full]]
    })
    const next = changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
    filled.set(values, next)
    return next
  }
  return {
    ...item,
    shared: fill(item.shared),
    variations: new Map(
      [...item.variations].map(([id, variation]) => [
        id,
        {
          ...variation,
          own: fill(variation.own),
          snapshot: variation.snapshot && {
            ...variation.snapshot,
            own: fill(variation.snapshot.own),
            shared: fill(variation.snapshot.shared),
          },
        },
      ]),
    ),
  }
}
