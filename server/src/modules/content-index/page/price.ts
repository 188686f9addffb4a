import type { Condition } from './condition.repository.ts'
import type { ListSource, OrderedReading } from './list-source.ts'

/** What things take, measured in rows that are passed in an index: a quarter of a microsecond each. */
const price = {
  /** Another row or index has to be looked into, to test one that is passed. */
  lookedInto: 12,
  /** A row that is fetched by its id. */
  found: 14,
}

/** Nobody notices as much as this. */
export const affordable = 24_000

/** Whatever has to be looked for instead of being read off an index. */
export const costly = ({ isCostly, find, findOthers }: Condition): boolean =>
  isCostly === true || (find === undefined && findOthers !== undefined)

const lookedInto = (conditions: readonly Condition[]): number =>
  price.lookedInto * conditions.filter(({ isOfRow }) => !isOfRow).length

const priceOfRow = (reading: OrderedReading, conditions: readonly Condition[]): number => {
  const tested = conditions.filter((condition) => !reading.satisfied?.has(condition))
  const hasRows = (reading.isExact && tested.length === 0) || reading.branches.every(({ isRow }) => isRow)
  return 1 + (hasRows ? 0 : price.lookedInto) + lookedInto(tested)
}

/** How many rows can be passed for as much. */
export const rowsFor = <Row>(spent: number, { conditions }: ListSource<Row>, reading: OrderedReading): number =>
  Math.ceil(spent / priceOfRow(reading, conditions))

export const priceOfSet = (rows: number, conditions: readonly Condition[]): number =>
  rows * (price.found + (conditions.length > 1 ? lookedInto(conditions.slice(1)) : 0))

interface Counted {
  readonly condition: Condition
  readonly count: number
  readonly isAll: boolean
}

/** Whether following the order comes by a page sooner than fetching and sorting a set of that price does. */
export function isSoonMet<Row>(
  source: ListSource<Row>,
  reading: OrderedReading,
  looked: readonly Counted[],
  priceOfOther: number,
): boolean {
  const { offset, limit, possible } = source
  // As if they had nothing to do with each other; of what was not counted to its end, that it tells nothing.
  const share = looked.reduce((product, { condition, count, isAll }) => {
    const part = Math.min(1, count / possible)
    if (condition.find === undefined) return product * (isAll ? 1 - part : 1)
    return product * (isAll ? part : 1)
  }, 1)
  const rows = share * possible
  if (rows <= offset) return false
  const walk = (((offset + limit) * possible) / rows) * priceOfRow(reading, source.conditions)
  return walk < Math.min(priceOfOther, affordable)
}
