import type { ValueEditOf } from '@pim/contract'
import { type Decimal, type DecimalValue, formatDecimal, parseDecimal } from './decimal.ts'

type Calculate = ValueEditOf<'calculate'>
type Round = NonNullable<Calculate['round']>

const tens = (count: number): bigint => 10n ** BigInt(count)

function sum(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: a.digits * tens(scale - a.scale) + b.digits * tens(scale - b.scale), scale }
}

const minus = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })

/** `percent` of 5 is a twentieth more. */
const increased = (value: Decimal, percent: Decimal): Decimal => {
  const factor = sum({ digits: 100n, scale: 0 }, percent)
  return { digits: value.digits * factor.digits, scale: value.scale + factor.scale + 2 }
}

/** Whole steps in a number; half a step goes away from zero. */
function stepsIn(numerator: bigint, denominator: bigint, direction: Round['direction']): bigint {
  const down = numerator / denominator - (numerator % denominator < 0n ? 1n : 0n)
  const rest = numerator - down * denominator
  if (rest === 0n || direction === 'down') return down
  if (direction === 'up') return down + 1n
  const twice = rest * 2n
  return twice > denominator || (twice === denominator && numerator >= 0n) ? down + 1n : down
}

function rounded(value: Decimal, { step, ending, direction }: Round): Decimal {
  const [size, end] = [parseDecimal(step), parseDecimal(ending)]
  if (size === null || end === null || size.digits <= 0n) return value
  const above = sum(value, minus(end))
  const scale = Math.max(above.scale, size.scale)
  const stepSize = size.digits * tens(scale - size.scale)
  const steps = stepsIn(above.digits * tens(scale - above.scale), stepSize, direction)
  return sum({ digits: steps * size.digits, scale: size.scale }, end)
}

/** Without a zero at the end, but with as many decimals as the text had that it was made of. */
function written(value: Decimal, like: DecimalValue): DecimalValue {
  const text = formatDecimal(parseDecimal(formatDecimal(value)) ?? value)
  if (typeof like === 'number') {
    const number = Number(text)
    return formatDecimal(parseDecimal(number) ?? value) === text ? number : text
  }
  const [whole = '', fraction = ''] = text.split('.')
  const places = Math.max(fraction.length, like.split('.')[1]?.length ?? 0)
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`
}

/** Exact in every digit; what is no number stays as it is. `round`: where the edit says nothing of rounding. */
export function calculated(value: DecimalValue, edit: Calculate, round?: Round): DecimalValue {
  let number = parseDecimal(value)
  if (number === null) return value
  const [percent, add] = [parseDecimal(edit.percent), parseDecimal(edit.add)]
  if (percent !== null) number = increased(number, percent)
  if (add !== null) number = sum(number, add)
  const rounding = edit.round ?? round
  return written(rounding === undefined ? number : rounded(number, rounding), value)
}
