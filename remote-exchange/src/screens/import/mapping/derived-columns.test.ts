import { expect, it } from '@rstest/core'
import { problemOf, usualSeparator, withChanged, withDerived, withMade, withoutMade } from './derived-columns.ts'
import type { MappingDraft } from './mapping-draft.ts'

const draft: MappingDraft = {
  technicalContentTypeName: 'product',
  columns: [{ column: 'Variant', target: { kind: 'ignored' } }],
  mode: 'upsert',
  emptyCells: 'leave',
  numbers: 'point',
  dates: 'iso',
  publishes: false,
}
const part = { kind: 'part', column: 'Variant', separator: '/', part: 2 } as const

it('a column that is made has a name of its own, and cells from the first rows', () => {
  const once = withMade(draft, 'Variant', part)
  const twice = withMade(once.draft, 'x'.repeat(300), { kind: 'fixed', text: 'EUR' })
  expect(once.column).toBe('Variant (2)')
  expect(twice.column).toHaveLength(200)
  const inspection = { columns: ['Variant'], firstRows: [['Red / M'], [null]] } as unknown as Parameters<
    typeof withDerived
  >[0]
  expect(withDerived(inspection, twice.draft.derived).firstRows).toEqual([
    ['Red / M', 'M', 'EUR'],
    [null, null, 'EUR'],
  ])
})

it('that is removed takes away what names it', () => {
  const { draft: made, column } = withMade(draft, 'unit', { kind: 'fixed', text: 'kg' })
  const [first, ...others] = made.columns
  const named = {
    ...made,
    joinBy: column,
    columns: [
      { ...first, column: 'Variant', target: { kind: 'ignored' as const }, reading: { codeColumn: column } },
      ...others,
    ],
  }
  expect(withoutMade(named, column)).toEqual({ ...draft, columns: [{ ...draft.columns[0], reading: {} }] })
})

it('is refused where it says too little, or names what is not there', () => {
  const problem = (from: Parameters<typeof problemOf>[0]) => problemOf(from, ['Variant'])?.code
  expect(problem(part)).toBeUndefined()
  expect(problem({ ...part, column: 'Size' })).toBe('noColumn')
  expect(problem({ ...part, separator: '' })).toBe('noSeparator')
  expect(problem({ kind: 'fixed', text: ' ' })).toBe('noText')
  expect(problem({ kind: 'template', template: 'no column' })).toBe('noTemplate')
  expect(problem({ kind: 'template', template: '{Variant' })).toBe('noTemplate')
  expect(problem({ kind: 'template', template: '{Size}' })).toBe('unknownColumn')
})

it('is parted by what stands between the parts', () => {
  expect([['Red / M'], ['Red-M'], ['Red M'], ['Red']].map(usualSeparator)).toEqual(['/', '-', ' ', ''])
})

it('that is changed goes where it went, by its new name', () => {
  const fixed = { kind: 'fixed', text: 'kg' } as const
  const { draft: made, column } = withMade(draft, 'always kg', fixed)
  const [first, last] = made.columns.map((each) => ({ ...each, target: { kind: 'name' as const } }))
  if (!first || !last) throw new Error('two columns')
  const before = { ...made, joinBy: column, columns: [{ ...first, reading: { codeColumn: column } }, last] }
  const after = withChanged(before, column, 'always g', { ...fixed, text: 'g' })
  expect(after).toEqual({
    column: 'always g',
    draft: {
      ...before,
      joinBy: 'always g',
      derived: [{ column: 'always g', from: { kind: 'fixed', text: 'g' } }],
      columns: [
        { ...first, reading: { codeColumn: 'always g' } },
        { ...last, column: 'always g' },
      ],
    },
  })
  expect(withChanged(made, column, column, fixed).column).toBe(column)
})
