import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

const options = [
  { code: 'crewneck', label: { 'en-US': 'Crewneck', 'fr-FR': 'Ras du cou' } },
  { code: 'short_sleeve', label: { 'en-US': 'Short sleeve' } },
  { code: 'vneck' },
]

export const multiSelect: FieldTypeFixtures = {
  type: 'multiSelect',
  settings: { default: { options }, two: { options, min: 2, max: 2 } },
  badSettings: [{ options: {} }, { options, min: 2, max: 1 }, { options, max: 0 }],
  valid: [
    {
      value: ['crewneck', 'short_sleeve'],
      indexKeys: { text: ['crewneck', 'short_sleeve'] },
      plainText: 'Crewneck, Short sleeve',
      searchText: 'crewneck Crewneck Ras du cou short_sleeve Short sleeve',
      text: 'crewneck,short_sleeve',
    },
    { value: ['vneck', ' vneck', ''], normalised: ['vneck'] },
    { value: [], normalised: null },
    { settings: 'two', value: ['vneck', 'crewneck'] },
  ],
  invalid: [
    { value: 'vneck', code: 'WRONG_TYPE' },
    { value: ['green'], code: 'UNKNOWN_OPTION', path: '[0]' },
    { value: [1], code: 'WRONG_TYPE', path: '[0]' },
    { settings: 'two', value: ['vneck'], code: 'TOO_FEW' },
    { settings: 'two', value: ['vneck', 'crewneck', 'short_sleeve'], code: 'TOO_MANY' },
  ],
  filters: [
    {
      values: [['crewneck', 'vneck'], ['vneck'], ['short_sleeve', 'vneck'], null],
      cases: [
        { operator: 'any', values: ['crewneck', 'short_sleeve'], matches: [0, 2] },
        { operator: 'all', values: ['vneck', 'crewneck'], matches: [0] },
        { operator: 'notIn', values: ['crewneck'], matches: [1, 2, 3] },
        { operator: 'isEmpty', matches: [3] },
        { operator: 'isNotEmpty', matches: [0, 1, 2] },
      ],
    },
  ],
  badFilters: [
    { operator: 'any', values: [] },
    { operator: 'equals', value: 'vneck' },
  ],
  settingsChanges: [
    { before: { options }, after: { options, max: 3 }, change: 'narrowing' },
    { before: { options, max: 3 }, after: { options, max: 4 }, change: 'widening' },
    { before: { options }, after: { options: options.slice(1) }, change: 'narrowing' },
  ],
}
