import { behaviourOf, type NumberKey } from '@pim/field-types'
import type { StoredType } from '../../content-model/index.ts'

/** An amount in a search text, and where it stands there. */
export interface AmountInText {
  readonly numbers: readonly string[]
  readonly from: number
  readonly to: number
  /** What stands beside it, which may be its unit or currency. */
  readonly signs: readonly { readonly sign: string; readonly from: number; readonly to: number }[]
  /** Letters follow it without a space: it is a measure or no amount at all. */
  readonly isJoined: boolean
}

/** More of them are searched for as words alone. */
const mostAmounts = 2

/**
 * Digits that are no part of a code: with groups of three apart, and with a comma or a point. Before them stands no letter,
 * digit or sign that joins, behind them neither.
 */
const amounts =
  /(?<![\p{L}\p{N}.,/_#-])[-\u2212]?(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*)(?![\p{N}]|[.,/_-][\p{L}\p{N}])/gu
const signBehind = /^[ \u00a0\u202f]?([\p{L}\p{M}\p{Sc}µ°%"″'′²³/]+)/u
const signBefore = /(?:^|[\s(])(\p{Sc}|\p{L}{1,3}\.?)[ \u00a0\u202f]?$/u

export function amountsIn(searchText: string): AmountInText[] {
  const text = withPlainDigits(searchText)
  return [...text.matchAll(amounts)].slice(0, mostAmounts).flatMap((match) => {
    const numbers = readingsOf(match[0])
    const [from, to] = [match.index, match.index + match[0].length]
    const behind = signBehind.exec(text.slice(to))
    const before = signBefore.exec(text.slice(0, from))
    const signs = [
      ...(behind ? [{ sign: behind[1] ?? '', from, to: to + behind[0].length }] : []),
      ...(before ? [{ sign: before[1] ?? '', from: before.index, to }] : []),
    ]
    const isJoined = behind !== null && /^[\p{L}\p{M}]/u.test(behind[0])
    return numbers.length === 0 ? [] : [{ numbers, from, to, signs, isJoined }]
  })
}

/** Digits of Arabic, Persian, Hindi and full width, one for one. */
const withPlainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19\u066b\u066c]/g, (character) => {
    if (character === '\u066b') return '.'
    if (character === '\u066c') return "'"
    const code = character.charCodeAt(0)
    return String([0x660, 0x6f0, 0x966, 0xff10].map((zero) => code - zero).find((digit) => digit >= 0 && digit < 10))
  })

/** `1.299` may be a bit more than one, or more than a thousand. */
function readingsOf(written: string): string[] {
  const sign = /^[-\u2212]/.test(written) ? '-' : ''
  const text = written.replace(/[-\u2212\s\u00a0\u202f'’]/g, '')
  const [whole = '', ...groups] = text.split(/[.,]/)
  const last = groups.at(-1)
  const isGrouped = groups.every((group) => group.length === 3) && whole.length <= 3 && !whole.startsWith('0')
  const number = (fraction: string | undefined, digits: string) =>
    /^\d{1,400}$/.test(digits) ? [`${sign}${digits}${fraction === undefined ? '' : `.${fraction}`}`] : []
  if (last === undefined) return number(undefined, whole)
  const marks = new Set(text.replace(/\d/g, ''))
  const decimal = number(last, [whole, ...groups.slice(0, -1)].join(''))
  const thousands = isGrouped ? number(undefined, [whole, ...groups].join('')) : []
  if (groups.length === 1) return [...decimal, ...thousands]
  return marks.size > 1 ? decimal : thousands
}

/** What an amount may be the value of. */
export interface MeantAmount {
  readonly from: number
  readonly to: number
  readonly keys: readonly MeantKey[]
}

export interface MeantKey extends NumberKey {
  readonly contentTypeId: string
  readonly technicalFieldName: string
}

/** The amount with its unit or currency, if some field has such values; else the number alone. */
export function meantBy(
  { numbers, from, to, signs, isJoined }: AmountInText,
  types: readonly StoredType[],
  languageCode: string,
): MeantAmount | undefined {
  const readings = [...signs, ...(isJoined ? [] : [{ sign: '', from, to }])]
  for (const { sign, ...place } of readings) {
    const keys = types.flatMap(({ contentTypeId, type }) =>
      type.fields.flatMap((field) =>
        behaviourOf(field)
          .typedKeys({ numbers, sign, languageCode })
          .map((key) => ({ ...key, contentTypeId, technicalFieldName: field.technicalName })),
      ),
    )
    if (keys.length > 0) return { ...place, keys }
  }
  return undefined
}
