import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'
import { timeFilterFixture } from '../core/time-fixtures.ts'

export const date: FieldTypeFixtures = {
  type: 'date',
  settings: { default: {}, thisCentury: { min: '2001-01-01', max: '2100-12-31' } },
  badSettings: [{ min: 'x' }, { min: '2020-02-30' }, { min: '2021-01-01', max: '2020-01-01' }, { format: 'dd' }],
  valid: [
    { value: '2024-02-29', indexKeys: { text: ['2024-02-29'] }, plainText: 'Feb 29, 2024', uniqueKey: '2024-02-29' },
    { value: ' 0999-12-31 ', normalised: '0999-12-31' },
    { value: '', normalised: null },
    { settings: 'thisCentury', value: '2001-01-01' },
  ],
  invalid: [
    { value: '2023-02-29', code: 'NOT_A_DATE' },
    { value: '2023-13-01', code: 'NOT_A_DATE' },
    { value: '2023-1-1', code: 'NOT_A_DATE' },
    { value: '2023-01-01T00:00:00Z', code: 'NOT_A_DATE' },
    { value: '01.02.2023', code: 'NOT_A_DATE' },
    { value: 20230101, code: 'WRONG_TYPE' },
    { settings: 'thisCentury', value: '2000-12-31', code: 'TOO_EARLY' },
    { settings: 'thisCentury', value: '2101-01-01', code: 'TOO_LATE' },
  ],
  filters: [timeFilterFixture('1999-12-31', '2024-02-29', '2024-03-01')],
  badFilters: [
    { operator: 'equals', value: '2023-02-30' },
    { operator: 'startsWith', value: '2023' },
  ],
  settingsChanges: [
    { before: { min: '2020-01-01' }, after: { min: '2019-01-01' }, change: 'widening' },
    { before: { max: '2020-01-01' }, after: { max: '2019-01-01' }, change: 'narrowing' },
    { before: { max: '2020-01-01' }, after: {}, change: 'widening' },
    { before: {}, after: { min: '2019-01-01' }, change: 'narrowing' },
  ],
}
