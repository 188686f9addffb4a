import { describe, expect, it } from '@rstest/core'
import { baseUnitOf, familyOf, inBaseUnit, unitFamilies, unitsOf } from './units.ts'

describe('the units', () => {
  it('are each known in one family only', () => {
    const all = unitFamilies.flatMap(unitsOf)
    expect(new Set(all).size).toBe(all.length)
  })

  it('start in each family with its base', () => {
    for (const family of unitFamilies) {
      expect(inBaseUnit(1, baseUnitOf(family))).toEqual({ number: '1', baseUnit: baseUnitOf(family) })
      expect(familyOf(baseUnitOf(family))).toBe(family)
    }
  })

  it.each([
    ['1', 'MILE', '1609.344'],
    ['12', 'INCH', '0.3048'],
    ['0.1', 'NAUTICAL_MILE', '185.2'],
    ['1', 'POUND', '0.45359237'],
    ['16', 'OUNCE', '0.45359237'],
    ['1', 'ACRE', '4046.8564224'],
    ['231', 'CUBIC_INCH', '0.003785411784'],
    ['-40', 'FAHRENHEIT', '233.15'],
    ['-40', 'CELSIUS', '233.15'],
    ['491.67', 'RANKINE', '273.15'],
    ['18', 'KILOMETER_PER_HOUR', '5'],
    ['8', 'BIT', '1'],
    ['1', 'GIBIBYTE', '1073741824'],
    ['3600', 'COULOMB', '1'],
    ['760', 'TORR', '101325'],
    ['60', 'ARC_MINUTE', '1'],
    ['1', 'PSI', '6894.757293168361336722673445'],
  ])('make %s %s exactly %s of the base', (amount, unit, number) => {
    expect(inBaseUnit(amount, unit)?.number.slice(0, 29)).toBe(number)
  })

  it('lose no digit of a long amount', () => {
    expect(inBaseUnit('0.1234567890123456789012345678901234567891', 'MILLIMETER')?.number).toBe(
      '0.0001234567890123456789012345678901234567891',
    )
  })
})
