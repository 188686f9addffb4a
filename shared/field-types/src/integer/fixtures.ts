import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

export const integer: FieldTypeFixtures = {
  type: 'integer',
  settings: { default: {}, percent: { min: 0, max: 100 } },
  badSettings: [{ min: 2, max: 1 }, { min: 1.5 }, { min: 'a' }, { step: 1 }],
  valid: [
    { value: 0, indexKeys: { number: [{ number: '0' }] }, plainText: '0', text: '0' },
    { value: -5, indexKeys: { number: [{ number: '-5' }] }, uniqueKey: '-5' },
    { value: 9_007_199_254_740_991, plainText: '9007199254740991' },
    { value: '', normalised: null },
    { settings: 'percent', value: 100 },
  ],
  invalid: [
    { value: 1.5, code: 'NOT_A_NUMBER' },
    { value: '5', code: 'WRONG_TYPE' },
    { value: true, code: 'WRONG_TYPE' },
    { value: [1], code: 'WRONG_TYPE' },
    { value: 9_007_199_254_740_992, code: 'NOT_A_NUMBER' },
    { settings: 'percent', value: -1, code: 'TOO_SMALL' },
    { settings: 'percent', value: 101, code: 'TOO_BIG' },
  ],
  filters: [
    {
      values: [1, 2, 10, -3, null],
      cases: [
        { operator: 'equals', value: 10, matches: [2] },
        { operator: 'notEquals', value: 10, matches: [0, 1, 3, 4] },
        { operator: 'gt', value: 2, matches: [2] },
        { operator: 'gte', value: 2, matches: [1, 2] },
        { operator: 'lt', value: 1, matches: [3] },
        { operator: 'lte', value: 1, matches: [0, 3] },
        { operator: 'between', values: [1, 2], matches: [0, 1] },
        { operator: 'in', values: [1, -3], matches: [0, 3] },
        { operator: 'notIn', values: [1, -3], matches: [1, 2, 4] },
        { operator: 'isEmpty', matches: [4] },
        { operator: 'isNotEmpty', matches: [0, 1, 2, 3] },
      ],
    },
  ],
  badFilters: [
    { operator: 'equals', value: 'x' },
    { operator: 'contains', value: '1' },
    { operator: 'between', values: [1, 2, 3] },
  ],
  settingsChanges: [
    { before: { min: 1 }, after: { min: 1 }, change: 'same' },
    { before: { min: 1 }, after: {}, change: 'widening' },
    { before: {}, after: { max: 5 }, change: 'narrowing' },
    { before: { min: 1, max: 5 }, after: { min: 0, max: 4 }, change: 'narrowing' },
    { before: { min: 1, max: 5 }, after: { min: 0, max: 6 }, change: 'widening' },
  ],
}
