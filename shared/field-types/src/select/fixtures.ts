import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

const options = [
  { code: 'red', label: { 'en-US': 'Red', 'de-DE': 'Rot' }, color: '#cc0000' },
  { code: 'deep blue', label: { 'en-US': 'Deep blue' } },
  { code: '210_x_1219_mm' },
]

export const select: FieldTypeFixtures = {
  type: 'select',
  settings: { default: { options }, none: {} },
  badSettings: [
    { options: 'red' },
    { options: [{ label: { en: 'Red' } }] },
    { options: [{ code: 'a' }, { code: 'a' }] },
    { options: [{ code: 'a,b' }] },
    { options: [{ code: '' }] },
    { options: [{ code: 'a', colour: 'x' }] },
    { options: [{ code: 'a', color: 'red' }] },
  ],
  valid: [
    { value: 'red', indexKeys: { text: ['red'] }, plainText: 'Red', searchText: 'red Red Rot', text: 'red' },
    { value: ' deep blue ', normalised: 'deep blue', plainText: 'Deep blue' },
    { value: '210_x_1219_mm', plainText: '210_x_1219_mm' },
    { value: '', normalised: null },
  ],
  invalid: [
    { value: 'green', code: 'UNKNOWN_OPTION' },
    { value: 'Red', code: 'UNKNOWN_OPTION' },
    { value: ['red'], code: 'WRONG_TYPE' },
    { value: 1, code: 'WRONG_TYPE' },
    { settings: 'none', value: 'red', code: 'UNKNOWN_OPTION' },
  ],
  filters: [
    {
      values: ['red', 'deep blue', null],
      cases: [
        { operator: 'equals', value: 'red', matches: [0] },
        { operator: 'notEquals', value: 'red', matches: [1, 2] },
        { operator: 'in', values: ['red', 'deep blue'], matches: [0, 1] },
        { operator: 'notIn', values: ['red'], matches: [1, 2] },
        { operator: 'isEmpty', matches: [2] },
        { operator: 'isNotEmpty', matches: [0, 1] },
      ],
    },
  ],
  badFilters: [
    { operator: 'equals', value: 5 },
    { operator: 'contains', value: 'r' },
  ],
  settingsChanges: [
    { before: { options }, after: { options: options.toReversed() }, change: 'same' },
    { before: { options }, after: { options: [...options, { code: 'new' }] }, change: 'widening' },
    { before: { options }, after: { options: options.slice(1) }, change: 'narrowing' },
    { before: { options: [{ code: 'a' }] }, after: { options: [{ code: 'b' }] }, change: 'narrowing' },
  ],
}
