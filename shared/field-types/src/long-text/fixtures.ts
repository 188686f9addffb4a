import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

export const longText: FieldTypeFixtures = {
  type: 'longText',
  settings: { default: {}, short: { minLength: 3, maxLength: 10 } },
  badSettings: [{ maxLength: 200_001 }, { minLength: 5, maxLength: 4 }, { rows: 5 }],
  valid: [
    {
      value: 'First line\r\nsecond line',
      normalised: 'First line\nsecond line',
      indexKeys: { text: ['first line second line'] },
      plainText: 'First line second line',
      searchText: 'First line\nsecond line',
    },
    { value: '<b>stays as it is</b>', plainText: '<b>stays as it is</b>' },
    { value: `${'word '.repeat(20_000)}end` },
    { value: ' \n ', normalised: null },
    { settings: 'short', value: '😀😀😀😀😀😀😀😀😀😀' },
  ],
  invalid: [
    { value: 1, code: 'WRONG_TYPE' },
    { value: 'x'.repeat(200_001), code: 'TOO_LARGE' },
    { value: 'a\u0000', code: 'FORBIDDEN_CHARACTER' },
    { settings: 'short', value: 'ab', code: 'TOO_SHORT' },
    { settings: 'short', value: 'x'.repeat(11), code: 'TOO_LONG' },
  ],
  filters: [
    {
      values: ['Fast autofocus\nand more', `Fast ${'x'.repeat(5_000)}`, 'Slow', null],
      cases: [
        { operator: 'startsWith', value: 'FAST AUTO', matches: [0] },
        { operator: 'startsWith', value: 'fast', matches: [0, 1] },
        { operator: 'isEmpty', matches: [3] },
        { operator: 'isNotEmpty', matches: [0, 1, 2] },
      ],
    },
  ],
  badFilters: [
    { operator: 'contains', value: 'x' },
    { operator: 'startsWith', value: 5 },
  ],
  settingsChanges: [
    { before: { maxLength: 10 }, after: { maxLength: 20 }, change: 'widening' },
    { before: {}, after: { maxLength: 20 }, change: 'narrowing' },
  ],
}
