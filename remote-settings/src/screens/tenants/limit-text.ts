import type { QuotaName } from '@pim/contract'
import { amountOf } from '@pim/contract/core/quota-amount.ts'

const steps = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 }
const isSize = (quota: QuotaName): boolean => quota === 'storageBytes' || quota === 'contentTypeBytes'

/** The word for "no limit", in the form and in `PIM_QUOTAS`. */
export const noLimit = 'none'

/**
 * A limit as somebody types it: `20,000`, `1.5 GB`, `none`. Undefined where nothing is typed: as the installation has it.
 * Not a number where it cannot be read.
 */
export function readLimit(quota: QuotaName, typed: string): number | null | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  if (text === noLimit) return null
  const [, digits = '', unit = ''] = /^([\d,.\s]+?)\s*([a-z]*)$/.exec(text) ?? []
  const number = Number(digits.replace(/[,\s]/g, ''))
  if (!isSize(quota)) return unit === '' && digits !== '' && Number.isSafeInteger(number) ? number : Number.NaN
  const step = unit === '' ? 1 : steps[unit as keyof typeof steps]
  const bytes = step === undefined || digits === '' ? Number.NaN : Math.round(number * step)
  return Number.isSafeInteger(bytes) ? bytes : Number.NaN
}

/** The limit as `readLimit` reads it again. */
export function limitText(quota: QuotaName, limit: number | null | undefined): string {
  if (limit === undefined) return ''
  if (limit === null) return noLimit
  if (!isSize(quota)) return String(limit)
  const short = amountOf(quota, limit, 'en-US').replace('byte', 'B')
  return readLimit(quota, short) === limit ? short : String(limit)
}
