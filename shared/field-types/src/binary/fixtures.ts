import { type FieldTypeFixtures, fixtureIds } from '../core/field-type-fixtures.ts'

const [first, second] = fixtureIds.binaries

export const binary: FieldTypeFixtures = {
  type: 'binary',
  settings: { default: {} },
  badSettings: [{ mimeTypes: ['png'] }, { mimeTypes: [] }, { maxBytes: 0 }],
  valid: [
    {
      value: first,
      indexKeys: { refs: [{ kind: 'binary', id: first }] },
      references: [{ kind: 'binary', id: first, path: '' }],
      text: first,
    },
    { value: second.toUpperCase(), normalised: second },
    { value: '', normalised: null },
  ],
  invalid: [
    { value: 'photo.jpg', code: 'NOT_AN_ID' },
    { value: { binaryId: first }, code: 'WRONG_TYPE' },
  ],
  filters: [
    {
      values: [first, second, null],
      cases: [
        { operator: 'equals', value: second, matches: [1] },
        { operator: 'in', values: [first, second], matches: [0, 1] },
        { operator: 'isEmpty', matches: [2] },
        { operator: 'isNotEmpty', matches: [0, 1] },
      ],
    },
  ],
  badFilters: [{ operator: 'equals', value: 'x' }],
  settingsChanges: [
    { before: { mimeTypes: ['image/png'] }, after: { mimeTypes: ['image/png', 'image/jpeg'] }, change: 'widening' },
    { before: {}, after: { maxBytes: 5 }, change: 'narrowing' },
  ],
}
