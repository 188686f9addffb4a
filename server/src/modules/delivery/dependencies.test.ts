import { describe, expect, it } from '@rstest/core'
import { keyFingerprint, type TouchedList } from '../events/index.ts'
import { type Dependencies, isTouchedBy, type ListDependencies } from './dependencies.ts'

const red = keyFingerprint('colour', 'tred')
const blue = keyFingerprint('colour', 'tblue')
const list = (more: Partial<ListDependencies> = {}): Dependencies => ({
  items: new Set(['shown']),
  list: {
    typeIds: new Set(['product']),
    variationIds: new Set(['en']),
    fields: new Set(['colour']),
    order: 'id',
    required: [],
    ...more,
  },
})
const touched = (more: Partial<TouchedList> = {}) => ({
  items: ['other'],
  lists: [{ contentTypeId: 'product', variationId: 'en', rows: false, name: false, fields: ['title'], ...more }],
})

describe('an answer', () => {
  it.each([
    ['an item that it shows', list(), { items: ['shown'], lists: [] }, true],
    ['an item that was asked for and is not live', { items: new Set(['x']) }, { items: ['x'] }, true],
    ['another item', { items: new Set(['x']) }, touched({ rows: true }), false],
    ['a content type', list(), { model: true }, true],
    ['the variations', { items: new Set<string>() }, { variations: true }, true],
    ['a text of another row', list(), touched(), false],
    ['the field that it is filtered by', list(), touched({ fields: ['title', 'colour'] }), true],
    ['what may be any field', list(), touched({ fields: undefined }), true],
    ['a new row', list(), touched({ rows: true }), true],
    ['a new row of another type', list({ typeIds: new Set(['note']) }), touched({ rows: true }), false],
    ['a new row in another variation', list({ variationIds: new Set(['de']) }), touched({ rows: true }), false],
    ['a new row of some type, if it shows any', list({ typeIds: undefined }), touched({ rows: true }), true],
    ['a name, if it is ordered by name', list({ order: 'name' }), touched({ name: true }), true],
    ['a name, if it is not', list(), touched({ name: true }), false],
    ['anything, if it is ordered by the time of publication', list({ order: 'publication' }), touched(), true],
    ['a new row with the value', list({ required: [[red]] }), touched({ rows: true, keys: [7, red] }), true],
    ['a new row with another value', list({ required: [[red]] }), touched({ rows: true, keys: [7, blue] }), false],
    [
      'a new row with one of the values',
      list({ required: [[red, blue]] }),
      touched({ rows: true, keys: [blue] }),
      true,
    ],
    ['a new row with one value of two', list({ required: [[red], [7]] }), touched({ rows: true, keys: [red] }), false],
    ['a new row with unknown values', list({ required: [[red]] }), touched({ rows: true }), true],
  ] as const)('made of a list, a change of %s', (_what, dependencies, change, expected) => {
    expect(isTouchedBy(change, dependencies)).toBe(expected)
  })
})
