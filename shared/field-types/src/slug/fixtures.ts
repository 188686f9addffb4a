import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'
import { textFilterFixture } from '../core/text-fixtures.ts'

export const slug: FieldTypeFixtures = {
  type: 'slug',
  settings: { default: {}, short: { maxLength: 5 }, sourced: { sourceField: 'title' } },
  badSettings: [{ maxLength: 0 }, { maxLength: 500 }, { sourceField: 'not a name' }],
  valid: [
    {
      value: ' Canon EOS_70D ',
      normalised: 'canon-eos-70d',
      indexKeys: { text: ['canon-eos-70d'] },
      uniqueKey: 'canon-eos-70d',
      text: 'canon-eos-70d',
    },
    { value: 'a' },
    { value: '', normalised: null },
  ],
  invalid: [
    { value: 5, code: 'WRONG_TYPE' },
    { value: 'für', code: 'NOT_A_SLUG' },
    { value: 'a/b', code: 'NOT_A_SLUG' },
    { value: '../etc', code: 'NOT_A_SLUG' },
    { value: '-a', code: 'NOT_A_SLUG' },
    { value: 'a-', code: 'NOT_A_SLUG' },
    { settings: 'short', value: 'abcdef', code: 'TOO_LONG' },
  ],
  filters: [textFilterFixture('apple', 'canon-eos', 'nikon')],
  badFilters: [
    { operator: 'equals', value: 1 },
    { operator: 'any', values: ['a'] },
  ],
  settingsChanges: [
    { before: {}, after: { maxLength: 5 }, change: 'narrowing' },
    { before: { maxLength: 5 }, after: { maxLength: 6 }, change: 'widening' },
    { before: {}, after: { sourceField: 'title' }, change: 'same' },
  ],
}
