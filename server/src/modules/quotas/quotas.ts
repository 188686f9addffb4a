import { type QuotaLimits, type QuotaName, quotaNames } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findOwnLimits, lockQuota } from './quota.repository.ts'

/** What holds for a tenant; null: no limit. */
export type Limits = Readonly<Record<QuotaName, number | null>>

/** Reads how much of a quota is used, in the transaction that would add to it. */
export type Count = (trx: Transaction, tenantId: string) => Promise<number>

/** What a creating operation would add to. */
export interface Addition {
  readonly quota: QuotaName
  readonly adding: number
  readonly count: Count
}

/**
 * Distance from a limit below which those who add wait for each other. Further away they look without a lock: what others
 * add at the same time, a thousand items in each of a few dozen transactions at most, does not reach the limit.
 */
const closeTo = 50_000

export type Quotas = ReturnType<typeof createQuotas>

/** `installation`: the limits of tenants that have none of their own. */
export function createQuotas(installation: Limits) {
  const limitsOf = async (trx: Transaction, tenantId: string): Promise<Limits> =>
    withOwn(installation, await findOwnLimits(trx, tenantId))

  /**
   * How many may be added, `adding` at most. Where the limit is close, it locks the quota until the transaction ends, so that
   * two who add at the same time cannot pass it together.
   */
  async function room(trx: Transaction, tenantId: string, { quota, adding, count }: Addition): Promise<Room> {
    const [limits, seen] = await Promise.all([limitsOf(trx, tenantId), count(trx, tenantId)])
    const limit = limits[quota]
    if (limit === null || seen + adding + closeTo <= limit)
      return { quota, adding, limit: limit ?? seen + adding, used: seen, free: adding }
    // Defence 105
    await lockQuota(trx, tenantId, quota)
    const used = await count(trx, tenantId)
    return { quota, adding, limit, used, free: Math.max(0, Math.min(adding, limit - used)) }
  }

  /** Throws QUOTA_REACHED where not all may be added. */
  async function require(trx: Transaction, tenantId: string, addition: Addition): Promise<void> {
    const found = await room(trx, tenantId, addition)
    // Defence 105
    if (found.free < addition.adding) throw quotaReached(found)
  }

  return { installation, limitsOf, room, require }
}

export interface Room {
  readonly quota: QuotaName
  readonly adding: number
  readonly limit: number
  readonly used: number
  /** How many of those may be added. */
  readonly free: number
}

const wordsOf: Readonly<Record<QuotaName, string>> = {
  items: 'items',
  contentTypes: 'content types',
  contentTypeFields: 'fields of content types',
  contentTypeBytes: 'bytes of content types',
  files: 'files',
  storageBytes: 'bytes of files',
  apiKeys: 'API keys',
  deliveryCallsPerDay: 'calls by API key a day',
  managementCallsPerDay: 'calls by people a day',
}

export const quotaReached = ({ quota, limit, used, adding }: Omit<Room, 'free'>): Problem =>
  new Problem('QUOTA_REACHED', {
    message: `This tenant may have ${limit} ${wordsOf[quota]}. It has ${used}, and this would add ${adding}.`,
    quota: { quota, limit, used, asked: adding },
  })

export const withOwn = (installation: Limits, own: QuotaLimits): Limits => ({ ...installation, ...own })

/** The quotas of an installation that sets none. */
export const defaultLimits: Limits = {
  items: 1_000_000,
  contentTypes: 500,
  contentTypeFields: 20_000,
  contentTypeBytes: 32_000_000,
  files: 500_000,
  storageBytes: 100_000_000_000,
  apiKeys: 200,
  deliveryCallsPerDay: 50_000_000,
  managementCallsPerDay: 5_000_000,
}

/** `items=20000, storageBytes=none`: as `PIM_QUOTAS` is written. Answers what is wrong with it as text. */
export function readLimits(text: string): Limits | string {
  const named = new Map<string, number | null>()
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [name = '', value = ''] = part.split('=').map((each) => each.trim())
    const isKnown = quotaNames.some((known) => known === name)
    if (!isKnown) return `names a quota ${name}; there are ${quotaNames.join(', ')}`
    if (value !== 'none' && !/^\d{1,15}$/.test(value)) return `${name} is a whole number, or none`
    named.set(name, value === 'none' ? null : Number(value))
  }
  return { ...defaultLimits, ...Object.fromEntries(named) }
}
