import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'
import { timeFilterFixture } from '../core/time-fixtures.ts'

export const dateTime: FieldTypeFixtures = {
  type: 'dateTime',
  settings: { default: {}, year: { min: '2026-01-01T00:00:00Z', max: '2026-12-31T23:59:59+00:00' } },
  badSettings: [{ min: 'x' }, { min: '2026-01-01' }, { min: '2021-01-01T00:00:00Z', max: '2020-01-01T00:00:00Z' }],
  valid: [
    {
      value: '2026-02-28T13:45:00Z',
      normalised: '2026-02-28T13:45:00.000Z',
      indexKeys: { text: ['2026-02-28T13:45:00.000Z'] },
      text: '2026-02-28T13:45:00.000Z',
    },
    { value: '2026-02-28T00:30+01:00', normalised: '2026-02-27T23:30:00.000Z' },
    { value: '2024-02-29T12:00:00.123456789-05:30', normalised: '2024-02-29T17:30:00.123Z' },
    { value: '', normalised: null },
    { settings: 'year', value: '2026-12-31T23:59:59Z', normalised: '2026-12-31T23:59:59.000Z' },
  ],
  invalid: [
    { value: '2026-02-28T13:45:00', code: 'NOT_A_TIME' },
    { value: '2026-02-28', code: 'NOT_A_TIME' },
    { value: '2026-02-30T13:45:00Z', code: 'NOT_A_TIME' },
    { value: '2026-02-28T24:00:00Z', code: 'NOT_A_TIME' },
    { value: '0001-01-01T00:00:00+23:00', code: 'NOT_A_TIME' },
    { value: 1_700_000_000_000, code: 'WRONG_TYPE' },
    { settings: 'year', value: '2025-12-31T23:59:59Z', code: 'TOO_EARLY' },
    { settings: 'year', value: '2027-01-01T00:00:00Z', code: 'TOO_LATE' },
  ],
  filters: [timeFilterFixture('1999-12-31T00:00:00Z', '2024-02-29T12:00:00+02:00', '2024-02-29T10:00:00.001Z')],
  badFilters: [
    { operator: 'equals', value: '2026-02-28' },
    { operator: 'contains', value: '2026' },
  ],
  settingsChanges: [
    { before: { min: '2026-01-01T01:00:00+01:00' }, after: { min: '2026-01-01T00:00:00Z' }, change: 'same' },
    { before: { min: '2026-01-01T00:00:00Z' }, after: {}, change: 'widening' },
    { before: {}, after: { max: '2026-01-01T00:00:00Z' }, change: 'narrowing' },
  ],
}
