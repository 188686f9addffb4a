import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

export const duration: FieldTypeFixtures = {
  type: 'duration',
  settings: { default: {} },
  badSettings: [{ max: 1 }],
  valid: [
    { value: 0, indexKeys: { number: [{ number: '0' }] }, plainText: '0:00:00', text: '0:00:00' },
    { value: 3_725, plainText: '1:02:05', text: '1:02:05', delivered: 'PT3725S' },
    { value: '', normalised: null },
  ],
  invalid: [
    { value: -1, code: 'NOT_A_NUMBER' },
    { value: '1:00:00', code: 'WRONG_TYPE' },
  ],
  filters: [
    {
      values: [60, 5, 3_600, null],
      cases: [
        { operator: 'equals', value: 5, matches: [1] },
        { operator: 'notEquals', value: 5, matches: [0, 2, 3] },
        { operator: 'in', values: [5, 60], matches: [0, 1] },
        { operator: 'notIn', values: [5, 60], matches: [2, 3] },
        { operator: 'gt', value: 60, matches: [2] },
        { operator: 'gte', value: 60, matches: [0, 2] },
        { operator: 'lt', value: 60, matches: [1] },
        { operator: 'lte', value: 60, matches: [0, 1] },
        { operator: 'between', values: [10, 100], matches: [0] },
        { operator: 'isEmpty', matches: [3] },
        { operator: 'isNotEmpty', matches: [0, 1, 2] },
      ],
    },
  ],
  badFilters: [{ operator: 'contains', value: '1' }],
  settingsChanges: [{ before: {}, after: {}, change: 'same' }],
}
