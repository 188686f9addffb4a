import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

const size = { technicalName: 'size', friendlyName: { 'en-US': 'Size' }, type: 'text', required: 'onPublish' }
const chest = { technicalName: 'chest', friendlyName: { 'en-US': 'Chest (cm)' }, type: 'decimal' }
const inStock = { technicalName: 'inStock', friendlyName: { 'en-US': 'In stock' }, type: 'boolean' }
const columns = [size, chest, inStock]

export const table: FieldTypeFixtures = {
  type: 'table',
  settings: { default: { columns }, two: { columns: [size], min: 2, max: 2 } },
  badSettings: [
    { columns: [{ ...size, type: 'richText' }] },
    { columns: [{ ...size, type: 'group' }] },
    { columns: [{ ...size, type: 'table' }] },
    { columns: [{ ...size, localizable: true }] },
    { columns: [size, size] },
    { columns, max: 501 },
  ],
  valid: [
    {
      value: [
        { size: 'S', chest: '88.0', inStock: true },
        { size: ' M ', chest: '' },
      ],
      normalised: [{ size: 'S', chest: '88.0', inStock: true }, { size: 'M' }],
      indexKeys: { number: [{ number: '2', qualifier: 'entries' }] },
      plainText: 'S, 88.0, Yes; M',
      searchText: 'S M',
      delivered: [
        { size: 'S', chest: '88.0', inStock: true },
        { size: 'M', chest: null, inStock: null },
      ],
    },
    { value: [{ size: null }], normalised: null },
    { value: [], normalised: null },
    { settings: 'two', value: [{ size: 'S' }, { size: 'M' }] },
  ],
  invalid: [
    { value: 'S', code: 'WRONG_TYPE' },
    { value: [['S', 88]], code: 'WRONG_TYPE', path: '[0]' },
    { value: [{ size: 'S', chest: 'wide' }], code: 'NOT_A_NUMBER', path: '[0].chest' },
    { value: [{ chest: 88 }], code: 'REQUIRED', path: '[0].size' },
    { value: [{ size: 'S', waist: 70 }], code: 'UNKNOWN_KEY', path: '[0].waist' },
    { settings: 'two', value: [{ size: 'S' }], code: 'TOO_FEW' },
  ],
  filters: [
    {
      values: [null, [{ size: 'S' }]],
      cases: [
        { operator: 'isEmpty', matches: [0] },
        { operator: 'isNotEmpty', matches: [1] },
      ],
    },
  ],
  badFilters: [{ operator: 'contains', value: 'S' }],
  settingsChanges: [
    { before: { columns: [size] }, after: { columns: [size, chest] }, change: 'widening' },
    { before: { columns: [size, chest] }, after: { columns: [size] }, change: 'narrowing' },
    { before: { columns }, after: { columns: columns.toReversed() }, change: 'same' },
    { before: {}, after: { min: 1 }, change: 'narrowing' },
  ],
}
