import { type Decimal, type DecimalValue, divided, formatDecimal, parseDecimal } from '../core/decimal.ts'
import { families, type Row } from './unit-families.ts'

interface Unit {
  readonly symbol: string
  readonly factor: string
  readonly offset?: string
}

export type UnitFamily = keyof typeof families
export const unitFamilies = Object.keys(families) as [UnitFamily, ...UnitFamily[]]

const unitsByCode = new Map<string, Unit & { family: UnitFamily }>()
for (const family of unitFamilies)
  for (const [code, symbol, factor, offset] of families[family] as readonly Row[])
    unitsByCode.set(code, { symbol, factor, family, ...(offset === undefined ? {} : { offset }) })

export const unitsOf = (family: UnitFamily): string[] => families[family].map(([code]) => code)
export const baseUnitOf = (family: UnitFamily): string => families[family][0][0]
export const familyOf = (unit: string): UnitFamily | undefined => unitsByCode.get(unit)?.family
export const unitSymbol = (unit: string): string => unitsByCode.get(unit)?.symbol ?? unit

interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const fractionOf = (text: string): Fraction => {
  const [over, under] = text.split('/').map(parseDecimal)
  if (over === null || over === undefined) throw new Error(`${text} is not a factor.`)
  const by: Decimal = under ?? { digits: 1n, scale: 0 }
  return { numerator: over.digits * 10n ** BigInt(by.scale), denominator: by.digits * 10n ** BigInt(over.scale) }
}

/** More than any factor has, so that what comes out even stays exact; a third stops here. */
const places = 30

/** The amount in the base unit of the unit's family, exact; null for an unknown unit or no number. */
export const inBaseUnit = (amount: DecimalValue, unit: string): { number: string; baseUnit: string } | null => {
  const known = unitsByCode.get(unit)
  const number = parseDecimal(amount)
  if (known === undefined || number === null) return null
  const factor = fractionOf(known.factor)
  const offset = fractionOf(known.offset ?? '0')
  const scale = 10n ** BigInt(number.scale)
  const numerator =
    number.digits * factor.numerator * offset.denominator + offset.numerator * factor.denominator * scale
  const denominator = scale * factor.denominator * offset.denominator
  const digits = places + number.scale
  return { number: formatDecimal(divided(numerator, denominator, digits)), baseUnit: baseUnitOf(known.family) }
}
