import { describe, expect, it } from '@rstest/core'
import { columnInTemplate, type DerivedFrom, deriving, isTemplate, sourcesOf } from './derived-columns.ts'

const cellOf = (from: DerivedFrom, row: Readonly<Record<string, unknown>>) =>
  deriving(from)({ cellIn: (column) => row[column], textIn: (column) => String(row[column] ?? '') })
const template = (text: string) => ({ kind: 'template', template: text }) as const
const part = (of: number | 'last', separator = '/') =>
  ({ kind: 'part', column: 'variant', separator, part: of }) as const

describe('a text put together from columns', () => {
  it.each([
    ['{Brand} {Model}', { Brand: 'Ikea', Model: 'Lack' }, 'Ikea Lack'],
    ['{Brand} {Line} {Model}', { Brand: 'Ikea', Line: ' ', Model: 'Lack' }, 'Ikea Lack'],
    ['{Brand} {Line} {Model}', { Brand: '', Line: '', Model: 'Lack' }, 'Lack'],
    ['{Brand}, made by hand', { Brand: '' }, ''],
    ['{Brand}  {Model}', { Brand: 'a  b', Model: 1.5 }, 'a  b  1.5'],
    ['{{{Brand}}}', { Brand: 'Ikea' }, undefined],
    ['{{ {Brand} }}', { Brand: 'Ikea' }, '{ Ikea }'],
    [columnInTemplate('a{b}'), { 'a{b}': 'x' }, 'x'],
    ['{Brand} {Model}', {}, undefined],
  ])('%s of %o is %o', (text, row, expected) => {
    expect(cellOf(template(text), row)).toBe(expected)
  })

  it.each(['{', '}', '{a', 'a}', '{a{b}', '{}', 'no column', '{a}'.repeat(21)])('%s is none', (text) => {
    expect(isTemplate(text)).toBe(false)
  })

  it('names the columns that it takes', () => {
    expect(isTemplate('{a} {b}')).toBe(true)
    expect(sourcesOf(template('{a}{{x}} {b}'))).toEqual(['a', 'b'])
  })
})

describe('a part of a cell', () => {
  it.each([
    [1, 'Red / M / 12', 'Red'],
    [2, 'Red / M / 12', 'M'],
    ['last', 'Red / M / 12', '12'],
    [4, 'Red / M / 12', ''],
    [1, 'Red', 'Red'],
    [2, 'Red', ''],
    // What is no text in the file is not made one.
    [1, 1.5, 1.5],
    [2, null, null],
    [1, undefined, undefined],
  ] as const)('%s of %o is %o', (of, cell, expected) => {
    expect(cellOf(part(of), { variant: cell })).toBe(expected)
  })
})

it('a fixed value is the cell of each row', () => {
  expect(cellOf({ kind: 'fixed', text: '{EUR}' }, {})).toBe('{EUR}')
})
