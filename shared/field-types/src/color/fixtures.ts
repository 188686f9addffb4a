import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

export const color: FieldTypeFixtures = {
  type: 'color',
  settings: { default: {}, opaque: { alpha: false } },
  badSettings: [{ alpha: 'yes' }, { palette: [] }],
  valid: [
    { value: '#3366cc', indexKeys: { text: ['#3366cc'] }, plainText: '#3366cc', text: '#3366cc' },
    { value: '3366CC', normalised: '#3366cc' },
    { value: '#36C', normalised: '#3366cc' },
    { value: '#3366cc80' },
    { settings: 'opaque', value: '#000', normalised: '#000000' },
    { value: '', normalised: null },
  ],
  invalid: [
    { value: 'red', code: 'NOT_A_COLOR' },
    { value: '#12345', code: 'NOT_A_COLOR' },
    { value: '#gggggg', code: 'NOT_A_COLOR' },
    { value: 'url(javascript:x)', code: 'NOT_A_COLOR' },
    { value: 0, code: 'WRONG_TYPE' },
    { settings: 'opaque', value: '#3366cc80', code: 'PATTERN' },
  ],
  filters: [
    {
      values: ['#ff0000', '#00ff00', null],
      cases: [
        { operator: 'equals', value: '#F00', matches: [0] },
        { operator: 'notEquals', value: '#ff0000', matches: [1, 2] },
        { operator: 'in', values: ['ff0000', '#00ff00'], matches: [0, 1] },
        { operator: 'notIn', values: ['#ff0000'], matches: [1, 2] },
        { operator: 'isEmpty', matches: [2] },
        { operator: 'isNotEmpty', matches: [0, 1] },
      ],
    },
  ],
  badFilters: [{ operator: 'equals', value: 'red' }],
  settingsChanges: [
    { before: {}, after: { alpha: false }, change: 'narrowing' },
    { before: { alpha: false }, after: {}, change: 'widening' },
    { before: {}, after: { alpha: true }, change: 'same' },
  ],
}
