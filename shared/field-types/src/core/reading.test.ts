import type { Field } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { behaviourOf, openParts, proposeReading, unknownCells, unknownCodes } from '../index.ts'
import type { Reading } from './reading.ts'

const field = (type: Field['type'], settings: Field['settings'] = {}): Field => ({
  technicalName: type,
  friendlyName: {},
  type,
  settings,
})
const read = (each: Field, text: string, reading: Reading) => {
  const { value, open } = behaviourOf(each).readText(text, reading)
  return open ?? value
}

describe('numbers of a file', () => {
  it.each([
    ['1.234,56', 'comma', '1234.56'],
    ['1234,5', 'comma', '1234.5'],
    ['1 234 567', 'comma', '1234567'],
    ['1.234', 'comma', '1234'],
    ['-1.234,5', 'comma', '-1234.5'],
    ['−5,25', 'comma', '-5.25'],
    ['0,5', 'comma', '0.5'],
    ['12', 'comma', '12'],
    ['1,234.56', 'point', '1234.56'],
    ["1'234.50", 'point', '1234.50'],
    ['1,234,567', 'point', '1234567'],
    ['0.1234', 'point', '0.1234'],
    // Not a separator of thousands.
    ['1,5', 'point', null],
    ['12,34', 'point', null],
    ['0,750', 'point', null],
    ['-0,750', 'point', null],
    ['0.750', 'comma', '0.750'],
    ['0,750', 'comma', '0.750'],
    ['.5', 'point', '0.5'],
    ['-.5', 'point', '-0.5'],
    [',5', 'comma', '0.5'],
    ['1..5', 'point', null],
    ['abc', 'comma', null],
    // Nobody has said how they are written: what can be read in one way alone is that.
    ['1.5', undefined, '1.5'],
    ['1,5', undefined, '1.5'],
    ['0,750', undefined, '0.750'],
    ['1.234,5', undefined, '1234.5'],
    ['1250', undefined, '1250'],
    ['1,250', undefined, 'numbers'],
    ['1.250', undefined, 'numbers'],
    ['x', undefined, null],
  ] as const)('%s with %s is %s', (text, numbers, expected) => {
    expect(read(field('decimal'), text, numbers === undefined ? {} : { numbers })).toBe(expected)
  })

  it('are read within prices and measures', () => {
    const prices = read(field('price'), '1.299,00 EUR; 12,5 USD', { numbers: 'comma' })
    expect(prices).toEqual([
      { amount: '1299.00', currency: 'EUR' },
      { amount: '12.5', currency: 'USD' },
    ])
    expect(read(field('measurement'), '0,750 kg', {})).toEqual({ amount: '0.750', unit: 'KILOGRAM' })
    expect(read(field('measurement'), '1.250 kg', {})).toBe('numbers')
    expect(read(field('integer'), '1.250', {})).toBe(1250)
  })
})

describe('units and currencies', () => {
  const weight = field('measurement', { family: 'Weight', defaultUnit: 'GRAM' })
  const euro = field('price', { currencies: ['EUR'] })

  it('that nothing names are open, also where the field has a usual one', () => {
    expect(read(weight, '1.5', {})).toBe('unit')
    expect(read(euro, '9.95', {})).toBe('currency')
  })

  it('are those of the column, or what the cell says', () => {
    expect(read(weight, '1.5', { unit: 'KILOGRAM' })).toEqual({ amount: '1.5', unit: 'KILOGRAM' })
    expect(read(weight, '1.5 g', { unit: 'KILOGRAM' })).toEqual({ amount: '1.5', unit: 'GRAM' })
    expect(read(euro, '9.95', { currency: 'EUR' })).toEqual([{ amount: '9.95', currency: 'EUR' }])
  })

  it('are the usual ones where a mapping has no readings', () => {
    expect(read(weight, '1.5', { numbers: 'point', isUsual: true })).toEqual({ amount: '1.5', unit: 'GRAM' })
  })
})

describe('dates of a file', () => {
  it.each([
    ['2026-03-04', 'monthFirst', '2026-03-04'],
    ['2026/3/4', 'iso', '2026-03-04'],
    ['20260304', 'iso', '2026-03-04'],
    ['04.03.2026', 'dayFirst', '2026-03-04'],
    ['4/3/2026', 'dayFirst', '2026-03-04'],
    ['3/4/2026', 'monthFirst', '2026-03-04'],
    ['2026-03-04T00:00:00', 'iso', '2026-03-04'],
    ['04.03.2026', undefined, '2026-03-04'],
    ['28/12/2026', undefined, '2026-12-28'],
    ['12/28/2026', undefined, '2026-12-28'],
    ['04/04/2026', undefined, '2026-04-04'],
    ['03/04/2026', undefined, 'dates'],
    // As they stand: the field type refuses them.
    ['04.03.2026', 'iso', '04.03.2026'],
    ['04.03.26', 'dayFirst', '04.03.26'],
    ['31/12-2026', 'dayFirst', '31/12-2026'],
    ['tomorrow', undefined, 'tomorrow'],
  ] as const)('%s with %s is %s', (text, dates, expected) => {
    expect(read(field('date'), text, dates === undefined ? {} : { dates })).toBe(expected)
  })

  it.each([
    ['2026-03-04T09:30:00+02:00', {}, '2026-03-04T07:30:00.000Z'],
    ['2026-03-04 09:30', { timeZone: 'UTC' }, '2026-03-04T09:30:00.000Z'],
    ['04.03.2026 14:30', { timeZone: 'Europe/Berlin' }, '2026-03-04T13:30:00.000Z'],
    ['04.07.2026 14:30', { timeZone: 'Europe/Berlin' }, '2026-07-04T12:30:00.000Z'],
    ['2026-03-04 14:30', { timeZone: 'Asia/Kolkata' }, '2026-03-04T09:00:00.000Z'],
    ['2026-03-04', { timeZone: 'America/New_York' }, '2026-03-04T05:00:00.000Z'],
    // Clocks are set back from 3 to 2, and forward from 2 to 3.
    ['2026-10-25 02:30', { timeZone: 'Europe/Berlin' }, '2026-10-25T00:30:00.000Z'],
    ['2026-03-29 02:30', { timeZone: 'Europe/Berlin' }, '2026-03-29T00:30:00.000Z'],
    ['2026-03-04 14:30', {}, 'timeZone'],
    ['2026-03-04 14:30', { isUsual: true }, '2026-03-04T14:30:00.000Z'],
  ] as const)('%s with %o is the moment %s', (text, reading, expected) => {
    expect(read(field('dateTime'), text, reading)).toBe(expected)
  })
})

describe('options', () => {
  const options = [
    { code: 'red', label: { 'en-US': 'Crimson', 'de-DE': 'Rot' } },
    { code: 'blue', label: { 'de-DE': 'Blau' } },
    { code: 'navy', label: { 'de-DE': 'blau' } },
  ]

  it('are named by code or label, in any language and any case', () => {
    for (const text of ['red', 'RED', ' Rot ', 'crimson'])
      expect(read(field('select', { options }), text, {})).toBe('red')
    expect(read(field('multiSelect', { options }), 'Rot, NAVY', {})).toEqual(['red', 'navy'])
  })

  it('that have one label together are none', () => {
    expect(read(field('select', { options }), 'Blau', {})).toBe('Blau')
  })

  it('are named by the words of the file that somebody has said to mean them, also within a list', () => {
    const values = [
      { from: 'Rosso', to: 'red' },
      { from: 'none', to: '' },
    ]
    expect(read(field('select', { options }), 'rosso', { values })).toBe('red')
    expect(read(field('select', { options }), 'None', { values })).toBeNull()
    expect(read(field('multiSelect', { options }), 'Rosso | navy', { values, list: '|' })).toEqual(['red', 'navy'])
    expect(read(field('boolean'), 'Si', { values: [{ from: 'si', to: 'true' }] })).toBe(true)
    expect(unknownCells(field('select', { options }), { values }, ['Rosso', 'verde', 'red', 'verde'], 5)).toEqual([
      'verde',
    ])
  })

  it('are codes alone where texts are as this product writes them', () => {
    expect(read(field('select', { options }), 'Rot', { isExact: true })).toBe('Rot')
  })
})

describe('the reading that is proposed', () => {
  it.each([
    ['decimal', ['1,5', '2'], { numbers: 'comma' }],
    ['decimal', ['1.234,50'], { numbers: 'comma' }],
    ['decimal', ['0,750', '1,250'], { numbers: 'comma' }],
    ['decimal', ['0.750', '1.250'], { numbers: 'point' }],
    ['decimal', ['1,234.50', '1.5'], { numbers: 'point' }],
    ['decimal', ['1,234'], {}],
    ['text', ['1,5'], {}],
    ['date', ['03/04/2026', '25/12/2025'], { dates: 'dayFirst' }],
    ['date', ['03/04/2026', '12/25/2025'], { dates: 'monthFirst' }],
    ['date', ['01.12.2026', '28.12.2026'], { dates: 'dayFirst' }],
    ['date', ['03/04/2026'], {}],
    ['links', ['a|b', 'c'], { list: '|' }],
    ['links', ['a;b', 'c,d'], {}],
    ['richText', ['# Title\n\nWords', 'plain words'], { markup: 'markdown' }],
    ['richText', ['See [us](https://a.example)'], { markup: 'markdown' }],
    ['richText', ['A **strong** word'], { markup: 'markdown' }],
    ['richText', ['- one\n- two'], { markup: 'markdown' }],
    ['richText', ['<ul><li>one</li></ul>', '* <b>x</b>'], { markup: 'html' }],
    ['richText', ['5 * 3 and #2', '-5', 'a_b_c'], { markup: 'html' }],
  ] as const)('of %s with %o is %o', (type, cells, expected) => {
    expect(proposeReading(field(type), { heading: 'x', cells })).toEqual(expected)
  })

  it('says what it leaves open, with the first cell of it', () => {
    const open = openParts(field('measurement', { family: 'Weight' }), {}, ['0,5 kg', '1,250 kg', '3', '4'])
    expect([...open]).toEqual([
      ['numbers', '1,250 kg'],
      ['unit', '3'],
    ])
  })
})

describe('an amount whose unit or currency stands in another column', () => {
  const weight = field('measurement', { family: 'Weight' })
  const price = field('price', { currencies: ['EUR', 'SEK'] })
  const beside = (each: Field, text: string, code: string, reading: Reading = {}) => {
    const { value, open, wrongCode } = behaviourOf(each).readTextBeside(text, code, { codeColumn: 'unit', ...reading })
    return open ?? (wrongCode ? [wrongCode.text, wrongCode.isOther] : value)
  }
  it.each([
    ['1.5', 'kg', { amount: '1.5', unit: 'KILOGRAM' }],
    ['1,5', ' GRAM ', { amount: '1.5', unit: 'GRAM' }],
    ['1.5 kg', 'kilograms', { amount: '1.5', unit: 'KILOGRAM' }],
    // It says two things.
    ['1.5 g', 'kg', ['kg', true]],
    // Of another family, and of none.
    ['1.5', 'm', ['m', false]],
    ['1.5', 'Stück', ['Stück', false]],
    ['1.5', '', 'unit'],
    ['1,250', 'kg', 'numbers'],
    ['', 'Stück', null],
  ])('%s beside %s is %o', (text, code, expected) => {
    expect(beside(weight, text, code)).toEqual(expected)
  })

  it('has a currency alike, and words of the file for it', () => {
    expect(beside(price, '9.95', '€')).toEqual([{ amount: '9.95', currency: 'EUR' }])
    expect(beside(price, '9.95', 'Kronor')).toEqual(['Kronor', false])
    const values = [{ from: 'kronor', to: 'SEK' }]
    expect(beside(price, '9.95', 'Kronor', { values })).toEqual([{ amount: '9.95', currency: 'SEK' }])
    expect(unknownCodes(price, { values }, ['kronor', 'eur', ' ', 'Taler', 'USD'], 5)).toEqual(['Taler', 'USD'])
  })

  it('leaves how numbers are written open, and no unit', () => {
    expect([...openParts(weight, { codeColumn: 'unit' }, ['2', '1,250']).keys()]).toEqual(['numbers'])
  })
})
