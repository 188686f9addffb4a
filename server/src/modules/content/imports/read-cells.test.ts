import type { Field } from '@pim/contract'
import { expect, it } from '@rstest/core'
import { readCell } from './read-cells.ts'

const decimal: Field = { technicalName: 'points', friendlyName: {}, type: 'decimal' }

it('a number of a workbook is that number, however the texts of its column are written', () => {
  for (const numbers of ['point', 'comma'] as const)
    expect(readCell(decimal, 1.234, 'xlsx', { numbers })).toEqual({ kind: 'value', value: '1.234' })
  expect(readCell(decimal, '1.234', 'xlsx', { numbers: 'comma' })).toEqual({ kind: 'value', value: '1234' })
})
