import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'
import { textFilterFixture } from '../core/text-fixtures.ts'

export const email: FieldTypeFixtures = {
  type: 'email',
  settings: { default: {} },
  badSettings: [{ domains: [] }],
  valid: [
    { value: ' Ann.Berg@Example.COM ', normalised: 'Ann.Berg@example.com', uniqueKey: 'ann.berg@example.com' },
    { value: "o'neil+shop@sub.example.co.uk" },
    { value: 'jürgen@bücher.example' },
    { value: '', normalised: null },
  ],
  invalid: [
    { value: 'ann', code: 'NOT_AN_EMAIL' },
    { value: 'ann@example', code: 'NOT_AN_EMAIL' },
    { value: 'ann@@example.com', code: 'NOT_AN_EMAIL' },
    { value: 'ann berg@example.com', code: 'NOT_AN_EMAIL' },
    { value: 'a@b.com,c@d.com', code: 'NOT_AN_EMAIL' },
    { value: '<a@b.com>', code: 'NOT_AN_EMAIL' },
    { value: 'a..b@example.com', code: 'NOT_AN_EMAIL' },
    { value: `${'a'.repeat(250)}@example.com`, code: 'TOO_LARGE' },
    { value: 1, code: 'WRONG_TYPE' },
  ],
  filters: [textFilterFixture('ann@example.com', 'bea@example.com', 'cleo@example.com')],
  badFilters: [{ operator: 'equals', value: {} }],
  settingsChanges: [{ before: {}, after: {}, change: 'same' }],
}
