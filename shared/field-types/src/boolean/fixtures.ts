import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

export const boolean: FieldTypeFixtures = {
  type: 'boolean',
  settings: { default: {}, named: { trueLabel: { 'en-US': 'In stock' }, falseLabel: { 'en-US': 'Sold out' } } },
  badSettings: [{ trueLabel: 'yes' }, { other: 1 }],
  valid: [
    { value: true, indexKeys: { text: ['true'] }, plainText: 'Yes', text: 'true' },
    { value: false, indexKeys: { text: ['false'] }, plainText: 'No', text: 'false' },
    { settings: 'named', value: false, plainText: 'Sold out' },
    { value: null, normalised: null },
  ],
  invalid: [
    { value: 'true', code: 'WRONG_TYPE' },
    { value: 1, code: 'WRONG_TYPE' },
    { value: [], code: 'WRONG_TYPE' },
  ],
  filters: [
    {
      values: [true, false, null],
      cases: [
        { operator: 'equals', value: true, matches: [0] },
        { operator: 'equals', value: false, matches: [1] },
        { operator: 'notEquals', value: true, matches: [1, 2] },
        { operator: 'in', values: [true, false], matches: [0, 1] },
        { operator: 'notIn', values: [true], matches: [1, 2] },
        { operator: 'isEmpty', matches: [2] },
        { operator: 'isNotEmpty', matches: [0, 1] },
      ],
    },
  ],
  badFilters: [
    { operator: 'equals', value: 'yes' },
    { operator: 'gt', value: true },
  ],
  settingsChanges: [{ before: {}, after: { trueLabel: { en: 'On' } }, change: 'same' }],
}
