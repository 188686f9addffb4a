import type { QuotaName } from './quotas.ts'
import { readableSize } from './readable-size.ts'

const sizes: readonly QuotaName[] = ['contentTypeBytes', 'storageBytes']

/** A number of things, or a size in the unit that fits. */
export function amountOf(quota: QuotaName, amount: number, language: string): string {
  return sizes.includes(quota) ? readableSize(amount, language) : new Intl.NumberFormat(language).format(amount)
}
