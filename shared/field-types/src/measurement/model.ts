import { z } from 'zod'
import { codeOfSign, readAmountText } from '../core/amount-text.ts'
import { calculated } from '../core/calculate.ts'
import { allowed, changeBy, exact, least, most, rule, type SettingsChange, together } from '../core/change.ts'
import { type DecimalValue, decimalSetting, deliveredAmount, parseDecimal, tidyDecimal } from '../core/decimal.ts'
import { boundsAreOrdered, exactNumber, exactOperand, reportBounds } from '../core/exact-number.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { order, presence } from '../core/filter.ts'
import { report, wrongType } from '../core/issue.ts'
import { OpenReading, readNumbers, signOfHeading } from '../core/reading.ts'
import { unitSigns } from './unit-signs.ts'
import { familyOf, inBaseUnit, type UnitFamily, unitFamilies, unitSymbol, unitsOf } from './units.ts'

export interface Measure {
  amount: DecimalValue
  unit: string
}

const unit = z.string(wrongType('a unit')).superRefine((code, context) => {
  if (familyOf(code) === undefined) report(context, 'UNKNOWN_UNIT', `${code} is not a unit`, { unit: code })
})

const settingsSchema = z
  .strictObject({
    /** Left out: any unit of any family. */
    family: z.enum(unitFamilies).optional(),
    /** Left out: all of the family. */
    units: z.array(unit).min(1).optional(),
    defaultUnit: unit.optional(),
    /** Bounds are in `defaultUnit`, else in the base unit of the family. */
    min: decimalSetting.optional(),
    max: decimalSetting.optional(),
    scale: z.number().int().min(0).max(30).optional(),
  })
  .refine(boundsAreOrdered, { error: 'min is more than max', path: ['min'] })
  .refine(({ units = [], defaultUnit, family }) => [...units, defaultUnit ?? []].flat().every(isOf(family)), {
    error: 'are not all units of the family',
    path: ['units'],
  })
  .refine(({ units, defaultUnit }) => defaultUnit === undefined || (units?.includes(defaultUnit) ?? true), {
    error: 'is not one of the units',
    path: ['defaultUnit'],
  })
  .refine((settings) => settings.family !== undefined || (settings.min ?? settings.max) === undefined, {
    error: 'is needed where there are bounds',
    path: ['family'],
  })
export type MeasurementSettings = z.output<typeof settingsSchema>

function isOf(family: UnitFamily | undefined): (unit: string) => boolean {
  return (code) => family === undefined || familyOf(code) === family
}

const upper = (code: unknown): unknown => (typeof code === 'string' ? code.trim().toUpperCase() : code)

const tidy = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'amount' in value && 'unit' in value
    ? { ...value, amount: tidyDecimal(value.amount), unit: upper(value.unit) }
    : value

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && 'amount' in value && value.amount === null && 'unit' in value)

const measureSchema: z.ZodType<Measure> = z.strictObject(
  { amount: exactNumber, unit },
  { error: (issue) => (issue.code === 'invalid_type' ? 'is not an amount with a unit' : undefined) },
)

/** The exact number in the base unit of the family; `1 INCH` and `2.54 CENTIMETER` are equal. */
const keyOf = ({ amount, unit: code }: Measure): { number: string; qualifier: string } => {
  const based = inBaseUnit(amount, code)
  return { number: based?.number ?? '0', qualifier: based?.baseUnit ?? code }
}

const boundIn = (bound: DecimalValue | undefined, code: string | undefined): string | undefined =>
  bound === undefined ? undefined : code === undefined ? String(bound) : inBaseUnit(bound, code)?.number

const boundsInBase = ({ min, max, defaultUnit }: MeasurementSettings) => ({
  min: boundIn(min, defaultUnit),
  max: boundIn(max, defaultUnit),
})

const isSettled = (before: MeasurementSettings, after: MeasurementSettings): SettingsChange =>
  changeBy<{ min?: unknown; max?: unknown }>({ min: least, max: most })(boundsInBase(before), boundsInBase(after))

const bySettings = changeBy<MeasurementSettings>({ family: rule, units: allowed('everything'), scale: most })

const isAllowedIn = ({ family, units }: MeasurementSettings, code: string): boolean =>
  familyOf(code) !== undefined && isOf(family)(code) && (units?.includes(code) ?? true)

function usual({ defaultUnit, units }: MeasurementSettings): { unit?: string } {
  const unit = defaultUnit ?? (units?.length === 1 ? units[0] : undefined)
  return unit === undefined ? {} : { unit }
}

const unitOfSign = (sign: string, settings: MeasurementSettings, languageCode: string): string =>
  codeOfSign(sign, unitSigns.codesOf(sign, languageCode), {
    isCode: (code) => familyOf(code) !== undefined,
    isAllowed: (code) => isAllowedIn(settings, code),
  })

export const measurement = defineFieldType<Measure, MeasurementSettings>({
  type: 'measurement',
  keepsDigits: true,
  settingsSchema,
  settingsChange: (before, after) =>
    together([
      bySettings(before, after),
      before.family === after.family
        ? isSettled(before, after)
        : exact(before.min ?? before.max, after.min ?? after.max),
    ]),
  valueSchema: (settings) =>
    measureSchema.superRefine((value, context) => {
      const isAllowed = isOf(settings.family)(value.unit) && (settings.units?.includes(value.unit) ?? true)
      if (!isAllowed) report(context, 'UNIT_NOT_ALLOWED', `may not be in ${value.unit}`, { unit: value.unit }, ['unit'])
      const amount = parseDecimal(value.amount)
      const based = parseDecimal(keyOf(value).number)
      if (amount !== null) reportBounds(context, amount, { scale: settings.scale }, ['amount'])
      if (based !== null && isAllowed) reportBounds(context, based, boundsInBase(settings), ['amount'])
    }),
  normalise: (value) => {
    const tidied = tidy(value)
    return isBlank(tidied) ? null : tidied
  },
  isEmpty: isBlank,
  filter: {
    column: 'number',
    operators: ['equals', 'notEquals', ...order, ...presence],
    operandSchema: () => z.preprocess(tidy, z.strictObject({ amount: exactOperand, unit })),
    operandKey: (operand) => {
      const { number: value, qualifier } = keyOf(operand as Measure)
      return { value, qualifier }
    },
  },
  indexKeys: (value) => ({ number: [keyOf(value)] }),
  typedKeys: ({ numbers, sign, languageCode }, settings) =>
    numbers.flatMap((amount) =>
      unitSigns
        .codesOf(sign, languageCode)
        .filter(isOf(settings.family))
        .map((code) => keyOf({ amount, unit: code })),
    ),
  sortKey: (value) => ({ column: 'number', value: keyOf(value).number }),
  plainText: ({ amount, unit: code }) => `${amount} ${unitSymbol(code)}`,
  searchText: ({ amount, unit: code }) => `${amount} ${unitSymbol(code)}`,
  deliver: (value) => ({ ...value, amount: deliveredAmount(value.amount) }),
  readingParts: ['numbers', 'unit'],
  usualReading: usual,
  readText: (text, reading, settings, { languageCode = 'en' }) => {
    const named = reading.unit ?? (reading.isUsual ? usual(settings).unit : undefined)
    return readNumbers(text, reading, (plain) => {
      const { amount, sign } = readAmountText(plain) ?? {}
      if (amount === undefined || sign === undefined) return undefined
      if (sign !== '') return { amount, unit: unitOfSign(sign, settings, languageCode) }
      if (named !== undefined) return { amount, unit: named }
      return reading.isUsual ? undefined : new OpenReading('unit')
    })
  },
  readingCodes: (part, { family, units }) =>
    part === 'unit' ? (units ?? (family === undefined ? unitFamilies : [family]).flatMap(unitsOf)) : [],
  codeOf: (text, settings) => unitOfSign(text, settings, 'en'),
  readingOfHeading: (heading, settings) => {
    const unit = unitOfSign(signOfHeading(heading), settings, 'en')
    return isAllowedIn(settings, unit) ? { unit } : {}
  },
  toText: ({ amount, unit: code }) => `${amount} ${code}`,
  edits: { calculate: (value, edit) => ({ ...value, amount: calculated(value.amount, edit) }) },
})
