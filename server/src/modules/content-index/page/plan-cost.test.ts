import { describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import type { Condition } from './filter.repository.ts'
import type { IndexRange, OrderedScan } from './list-source.ts'
import { costPerCandidate, costPerRow } from './plan-cost.ts'

const ofRow: Condition = { predicate: sql`true`, readsRowOnly: true }
const elsewhere: Condition = { predicate: sql`true` }
const range: IndexRange = { from: sql`nothing`, where: sql`true`, sortKey: sql`1` }
const listTable: OrderedScan = { ranges: [{ ...range, isListTable: true }], isExact: true }
const otherTable: OrderedScan = { ranges: [range], isExact: true }

describe('the cost of a row that a scan reads', () => {
  it.each([
    ['is one where nothing is tested', otherTable, [], 1],
    ['is one where the index holds what is tested', listTable, [ofRow], 1],
    ['has a look-up for the row where the index is of another table', otherTable, [ofRow], 13],
    ['has a look-up for the row where the index holds other rows too', { ...otherTable, isExact: false }, [], 13],
    ['has a look-up for each condition that reads another table', listTable, [elsewhere, ofRow, elsewhere], 25],
    ['has none for conditions that the scan implies', { ...listTable, implied: new Set([elsewhere]) }, [elsewhere], 1],
    ['has both', otherTable, [elsewhere], 25],
  ])('%s', (_, scan, conditions, expected) => {
    expect(costPerRow(scan, conditions)).toBe(expected)
  })
})

describe('the cost of a candidate', () => {
  it.each([
    ['is that of fetching it by its id', [elsewhere], 14],
    ['has a look-up for each other condition that reads another table', [elsewhere, elsewhere, ofRow], 26],
  ])('%s', (_, conditions, expected) => {
    expect(costPerCandidate(conditions)).toBe(expected)
  })
})
