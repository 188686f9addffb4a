import { z } from 'zod'
import { codeOfSign, readAmountText } from '../core/amount-text.ts'
import { calculated } from '../core/calculate.ts'
import { allowed, changeBy, least, most } from '../core/change.ts'
import {
  type DecimalValue,
  decimalKey,
  decimalSetting,
  deliveredAmount,
  parseDecimal,
  tidyDecimal,
} from '../core/decimal.ts'
import { boundsAreOrdered, exactNumber, exactOperand, reportBounds } from '../core/exact-number.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { order, presence } from '../core/filter.ts'
import { report, wrongType } from '../core/issue.ts'
import { shortList } from '../core/list.ts'
import { OpenReading, readNumbers, signOfHeading } from '../core/reading.ts'
import { currencies, isCurrency } from './currencies.ts'
import { currencySigns } from './currency-signs.ts'

export interface Amount {
  amount: DecimalValue
  currency: string
}

const currency = z.string(wrongType('a currency')).superRefine((code, context) => {
  if (!isCurrency(code)) report(context, 'UNKNOWN_CURRENCY', `${code} is not a currency`, { currency: code })
})

const settingsSchema = z
  .strictObject({
    /** Left out: all of ISO 4217. The first one is what lists are ordered by. */
    currencies: z.array(currency).min(1).optional(),
    min: decimalSetting.optional(),
    max: decimalSetting.optional(),
    scale: z.number().int().min(0).max(20).optional(),
  })
  .refine(boundsAreOrdered, { error: 'min is more than max', path: ['min'] })
export type PriceSettings = z.output<typeof settingsSchema>

const upper = (code: unknown): unknown => (typeof code === 'string' ? code.trim().toUpperCase() : code)

const tidy = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && 'amount' in entry && 'currency' in entry
    ? { ...entry, amount: tidyDecimal(entry.amount), currency: upper(entry.currency) }
    : entry

const isBlank = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'amount' in entry && entry.amount === null && 'currency' in entry

const amountSchema: z.ZodType<Amount> = z.strictObject(
  { amount: exactNumber, currency },
  { error: (issue) => (issue.code === 'invalid_type' ? 'is not an amount with a currency' : undefined) },
)

const maxAmounts = 200

const listed = (entry: Amount): string => `${entry.amount} ${entry.currency}`

const usual = ({ currencies: [only, ...others] = [] }: PriceSettings): { currency?: string } =>
  only !== undefined && others.length === 0 ? { currency: only } : {}

/** A comma between two digits belongs to a number. */
const betweenAmounts = /;|(?<!\d),|,(?!\d)/

const currencyOfSign = (sign: string, allowed: readonly string[], languageCode: string): string =>
  codeOfSign(sign, currencySigns.codesOf(sign, languageCode), {
    isCode: isCurrency,
    isAllowed: (code) => allowed.includes(code),
  })

/** One amount in each currency; a blank amount is no amount. */
export const price = defineFieldType<Amount[], PriceSettings>({
  type: 'price',
  keepsDigits: true,
  settingsSchema,
  settingsChange: changeBy<PriceSettings>({ currencies: allowed('everything'), min: least, max: most, scale: most }),
  valueSchema: (settings) =>
    shortList(amountSchema, maxAmounts, {
      expected: 'a list of amounts',
      tooMany: `holds more than ${maxAmounts} amounts`,
    }).superRefine((entries, context) => {
      const seen = new Set<string>()
      for (const [index, entry] of entries.entries()) {
        if (seen.has(entry.currency))
          report(context, 'DUPLICATE', `${entry.currency} is there twice`, { currency: entry.currency }, [index])
        seen.add(entry.currency)
        if (settings.currencies?.includes(entry.currency) === false)
          report(context, 'CURRENCY_NOT_ALLOWED', `may not be in ${entry.currency}`, { currency: entry.currency }, [
            index,
          ])
        const amount = parseDecimal(entry.amount)
        if (amount !== null) reportBounds(context, amount, settings, [index, 'amount'])
      }
    }),
  normalise: (value) => {
    if (!Array.isArray(value)) return value === '' ? null : value
    const entries = value.map(tidy).filter((entry) => !isBlank(entry))
    return entries.length === 0 ? null : entries
  },
  filter: {
    column: 'number',
    operators: ['equals', 'notEquals', ...order, ...presence],
    operandSchema: () => z.preprocess(tidy, z.strictObject({ amount: exactOperand, currency })),
    operandKey: (operand) => {
      const { amount, currency: qualifier } = operand as Amount
      return { value: decimalKey(amount) ?? '0', qualifier }
    },
  },
  indexKeys: (value) => ({
    number: value.map((entry) => ({ number: decimalKey(entry.amount) ?? '0', qualifier: entry.currency })),
  }),
  typedKeys: ({ numbers, sign, languageCode }, { currencies: allowed = currencies }) => {
    const meant = sign === '' ? undefined : currencySigns.codesOf(sign, languageCode)
    const qualifiers = meant === undefined ? allowed : allowed.filter((code) => meant.includes(code))
    return numbers.flatMap((number) => qualifiers.map((qualifier) => ({ number, qualifier })))
  },
  sortKey: (value, settings) => {
    const first = value.find((entry) => entry.currency === settings.currencies?.[0]) ?? value[0]
    return first === undefined ? null : { column: 'number', value: decimalKey(first.amount) ?? '0' }
  },
  plainText: (value) => value.map(listed).join(', '),
  searchText: () => '',
  deliver: (value) => value.map((entry) => ({ ...entry, amount: deliveredAmount(entry.amount) })),
  readingParts: ['numbers', 'currency'],
  usualReading: usual,
  readText: (text, reading, settings, { languageCode = 'en' }) => {
    const { currencies: allowed = currencies } = settings
    const named = reading.currency ?? (reading.isUsual ? usual(settings).currency : undefined)
    return readNumbers(text, reading, (plain) => {
      const entries = plain.split(betweenAmounts).map((part) => {
        const { amount, sign = '' } = readAmountText(part) ?? {}
        return { amount, currency: sign === '' ? named : currencyOfSign(sign, allowed, languageCode) }
      })
      if (entries.some(({ amount }) => amount === undefined)) return undefined
      if (entries.every((entry) => entry.currency !== undefined)) return entries
      return reading.isUsual ? undefined : new OpenReading('currency')
    })
  },
  readingCodes: (part, { currencies: allowed = currencies }) => (part === 'currency' ? allowed : []),
  completed: (value, by) => {
    const given = new Map(value.map((entry) => [entry.currency, entry]))
    const others = value.filter(({ currency: code }) => by.every((entry) => entry.currency !== code))
    return [...by.map((entry) => given.get(entry.currency) ?? entry), ...others]
  },
  codeOf: (text, { currencies: allowed = currencies }) => currencyOfSign(text, allowed, 'en'),
  readingOfHeading: (heading, { currencies: allowed = currencies }) => {
    const sign = signOfHeading(heading)
    const code = currencyOfSign(sign, allowed, 'en')
    // Words of three letters are codes where they stand in capitals, or where the field names its currencies.
    const isMeant = allowed.length < currencies.length || sign === sign.toUpperCase()
    return allowed.includes(code) && isMeant ? { currency: code } : {}
  },
  toText: (value) => value.map(listed).join('; '),
  edits: {
    calculate: (value, edit) =>
      value.map((entry) =>
        edit.currency === undefined || edit.currency === entry.currency
          ? { ...entry, amount: calculated(entry.amount, edit) }
          : entry,
      ),
  },
})
