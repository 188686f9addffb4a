import { z } from 'zod'
import { type Decimal, type DecimalValue, parseDecimal, tidyDecimal, wholeDigits } from './decimal.ts'
import { report, wrongType } from './issue.ts'

type Context = Parameters<typeof report>[0]

/** An exact number, as a number or as text with all its digits. */
export const exactNumber: z.ZodType<DecimalValue> = z
  .union([z.number(), z.string()], wrongType('a number'))
  .superRefine((value, context) => {
    if (parseDecimal(value) === null) report(context, 'NOT_A_NUMBER', 'is not a number')
  })

/** As an operand of a filter: tidied as a value would be. */
export const exactOperand = z.preprocess(tidyDecimal, exactNumber)

export interface DecimalBounds {
  readonly min?: DecimalValue | undefined
  readonly max?: DecimalValue | undefined
  /** Digits behind the point. */
  readonly scale?: number | undefined
  /** Digits before and behind the point. */
  readonly precision?: number | undefined
}

const isBelow = (a: Decimal, b: Decimal): boolean =>
  a.digits * 10n ** BigInt(b.scale) < b.digits * 10n ** BigInt(a.scale)

export const reportBounds = (
  context: Context,
  value: Decimal,
  { min, max, scale, precision }: DecimalBounds,
  path: PropertyKey[] = [],
): void => {
  const [least, most] = [parseDecimal(min), parseDecimal(max)]
  if (least !== null && isBelow(value, least))
    report(context, 'TOO_SMALL', `is less than ${min}`, { min: String(min) }, path)
  if (most !== null && isBelow(most, value))
    report(context, 'TOO_BIG', `is more than ${max}`, { max: String(max) }, path)
  if (scale !== undefined && value.scale > scale)
    report(context, 'TOO_PRECISE', `has more than ${scale} decimals`, { scale }, path)
  if (precision !== undefined && wholeDigits(value) + value.scale > precision)
    report(context, 'TOO_PRECISE', `has more than ${precision} digits`, { precision }, path)
}

export const boundsAreOrdered = ({ min, max }: DecimalBounds): boolean => {
  const [least, most] = [parseDecimal(min), parseDecimal(max)]
  return least === null || most === null || !isBelow(most, least)
}
