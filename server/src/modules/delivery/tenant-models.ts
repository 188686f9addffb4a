import type { Variation } from '@pim/contract'
import type { Steps } from '@pim/field-types/steps'
import { LRUCache } from 'lru-cache'
import { inSlices } from '../../core/time-slices.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  countDelivered,
  type DeliveryTally,
  findSpaces,
  type KnownCounts,
  type Spaces,
} from '../content-index/index.ts'
import { findTypes, type StoredType } from '../content-model/index.ts'
import { variationsOf } from '../tenants/index.ts'
import type { ChangeLog } from './change-log.ts'
import { type Dependencies, nothingLive } from './dependencies.ts'
import type { ReadFilter } from './read-delivery.ts'

export interface TenantModel {
  readonly variations: readonly Variation[]
  readonly types: readonly StoredType[]
}

/** What a list is asked about. */
export interface AskedModel {
  /** Undefined: all of the tenant's. */
  readonly variationId: string | undefined
  readonly technicalFieldNames: readonly string[]
}

export interface ListModel extends TenantModel {
  /** How much is live in the variations. */
  readonly tallies: readonly DeliveryTally[]
  /** Of the fields. */
  readonly spaces: Spaces
}

const questionOf = (tenantId: string, { variationId, technicalFieldNames }: AskedModel): string =>
  JSON.stringify([tenantId, variationId, technicalFieldNames])

/** The filters of a list, and how many rows each finds as far as that was counted. */
export interface CountedFilters {
  readonly filters: readonly ReadFilter[]
  readonly known: KnownCounts
}

const maxTenants = 1_000
const maxTallies = 5_000
const maxFilters = 2_000
const maxSpaces = 5_000
/** Longer questions are not kept. */
const maxQuestion = 2_000

export type TenantModels = ReturnType<typeof createTenantModels>

/**
 * What lists need to know of their tenant, kept until a change of it: types, variations, how much is live, where fields
 * lie in the index, and how many rows filters find, so that the pages of a list need not count again. While changes by other servers cannot be heard of,
 * it is found out each time.
 */
export function createTenantModels(changes: ChangeLog, notifications: Pick<Notifications, 'isCurrent'>) {
  const kept = <Value extends object>(max: number, dependenciesOf: (value: Value, key: string) => Dependencies) => {
    const entries = new LRUCache<string, { readonly value: Value; holdsAt: number }>({ max })
    /** Undefined where it is not kept, or does not hold any more. */
    const peek = (tenantId: string, key: string): Value | undefined => {
      const entry = entries.get(`${tenantId} ${key}`)
      if (entry === undefined || !notifications.isCurrent) return undefined
      if (!changes.holdsSince(tenantId, entry.holdsAt, dependenciesOf(entry.value, key))) return undefined
      entry.holdsAt = changes.now(tenantId)
      return entry.value
    }
    const get = async (tenantId: string, key: string, read: () => Value | Promise<Value>): Promise<Value> => {
      const known = peek(tenantId, key)
      if (known !== undefined) return known
      // Before it is read: what changes meanwhile ends it.
      const holdsAt = changes.now(tenantId)
      const value = await read()
      entries.set(`${tenantId} ${key}`, { value, holdsAt })
      return value
    }
    return { peek, get }
  }
  const models = kept<TenantModel>(maxTenants, () => nothingLive)
  const tallies = kept<readonly DeliveryTally[]>(maxTallies, (_value, variationId) => ({
    items: new Set(),
    list: {
      variationIds: variationId === '' ? undefined : new Set([variationId]),
      fields: new Set(),
      order: 'id',
      required: [],
    },
  }))
  const filters = kept<CountedFilters>(maxFilters, ({ filters }) => ({
    items: new Set(),
    // Each filter is counted by itself, so a row that another one keeps out of the list counts as well.
    list: { fields: new Set(filters.map((each) => each.technicalFieldName)), order: 'id', required: [] },
  }))
  // Spaces of the index come with any change of content, so no message tells of them: the statement that reads a list by
  // these finds out whether they are all.
  const spaces = new LRUCache<string, Spaces>({ max: maxSpaces })
  const modelOf = (trx: Transaction, tenantId: string): Promise<TenantModel> =>
    models.get(tenantId, '', async () => {
      const [variations, types] = await Promise.all([variationsOf(trx, tenantId), findTypes(trx, tenantId)])
      return { variations, types }
    })
  return {
    modelOf,
    /** All that a list needs to know, where it is in memory. The spaces may have become more. */
    peek(tenantId: string, asked: AskedModel): ListModel | undefined {
      const model = models.peek(tenantId, '')
      const counted = tallies.peek(tenantId, asked.variationId ?? '')
      const known = spaces.get(questionOf(tenantId, asked))
      return model && counted && known && { ...model, tallies: counted, spaces: known }
    },
    /** The same, with the spaces as the transaction sees them. */
    async read(trx: Transaction, tenantId: string, asked: AskedModel): Promise<ListModel> {
      const { variationId, technicalFieldNames } = asked
      const [model, counted] = await Promise.all([
        modelOf(trx, tenantId),
        tallies.get(tenantId, variationId ?? '', () => countDelivered(trx, tenantId, variationId)),
      ])
      const variationIds = variationId === undefined ? model.variations.map((each) => each.variationId) : [variationId]
      const found = await findSpaces(trx, tenantId, variationIds, technicalFieldNames)
      const question = questionOf(tenantId, asked)
      if (question.length <= maxQuestion) spaces.set(question, found)
      return { ...model, tallies: counted, spaces: found }
    },
    /** The same objects for the same question, so that their counts are found again. */
    filtersOf: (
      tenantId: string,
      question: object,
      read: () => Steps<readonly ReadFilter[]>,
    ): Promise<CountedFilters> => {
      const make = async () => ({ filters: await inSlices(read()), known: new Map() })
      const key = JSON.stringify(question)
      return key.length > maxQuestion ? make() : filters.get(tenantId, key, make)
    },
  }
}
