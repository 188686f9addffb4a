import type { Field } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { behaviourOf } from '../index.ts'

const fieldOf = (type: Field['type'], settings: Record<string, unknown> = {}) =>
  behaviourOf({ technicalName: 'it', friendlyName: {}, type, settings } as Field)
const read = (type: Field['type'], settings: Record<string, unknown>, text: string) => {
  const { value, issues } = fieldOf(type, settings).readText(text)
  return issues.length === 0 ? value : issues.map(({ code }) => code)
}

describe('an amount in a file', () => {
  it.each([
    ['12.5 KILOGRAM', {}, { amount: '12.5', unit: 'KILOGRAM' }],
    ['12.5 kg', {}, { amount: '12.5', unit: 'KILOGRAM' }],
    ['12.5kg', {}, { amount: '12.5', unit: 'KILOGRAM' }],
    [' -3  °C ', {}, { amount: '-3', unit: 'CELSIUS' }],
    ['12 kilograms', {}, { amount: '12', unit: 'KILOGRAM' }],
    ['7', { family: 'Weight', defaultUnit: 'GRAM' }, { amount: '7', unit: 'GRAM' }],
    ['7', { family: 'Weight', units: ['GRAM'] }, { amount: '7', unit: 'GRAM' }],
    ['7', { family: 'Weight', units: ['GRAM', 'KILOGRAM'] }, ['WRONG_TYPE']],
    ['7', {}, ['WRONG_TYPE']],
    ['heavy', {}, ['WRONG_TYPE']],
    ['5 1/2 kg', {}, ['WRONG_TYPE']],
    ['5 stones and some', {}, ['UNKNOWN_UNIT']],
    ['5 kg', { family: 'Length' }, ['UNIT_NOT_ALLOWED']],
  ] as const)('with a unit: %j with %j', (text, settings, expected) => {
    expect(read('measurement', settings, text)).toEqual(expected)
  })

  it.each([
    ['9.95 EUR', {}, [{ amount: '9.95', currency: 'EUR' }]],
    [
      '€9.95; 12 SEK',
      {},
      [
        { amount: '9.95', currency: 'EUR' },
        { amount: '12', currency: 'SEK' },
      ],
    ],
    ['9.95 €', {}, [{ amount: '9.95', currency: 'EUR' }]],
    ['12 kr', { currencies: ['EUR', 'SEK'] }, [{ amount: '12', currency: 'SEK' }]],
    ['12 kr', {}, ['UNKNOWN_CURRENCY']],
    ['9.95', { currencies: ['EUR'] }, [{ amount: '9.95', currency: 'EUR' }]],
    ['9.95', {}, ['WRONG_TYPE']],
    ['on request', {}, ['WRONG_TYPE']],
  ] as const)('with a currency: %j with %j', (text, settings, expected) => {
    expect(read('price', settings, text)).toEqual(expected)
  })

  it.each([
    ['Ja', {}, true],
    ['nej', {}, false],
    ['X', {}, true],
    ['Available', { trueLabel: { 'en-US': 'Available' } }, true],
    ['no', { trueLabel: { 'pl-PL': 'No' } }, true],
    ['perhaps', {}, ['WRONG_TYPE']],
  ] as const)('yes and no: %j with %j', (text, settings, expected) => {
    expect(read('boolean', settings, text)).toEqual(expected)
  })
})
