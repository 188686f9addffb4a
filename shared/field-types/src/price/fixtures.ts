import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'

const eur = (amount: number | string) => ({ amount, currency: 'EUR' })
const usd = (amount: number | string) => ({ amount, currency: 'USD' })

export const price: FieldTypeFixtures = {
  type: 'price',
  settings: { default: {}, shop: { currencies: ['EUR', 'USD'], min: 0, max: '1000', scale: 2 } },
  badSettings: [{ currencies: ['XYZ'] }, { currencies: [] }, { min: 2, max: 1 }, { scale: -1 }],
  valid: [
    {
      value: [eur('10.00'), usd(14)],
      indexKeys: {
        number: [
          { number: '10', qualifier: 'EUR' },
          { number: '14', qualifier: 'USD' },
        ],
      },
      plainText: '10.00 EUR, 14 USD',
      text: '10.00 EUR; 14 USD',
      delivered: [eur('10.00'), usd('14')],
    },
    { value: [{ amount: ' 1 000.5 ', currency: 'eur' }], normalised: [eur('1000.5')] },
    { value: [eur('0750'), usd('-0')], normalised: [eur('750'), usd('0')], delivered: [eur('750'), usd('0')] },
    { value: [eur(''), usd('1')], normalised: [usd('1')] },
    { value: [eur('')], normalised: null },
    { value: [], normalised: null },
    { settings: 'shop', value: [usd('1000.00')] },
  ],
  invalid: [
    { value: 5, code: 'WRONG_TYPE' },
    { value: eur(5), code: 'WRONG_TYPE' },
    { value: [5], code: 'WRONG_TYPE', path: '[0]' },
    { value: [{ amount: 5 }], code: 'WRONG_TYPE', path: '[0].currency' },
    { value: [{ ...eur(5), tax: 1 }], code: 'UNKNOWN_KEY', path: '[0]' },
    { value: [eur('x')], code: 'NOT_A_NUMBER', path: '[0].amount' },
    { value: [{ amount: 5, currency: 'XYZ' }], code: 'UNKNOWN_CURRENCY', path: '[0].currency' },
    { value: [eur(1), eur(2)], code: 'DUPLICATE', path: '[1]' },
    { settings: 'shop', value: [{ amount: 5, currency: 'GBP' }], code: 'CURRENCY_NOT_ALLOWED', path: '[0]' },
    { settings: 'shop', value: [eur(-1)], code: 'TOO_SMALL', path: '[0].amount' },
    { settings: 'shop', value: [eur('1000.01')], code: 'TOO_BIG', path: '[0].amount' },
    { settings: 'shop', value: [eur('1.001')], code: 'TOO_PRECISE', path: '[0].amount' },
  ],
  filters: [
    {
      values: [[eur('9.99'), usd(20)], [eur(10)], [usd(5)], null],
      cases: [
        { operator: 'equals', value: eur('10.00'), matches: [1] },
        { operator: 'notEquals', value: eur('10.00'), matches: [0, 2, 3] },
        { operator: 'gt', value: eur('9.99'), matches: [1] },
        { operator: 'gte', value: { amount: '9.990', currency: 'eur' }, matches: [0, 1] },
        { operator: 'lt', value: usd(20), matches: [2] },
        { operator: 'lte', value: usd(20), matches: [0, 2] },
        { operator: 'between', values: [eur(1), eur(10)], matches: [0, 1] },
        { operator: 'isEmpty', matches: [3] },
        { operator: 'isNotEmpty', matches: [0, 1, 2] },
      ],
    },
  ],
  badFilters: [
    { operator: 'equals', value: 5 },
    { operator: 'equals', value: { amount: 5, currency: 'XYZ' } },
    { operator: 'between', values: [eur(1), usd(2)] },
    { operator: 'in', values: [eur(1)] },
  ],
  settingsChanges: [
    { before: { currencies: ['EUR'] }, after: { currencies: ['USD', 'EUR'] }, change: 'widening' },
    { before: {}, after: { currencies: ['EUR'] }, change: 'narrowing' },
    { before: { currencies: ['EUR'] }, after: {}, change: 'widening' },
    { before: { scale: 2 }, after: { scale: 3 }, change: 'widening' },
  ],
}
