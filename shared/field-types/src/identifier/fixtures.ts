import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'
import { textFilterFixture } from '../core/text-fixtures.ts'

export const identifier: FieldTypeFixtures = {
  type: 'identifier',
  settings: {
    default: {},
    gtin: { kind: 'gtin' },
    gtin13: { kind: 'gtin13' },
    ean: { kind: 'ean' },
    isbn: { kind: 'isbn' },
    coded: { pattern: '[A-Z]{2}\\d{4}', maxLength: 6, uniqueIgnoresCase: false },
  },
  badSettings: [{ kind: 'ssn' }, { pattern: '[' }, { maxLength: 0 }, { maxLength: 300 }],
  valid: [
    { value: ' AKNTS_BPXS ', normalised: 'AKNTS_BPXS', uniqueKey: 'aknts_bpxs', indexKeys: { text: ['aknts_bpxs'] } },
    { value: 12345, normalised: '12345' },
    { value: '', normalised: null },
    { settings: 'gtin', value: '4006381333931', uniqueKey: '04006381333931', indexKeys: { text: ['4006381333931'] } },
    { settings: 'gtin', value: '04006381333931', uniqueKey: '04006381333931' },
    { settings: 'gtin', value: '4006-3813 33931', normalised: '4006381333931' },
    { settings: 'gtin', value: '96385074' },
    { settings: 'gtin', value: '036000291452', text: '036000291452' },
    { settings: 'gtin', value: 36000291452, normalised: '036000291452' },
    { settings: 'gtin13', value: '036000291452', normalised: '0036000291452' },
    { settings: 'ean', value: '4006381333931' },
    { settings: 'isbn', value: '0-306-40615-2', normalised: '0306406152', uniqueKey: '9780306406157' },
    { settings: 'isbn', value: '080442957x', normalised: '080442957X' },
    { settings: 'isbn', value: '978-0-306-40615-7', normalised: '9780306406157', uniqueKey: '9780306406157' },
    { settings: 'coded', value: 'AB1234', uniqueKey: 'AB1234' },
  ],
  invalid: [
    { value: true, code: 'WRONG_TYPE' },
    { value: 1.5, code: 'WRONG_TYPE' },
    { value: 'x'.repeat(201), code: 'TOO_LARGE' },
    { settings: 'gtin', value: '4006381333932', code: 'CHECK_DIGIT' },
    { settings: 'gtin', value: '124', code: 'WRONG_LENGTH' },
    { settings: 'gtin', value: '400638133393A', code: 'PATTERN' },
    { settings: 'ean', value: '036000291453', code: 'WRONG_LENGTH' },
    { settings: 'gtin13', value: '96385075', code: 'WRONG_LENGTH' },
    { settings: 'isbn', value: '0306406153', code: 'CHECK_DIGIT' },
    { settings: 'isbn', value: '030640615', code: 'WRONG_LENGTH' },
    { settings: 'isbn', value: '1230306406157', code: 'PATTERN' },
    { settings: 'coded', value: 'ab1234', code: 'PATTERN' },
    { settings: 'coded', value: 'AB12345', code: 'TOO_LONG' },
  ],
  filters: [
    textFilterFixture('AKNTS_BPL', 'BKNTS_BPM', 'CKNTS_BPXS'),
    {
      settings: 'gtin',
      values: ['4006381333931', '96385074'],
      cases: [
        { operator: 'equals', value: '4006381 333931', matches: [0] },
        { operator: 'startsWith', value: '4006', matches: [0] },
      ],
    },
  ],
  badFilters: [
    { operator: 'equals', value: 5 },
    { operator: 'any', values: ['x'] },
  ],
  settingsChanges: [
    { before: { kind: 'ean' }, after: { kind: 'gtin' }, change: 'narrowing' },
    { before: { pattern: 'a' }, after: {}, change: 'widening' },
    { before: {}, after: { maxLength: 5 }, change: 'narrowing' },
  ],
}
