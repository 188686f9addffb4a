import type { QuotaName, QuotaUse } from '@pim/contract'

/** The quotas in the order in which they are shown, by what they are of. */
export const parts = [
  { name: 'content', quotas: ['items'] },
  { name: 'types', quotas: ['contentTypes', 'contentTypeFields', 'contentTypeBytes'] },
  { name: 'files', quotas: ['files', 'storageBytes'] },
  { name: 'access', quotas: ['apiKeys', 'deliveryCallsPerDay', 'managementCallsPerDay'] },
] as const satisfies readonly { name: string; quotas: readonly QuotaName[] }[]

/** Per cent, never more than 100; 100 only where nothing more is possible. */
export function shareOf({ used, limit }: Pick<QuotaUse, 'used' | 'limit'>): number {
  if (limit === null) return 0
  if (used >= limit) return 100
  return Math.min(99, Math.round((used / limit) * 100))
}
