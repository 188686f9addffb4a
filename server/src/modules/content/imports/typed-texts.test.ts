import { describe, expect, it } from '@rstest/core'
import { typedText } from './typed-texts.ts'

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
    ['1.5', 'point', '1.5'],
    ['0.1234', 'point', '0.1234'],
    ['1234.5678', 'point', '1234.5678'],
    // Not a separator of thousands: the field type says that it is no number.
    ['1,5', 'point', '1,5'],
    ['12,34', 'point', '12,34'],
    ['1,2345', 'point', '1,2345'],
    ['0,750', 'point', '0,750'],
    ['-0,750', 'point', '-0,750'],
    ['0.750', 'comma', '0.750'],
    ['0,750', 'comma', '0.750'],
    ['.5', 'point', '0.5'],
    ['-.5', 'point', '-0.5'],
    [',5', 'comma', '0.5'],
    ['1..5', 'point', '1..5'],
    ['abc', 'comma', 'abc'],
  ] as const)('%s with %s is %s', (text, numbers, expected) => {
    expect(typedText(text, 'decimal', { numbers, dates: 'iso' })).toBe(expected)
  })

  it('are read within prices and measures', () => {
    const comma = { numbers: 'comma', dates: 'iso' } as const
    expect(typedText('1.299,00 EUR; 12,5 USD', 'price', comma)).toBe('1299.00 EUR; 12.5 USD')
    expect(typedText('1,5 kg', 'measurement', comma)).toBe('1.5 kg')
    expect(typedText('0,750 kg', 'measurement', { ...comma, numbers: 'point' })).toBe('0,750 kg')
    expect(typedText('12.50 EUR; 1,299 USD', 'price', { ...comma, numbers: 'point' })).toBe('12.50 EUR; 1299 USD')
  })

  it('are left alone in texts', () => {
    expect(typedText('1.234,56', 'text', { numbers: 'comma', dates: 'dayFirst' })).toBe('1.234,56')
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
    // As they stand: the field type refuses them.
    ['04.03.2026', 'iso', '04.03.2026'],
    ['04.03.26', 'dayFirst', '04.03.26'],
    ['31/12-2026', 'dayFirst', '31/12-2026'],
    ['tomorrow', 'dayFirst', 'tomorrow'],
  ] as const)('%s with %s is %s', (text, dates, expected) => {
    expect(typedText(text, 'date', { numbers: 'point', dates })).toBe(expected)
  })

  it.each([
    ['2026-03-04T09:30:00+02:00', 'iso', '2026-03-04T09:30:00+02:00'],
    ['2026-03-04T09:30:00Z', 'iso', '2026-03-04T09:30:00Z'],
    ['2026-03-04 09:30', 'iso', '2026-03-04T09:30Z'],
    ['4.3.2026 9:30', 'dayFirst', '2026-03-04T09:30Z'],
    ['2026-03-04', 'iso', '2026-03-04T00:00:00Z'],
    ['2026-03-04T09:30:00.250', 'iso', '2026-03-04T09:30:00.250Z'],
  ] as const)('%s with %s is the moment %s', (text, dates, expected) => {
    expect(typedText(text, 'dateTime', { numbers: 'point', dates })).toBe(expected)
  })
})
