import { type FieldTypeFixtures, fixtureIds } from '../core/field-type-fixtures.ts'

const [item] = fixtureIds.items
const name = (text: string) => ({ friendlyName: { 'en-US': text } })

const title = { technicalName: 'title', ...name('Title'), type: 'text', required: 'onPublish' }
const color = {
  technicalName: 'color',
  ...name('Colour'),
  type: 'select',
  settings: { options: [{ code: 'red', label: { 'en-US': 'Red' } }] },
}
const related = {
  technicalName: 'related',
  ...name('Related'),
  type: 'links',
  settings: { contentTypeTechnicalNames: ['article'] },
}
const inner = (fields: unknown[], extra: object = {}) => ({
  technicalName: 'inner',
  ...name('Inner'),
  type: 'group',
  settings: { fields, ...extra },
})
const fields = [title, color, related, inner([title])]

export const group: FieldTypeFixtures = {
  type: 'group',
  settings: {
    default: { fields },
    pair: { fields: [title], min: 2, max: 2 },
    none: {},
    deep: { fields: [inner([inner([title])])] },
  },
  badSettings: [
    { fields: 'title' },
    { fields: [title, title] },
    { fields: [{ ...title, type: 'binary' }] },
    { fields: [{ ...title, type: 'mystery' }] },
    { fields: [{ ...title, unique: 'tenant' }] },
    { fields: [{ ...title, technicalName: 'constructor' }] },
    { fields: [{ ...title, settings: { maxLength: 0 } }] },
    { fields: [{ ...title, defaultValue: 5 }] },
    { fields: [inner([inner([inner([title])])])] },
    { fields: [title], min: 3, max: 2 },
  ],
  valid: [
    {
      value: [
        { title: ' One ', color: 'red', related: [item], inner: [{ title: 'Deep' }] },
        { title: 'Two', color: null },
      ],
      normalised: [{ title: 'One', color: 'red', related: [item], inner: [{ title: 'Deep' }] }, { title: 'Two' }],
      indexKeys: { number: [{ number: '2', qualifier: 'entries' }] },
      plainText: `One, Red, ${item}, Deep; Two`,
      searchText: 'One red Red Deep Two',
      references: [
        { kind: 'item', id: item, path: '[0].related[0]', allows: { contentTypeTechnicalNames: ['article'] } },
      ],
      delivered: [
        { title: 'One', color: 'red', related: [item], inner: [{ title: 'Deep' }] },
        { title: 'Two', color: null, related: null, inner: null },
      ],
    },
    { value: [{}, { title: '' }], normalised: null },
    { value: [], normalised: null },
    { settings: 'pair', value: [{ title: 'a' }, { title: 'b' }] },
    { settings: 'deep', value: [{ inner: [{ inner: [{ title: 'Down here' }] }] }] },
  ],
  invalid: [
    { value: { title: 'x' }, code: 'WRONG_TYPE' },
    { value: ['x'], code: 'WRONG_TYPE', path: '[0]' },
    { value: [{ title: 5 }], code: 'WRONG_TYPE', path: '[0].title' },
    { value: [{ title: 'x', other: 1 }], code: 'UNKNOWN_KEY', path: '[0].other' },
    { value: [{ color: 'red' }], code: 'REQUIRED', path: '[0].title' },
    { value: [{ title: 'x', color: 'green' }], code: 'UNKNOWN_OPTION', path: '[0].color' },
    { value: [{ title: 'x', related: [item, 'y'] }], code: 'NOT_AN_ID', path: '[0].related[1]' },
    { value: [{ title: 'x', inner: [{ title: 'x'.repeat(501) }] }], code: 'TOO_LONG', path: '[0].inner[0].title' },
    { settings: 'pair', value: [{ title: 'a' }], code: 'TOO_FEW' },
    { settings: 'pair', value: [{ title: 'a' }, { title: 'b' }, { title: 'c' }], code: 'TOO_MANY' },
    { settings: 'none', value: [{ title: 'a' }], code: 'UNKNOWN_KEY', path: '[0].title' },
  ],
  filters: [
    {
      values: [[{ title: 'a' }], null],
      cases: [
        { operator: 'isEmpty', matches: [1] },
        { operator: 'isNotEmpty', matches: [0] },
      ],
    },
  ],
  badFilters: [{ operator: 'equals', value: [] }],
  settingsChanges: [
    { before: { fields: [title] }, after: { fields: [title] }, change: 'same' },
    { before: { fields: [title] }, after: { fields: [title, color] }, change: 'widening' },
    { before: { fields: [title, color] }, after: { fields: [title] }, change: 'narrowing' },
    { before: { fields: [title] }, after: { fields: [{ ...title, type: 'longText' }] }, change: 'narrowing' },
    { before: { fields: [title] }, after: { fields: [{ ...title, settings: { maxLength: 5 } }] }, change: 'narrowing' },
    { before: { fields: [title] }, after: { fields: [{ ...title, required: 'never' }] }, change: 'widening' },
    { before: { max: 2 }, after: { max: 3 }, change: 'widening' },
  ],
}
