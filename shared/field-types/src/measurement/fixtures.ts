import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

const kg = (amount: number | string) => ({ amount, unit: 'KILOGRAM' })
const of = (amount: number | string, unit: string) => ({ amount, unit })

export const measurement: FieldTypeFixtures = {
  type: 'measurement',
  settings: {
    default: {},
    weight: { family: 'Weight', defaultUnit: 'GRAM', min: 0, max: 1500, scale: 3 },
    screen: { family: 'Length', units: ['INCH', 'CENTIMETER'], defaultUnit: 'INCH' },
  },
  badSettings: [
    { family: 'Beauty' },
    { family: 'Weight', units: ['METER'] },
    { family: 'Weight', defaultUnit: 'METER' },
    { units: ['PARSECS'] },
    { family: 'Length', units: ['INCH'], defaultUnit: 'METER' },
    { family: 'Length', min: 2, max: 1 },
    { min: 2 },
  ],
  valid: [
    {
      value: kg('1.5000'),
      indexKeys: { number: [{ number: '1.5', qualifier: 'KILOGRAM' }] },
      plainText: '1.5000 kg',
      text: '1.5000 KILOGRAM',
      delivered: kg('1.5000'),
    },
    { value: of(27, 'INCH'), indexKeys: { number: [{ number: '0.6858', qualifier: 'METER' }] }, plainText: '27 in' },
    { value: of(' 1.5 ', 'kilogram'), normalised: kg('1.5') },
    { value: of(32, 'FAHRENHEIT'), indexKeys: { number: [{ number: '273.15', qualifier: 'KELVIN' }] } },
    { value: of(0, 'CELSIUS'), indexKeys: { number: [{ number: '273.15', qualifier: 'KELVIN' }] } },
    { value: of(36, 'KILOMETER_PER_HOUR'), indexKeys: { number: [{ number: '10', qualifier: 'METER_PER_SECOND' }] } },
    { value: of('0.00000000000000000000000000000000001', 'GRAM') },
    { value: kg(1.5), delivered: kg('1.5') },
    { value: kg('1e3'), normalised: kg('1000'), delivered: kg('1000') },
    { value: of('', 'KILOGRAM'), normalised: null },
    { value: '', normalised: null },
    { settings: 'weight', value: kg('1.5') },
    { settings: 'screen', value: of('68.58', 'CENTIMETER') },
  ],
  invalid: [
    { value: 5, code: 'WRONG_TYPE' },
    { value: '5 kg', code: 'WRONG_TYPE' },
    { value: { amount: 5 }, code: 'WRONG_TYPE', path: '.unit' },
    { value: of(5, 'PARSECS'), code: 'UNKNOWN_UNIT', path: '.unit' },
    { value: of('x', 'METER'), code: 'NOT_A_NUMBER', path: '.amount' },
    { value: { ...kg(5), tare: 1 }, code: 'UNKNOWN_KEY' },
    { settings: 'weight', value: of(5, 'METER'), code: 'UNIT_NOT_ALLOWED', path: '.unit' },
    { settings: 'weight', value: kg('1.5001'), code: 'TOO_BIG', path: '.amount' },
    { settings: 'weight', value: kg('1.2345'), code: 'TOO_PRECISE', path: '.amount' },
    { settings: 'weight', value: of(-1, 'TON'), code: 'TOO_SMALL', path: '.amount' },
    { settings: 'screen', value: of(1, 'METER'), code: 'UNIT_NOT_ALLOWED', path: '.unit' },
  ],
  filters: [
    {
      values: [kg('1'), of(999, 'GRAM'), of(1, 'POUND'), of(1, 'METER'), null],
      cases: [
        { operator: 'equals', value: of('1000.0', 'gram'), matches: [0] },
        { operator: 'notEquals', value: kg(1), matches: [1, 2, 3, 4] },
        { operator: 'gt', value: of(999, 'GRAM'), matches: [0] },
        { operator: 'gte', value: kg('0.999'), matches: [0, 1] },
        { operator: 'lt', value: of(1, 'POUND'), matches: [] },
        { operator: 'lte', value: of(16, 'OUNCE'), matches: [2] },
        { operator: 'between', values: [of(1, 'POUND'), of(999, 'GRAM')], matches: [1, 2] },
        { operator: 'isEmpty', matches: [4] },
        { operator: 'isNotEmpty', matches: [0, 1, 2, 3] },
      ],
    },
  ],
  badFilters: [
    { operator: 'equals', value: 5 },
    { operator: 'between', values: [kg(1), of(1, 'METER')] },
    { operator: 'gt', value: of(1, 'PARSECS') },
  ],
  settingsChanges: [
    { before: { family: 'Weight' }, after: {}, change: 'widening' },
    { before: {}, after: { family: 'Weight' }, change: 'narrowing' },
    { before: { family: 'Weight' }, after: { family: 'Length' }, change: 'narrowing' },
    {
      before: { family: 'Weight', max: 1 },
      after: { family: 'Weight', max: 1000, defaultUnit: 'GRAM' },
      change: 'same',
    },
    { before: { family: 'Weight', max: 2 }, after: { family: 'Weight', max: 1 }, change: 'narrowing' },
    { before: { units: ['INCH'] }, after: { units: ['INCH', 'METER'] }, change: 'widening' },
  ],
}
