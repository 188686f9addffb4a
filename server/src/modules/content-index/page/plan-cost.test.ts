import { describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import type { Condition } from './filter.repository.ts'
import type { IndexRange, OrderedScan } from './list-source.ts'
import { costPerCandidate, costPerRow } from './plan-cost.ts'

const condition: Condition = { predicate: sql`true` }
const range: IndexRange = { from: sql`nothing`, where: sql`true`, sortKey: sql`1` }
const listTable: OrderedScan = { ranges: [{ ...range, isListTable: true }], isExact: true }
const otherTable: OrderedScan = { ranges: [range], isExact: true }

describe('the cost of a row that a scan reads', () => {
  it.each([
    ['is one where nothing is tested', otherTable, [], 1],
    [
      'is one where the rows are those of the table of the list, whatever else the index holds',
      { ...listTable, isExact: false },
      [],
      1,
    ],
    ['has a look-up for the row where the index is of another table', { ...otherTable, isExact: false }, [], 13],
    ['has a look-up for each condition', listTable, [condition, condition], 25],
    ['has both', otherTable, [condition], 25],
  ])('%s', (_, scan, conditions, expected) => {
    expect(costPerRow(scan, conditions)).toBe(expected)
  })
})

describe('the cost of a candidate', () => {
  it.each([
    ['is that of fetching it by its id', [condition], 14],
    ['has a look-up for each other condition', [condition, condition, condition], 38],
  ])('%s', (_, conditions, expected) => {
    expect(costPerCandidate(conditions)).toBe(expected)
  })
})
