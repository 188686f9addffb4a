import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

export const json: FieldTypeFixtures = {
  type: 'json',
  settings: { default: {} },
  badSettings: [{ schema: {} }],
  valid: [
    { value: { a: [1, 'x', null, true] }, plainText: '{"a":[1,"x",null,true]}', text: '{"a":[1,"x",null,true]}' },
    { value: 'text' },
    { value: '' },
    { value: [] },
    { value: {} },
    { value: false },
    { value: 0 },
    { value: nested(24) },
    { value: null, normalised: null },
  ],
  invalid: [
    { value: nested(25), code: 'TOO_DEEP' },
    { value: 'x'.repeat(100_001), code: 'TOO_LARGE' },
    { value: { 'a\u0000': 1 }, code: 'UNKNOWN_KEY' },
    { value: { a: { constructor: 1 } }, code: 'UNKNOWN_KEY', path: '.a' },
    { value: { a: ['\u0000'] }, code: 'FORBIDDEN_CHARACTER', path: '.a[0]' },
  ],
  filters: [
    {
      values: [{ a: 1 }, [], null],
      cases: [
        { operator: 'isEmpty', matches: [2] },
        { operator: 'isNotEmpty', matches: [0, 1] },
      ],
    },
  ],
  badFilters: [
    { operator: 'equals', value: 1 },
    { operator: 'isEmpty', value: 1 },
  ],
  settingsChanges: [{ before: {}, after: {}, change: 'same' }],
}
