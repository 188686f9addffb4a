import type { DeliveryByItem, DeliveryFilter, Variation } from '@pim/contract'
import { defaultPageSize } from '@pim/contract'
import { invalidPlace, Problem } from '../../core/problem.ts'
import { inSlices } from '../../core/time-slices.ts'
import type { Database } from '../../platform/database/database.ts'
import { DatabaseUnavailable } from '../../platform/database/database-errors.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  type Allowance,
  type DeliveredRow,
  findLinkedIds,
  findUsesOfFile,
  type LivePlace,
  type TenantModel,
  wholeFields,
} from '../content-index/index.ts'
import type { StoredType } from '../content-model/index.ts'
import {
  BeingPrepared,
  type Condition,
  type LiveItemsQuestion,
  type LiveQuestion,
  type LiveRow,
  type Reader,
} from '../reader/index.ts'
import { allowedTypes, forVariation, type KeyAllowance, narrowedTo } from './allowance.ts'
import { nothingLive } from './dependencies.ts'
import type { Answer } from './kept-answers.ts'
import { expand, type ReadLinked } from './linked-items.ts'
import { dependenciesOf, itemsOf, linksOf, listOf, withLinks } from './list-dependencies.ts'
import { isWholePage, type PageInfo, pageBody, pageInfo, wholeInfo, wholePageBody } from './page-body.ts'
import { defaultOrder, readFieldFilters, readOrder, readTextFilters } from './read-delivery.ts'
import type { TenantModels } from './tenant-models.ts'

/** As `GET /api/delivery-api/content-item-variations` is asked. */
export interface ItemVariationsQuery {
  readonly pageNumber: number
  readonly pageSize: number
  readonly deliveryTarget?: string | undefined
  readonly contentTypeTechnicalName?: string | undefined
  readonly contentItemId?: string | undefined
  readonly variationId?: string | undefined
  readonly field?: Readonly<Record<string, readonly string[]>> | undefined
}

/** However many variations each of the items has. */
const maxVariationsByItems = 1_000

export type DeliveryService = ReturnType<typeof createDeliveryService>

/** Everything is answered as JSON that is ready to be sent. */
export function createDeliveryService(
  database: Database,
  models: TenantModels,
  reader: Pick<Reader, 'ask' | 'liveItems' | 'trueLiveItems' | 'trueLivePage'>,
) {
  const read = <T>({ tenantId }: Allowance, work: (trx: Transaction) => Promise<T>): Promise<T> =>
    database.inTenantReadOnly(tenantId, work)

  /** Long values are stored apart from what is delivered, and never change, so that they may be read afterwards. */
  async function answer({ tenantId }: Allowance, found: Found): Promise<Answer> {
    const { rows, paging, fields, linked, dependencies, isBehind } = found
    const options = { fields, linked, isBehind }
    const json = isWholePage(rows, options)
      ? pageBody(rows, paging, options)
      : await database.inTenantReadOnly(tenantId, (trx) => wholePageBody(trx, tenantId, rows, paging, options))
    return { json, dependencies, ...(isBehind && { isBehind }) }
  }

  /** When the database, which was away, is tried again; undefined: it is there. */
  let triedAgainAt: number | undefined

  async function tried<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      triedAgainAt = undefined
      return result
    } catch (error) {
      triedAgainAt = error instanceof DatabaseUnavailable ? performance.now() + awayMs : undefined
      throw error
    }
  }

  /**
   * Reads the database, or takes what is known without it where that is away. While it is, calls are answered from what is known, and one
   * of them at a time finds out behind its answer whether the database is back: that may take as long as a connection is waited for.
   */
  async function orKnown<T>(work: () => Promise<T>, known: () => T | undefined | Promise<T | undefined>): Promise<T> {
    const isAway = triedAgainAt !== undefined
    const first = isAway ? await known() : undefined
    if (first !== undefined) {
      if (triedAgainAt !== undefined && performance.now() >= triedAgainAt) {
        triedAgainAt = Infinity
        tried(work).catch(() => {})
      }
      return first
    }
    try {
      return await tried(work)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      const last = isAway ? undefined : await known()
      if (last === undefined) throw error
      return last
    }
  }

  function modelOf(allowance: Allowance): TenantModel | Promise<TenantModel> {
    const { tenantId } = allowance
    return (
      models.peek(tenantId) ??
      orKnown(
        () => read(allowance, (trx) => models.modelOf(trx, tenantId)),
        () => models.last(tenantId),
      )
    )
  }

  /** One page of what is live, from the tenant's file; by ids also while that is being made. */
  async function listed(
    { tenantId }: Allowance,
    { types }: TenantModel,
    question: LiveQuestion,
    withSources: boolean,
  ): Promise<ListedPage> {
    const isPlain = question.order.by === 'id' && question.conditions.length === 0
    try {
      const { rows, ...page } = await reader.ask(tenantId, 'live', question, isPlain ? { patienceMs } : {})
      return { ...page, rows: deliveredRows(types, rows, withSources) }
    } catch (error) {
      if (!isPlain || !(error instanceof BeingPrepared)) throw error
      const page = await database.inTenantReadOnly(tenantId, (trx) => reader.trueLivePage(trx, tenantId, question))
      return { ...page, rows: deliveredRows(types, page.rows, withSources) }
    }
  }

  /**
   * What is live of items: of a few from the tenant's file where that has all that was heard of, otherwise from the database, and where
   * this is away, from the file as it is.
   */
  async function ofItems(
    allowance: Allowance,
    { contentItemIds, variationId, limit }: Pick<LiveItemsQuestion, 'contentItemIds' | 'variationId' | 'limit'>,
  ): Promise<Pick<ListedPage, 'rows' | 'isBehind'>> {
    const { tenantId, typeNames } = allowance
    const { types, variations } = await modelOf(allowance)
    const contentTypeIds =
      typeNames === null ? undefined : allowedTypes(allowance, types).map(({ contentTypeId }) => contentTypeId)
    const question = { contentItemIds, variationId, contentTypeIds, reach: reachOf(allowance), limit }
    const rowCount = contentItemIds.length * (variationId === undefined ? variations.length : 1)
    const now =
      rowCount <= mostLookedUp
        ? reader.liveItems(tenantId, question)
        : await reader.ask(tenantId, 'liveItems', question, { patienceMs: 0 }).catch(() => undefined)
    if (now !== undefined && !now.isBehind) return { rows: deliveredRows(types, now.rows, false) }
    return orKnown<Pick<ListedPage, 'rows' | 'isBehind'>>(
      async () => {
        const { rows } = await read(allowance, (trx) => reader.trueLiveItems(trx, tenantId, question))
        return { rows: deliveredRows(types, rows, false) }
      },
      async () => {
        const last = await reader.ask(tenantId, 'liveItems', question, { patienceMs: 0 }).catch(() => undefined)
        // Of an item that the file has nothing of, nobody knows whether it is live by now.
        const ids = new Set(last?.rows.map(({ contentItemId }) => contentItemId))
        if (last === undefined || !contentItemIds.every((id) => ids.has(id))) return undefined
        return { rows: deliveredRows(types, last.rows, false), isBehind: true }
      },
    )
  }

  /** Reads linked items, each in the variation of what links to it. */
  const linkedOf =
    (allowance: Allowance): ReadLinked =>
    async (origins, known, most) => {
      const { tenantId } = allowance
      const rows = new Map<string, DeliveredRow>()
      let isBehind = false
      for (let after: LivePlace | undefined; ; ) {
        const last = after
        const ids = await read(allowance, (trx) =>
          findLinkedIds(trx, tenantId, origins, { after: last, limit: linksAtOnce }),
        )
        const wanted = ids.filter(({ contentItemId }) => !known.has(contentItemId))
        for (const [variationId, some] of Map.groupBy(wanted, (each) => each.variationId)) {
          const contentItemIds = some.map(({ contentItemId }) => contentItemId)
          const found = await ofItems(allowance, { contentItemIds, variationId, limit: linksAtOnce })
          isBehind ||= found.isBehind ?? false
          for (const row of found.rows) if (!rows.has(row.contentItemId)) rows.set(row.contentItemId, row)
        }
        after = ids.at(-1)
        if (ids.length < linksAtOnce || rows.size >= most || after === undefined)
          return { rows: [...rows.values()].slice(0, most), isBehind }
      }
    }

  async function ofItem(
    allowance: Allowance,
    { pageNumber, pageSize, variationId }: ItemVariationsQuery,
    contentItemId: string,
  ): Promise<Answer> {
    const asked = { contentItemIds: [contentItemId], variationId, limit: maxVariationsByItems }
    const { rows, isBehind } = await ofItems(allowance, asked)
    const start = (pageNumber - 1) * pageSize
    return answer(allowance, {
      rows: rows.slice(start, start + pageSize),
      paging: pageInfo(pageNumber, pageSize, rows.length, false),
      dependencies: dependenciesOf([contentItemId]),
      isBehind,
    })
  }

  return {
    tenantVariations: (allowance: Allowance): Promise<Answer> =>
      read(allowance, async (trx) => {
        const { variations } = await models.modelOf(trx, allowance.tenantId)
        return { json: JSON.stringify(variations), dependencies: nothingLive }
      }),

    async filterVariations(allowance: KeyAllowance, filter: DeliveryFilter): Promise<Answer> {
      const narrowed = narrowedTo(allowance, filter, 'body.deliveryTarget')
      const model = await modelOf(narrowed)
      const { question, listDependencies } = await filterQuestion(narrowed, model, filter)
      const { fields, linkDepth = 0, includeSources = false } = filter
      const page = await listed(narrowed, model, question, includeSources)
      const { rows } = page
      const links = linkDepth === 0 ? undefined : await expand(linkedOf(narrowed), rows, linkDepth)
      const linked = links?.rows
      const isBehind = page.isBehind || links?.isBehind
      const list = linked === undefined ? listDependencies : withLinks(listDependencies)
      const dependencies = dependenciesOf(itemsOf(rows), list, linked)
      return answer(narrowed, { rows, paging: pagingOf(question, page), fields, linked, dependencies, isBehind })
    },

    async byItemIds(
      allowed: Allowance,
      { contentItemIds, variationId, linkDepth = 0 }: DeliveryByItem,
    ): Promise<Answer> {
      const allowance = forVariation(allowed, variationId)
      const asked = { contentItemIds: [...new Set(contentItemIds)], variationId, limit: maxVariationsByItems + 1 }
      const found = await ofItems(allowance, asked)
      const rows = found.rows.slice(0, maxVariationsByItems)
      const links = linkDepth === 0 ? undefined : await expand(linkedOf(allowance), rows, linkDepth)
      const linked = links?.rows
      return answer(allowance, {
        rows,
        paging: wholeInfo(rows.length, found.rows.length > rows.length),
        linked,
        dependencies: dependenciesOf(contentItemIds, linked && linksOf(variationId), linked),
        isBehind: found.isBehind || links?.isBehind,
      })
    },

    async itemVariations(allowance: KeyAllowance, query: ItemVariationsQuery): Promise<Answer> {
      const { contentItemId, contentTypeTechnicalName, field } = query
      const narrowed = narrowedTo(allowance, query, 'query.deliveryTarget')
      if (contentItemId !== undefined && contentTypeTechnicalName === undefined && field === undefined)
        return ofItem(narrowed, query, contentItemId)
      const model = await modelOf(narrowed)
      const { question, types, listDependencies } = await variationsQuestion(narrowed, model, query)
      if (contentItemId !== undefined && question.conditions.length === 0) {
        const only = { ...narrowed, typeNames: types.map(({ type }) => type.technicalName) }
        return ofItem(only, query, contentItemId)
      }
      const page = await listed(narrowed, model, question, false)
      const dependencies = dependenciesOf(itemsOf(page.rows), listDependencies)
      return answer(narrowed, {
        rows: page.rows,
        paging: pagingOf(question, page),
        dependencies,
        isBehind: page.isBehind,
      })
    },

    /** Whether published content that the key may read refers to the file. */
    async isDelivered(allowance: Allowance, binaryId: string): Promise<boolean> {
      const { tenantId } = allowance
      let after: string | undefined
      for (let limit = usersAtFirst; ; limit = usersAtOnce) {
        const last = after
        const uses = await read(allowance, (trx) => findUsesOfFile(trx, tenantId, binaryId, { after: last, limit }))
        const ids = [...new Set(uses.map(({ contentItemId }) => contentItemId))]
        after = ids.at(-1)
        if (after === undefined) return false
        const asked = { contentItemIds: ids, variationId: undefined, limit: ids.length * maxVariationsByItems }
        const { rows } = await ofItems(allowance, asked)
        const places = new Set(uses.map(placeOf))
        if (rows.some((row) => places.has(placeOf(row)))) return true
        if (ids.length < limit) return false
      }
    },
  }
}

const awayMs = 500
/** Items that use a file, of which the first mostly is one that the key may read. */
const usersAtFirst = 20
const usersAtOnce = 100
const linksAtOnce = 1_000
/** Rows that are looked up on the thread that serves: 40 µs each. */
const mostLookedUp = 200
/** For how long a list by ids waits for a file that is being made. */
const patienceMs = 1_000

interface ListedPage {
  readonly rows: readonly DeliveredRow[]
  readonly total: number
  readonly isCapped: boolean
  readonly isBehind?: boolean
}

/** What an answer is made of. */
interface Found {
  readonly rows: readonly DeliveredRow[]
  readonly paging: PageInfo
  readonly fields?: readonly string[] | undefined
  readonly linked?: readonly DeliveredRow[] | undefined
  readonly dependencies: Answer['dependencies']
  readonly isBehind?: boolean | undefined
}

const placeOf = ({ contentItemId, variationId }: LivePlace): string => `${contentItemId} ${variationId}`

const pagingOf = ({ offset, limit }: LiveQuestion, { total, isCapped }: ListedPage): PageInfo =>
  pageInfo(1 + offset / limit, limit, total, isCapped)

async function filterQuestion(allowance: KeyAllowance, { variations, types }: TenantModel, filter: DeliveryFilter) {
  const { variationId, match = 'all', fields, sorting } = filter
  const { pageNumber, pageSize } = filter.paging ?? { pageNumber: 1, pageSize: defaultPageSize }
  const wanted = types.filter(({ type }) => type.technicalName === filter.contentTypeTechnicalName)
  const [stored] = allowedTypes(allowance, wanted)
  if (stored === undefined || !has(variations, variationId)) throw new Problem('NOT_FOUND')
  checkFields(stored, fields)
  const filters = await inSlices(readFieldFilters([stored], filter.filters))
  const conditions = filters.map(({ condition }) => condition)
  const isForAll = match === 'all' || filters.length === 1
  const anyOf: readonly Condition[] = conditions.length === 0 ? [] : [{ is: 'any of', conditions }]
  const question: LiveQuestion = {
    variationIds: [variationId],
    contentTypeIds: [stored.contentTypeId],
    reach: reachOf(allowance),
    conditions: match === 'any' ? anyOf : conditions,
    order: readOrder(sorting, stored),
    offset: (pageNumber - 1) * pageSize,
    limit: pageSize,
  }
  return { question, listDependencies: listOf(question, filters, { isForAll }) }
}

async function variationsQuestion(
  allowance: KeyAllowance,
  { variations, types: all }: TenantModel,
  { contentItemId, variationId, contentTypeTechnicalName: typeName, field, pageNumber, pageSize }: ItemVariationsQuery,
) {
  const allowed = allowedTypes(allowance, all)
  const types = typeName === undefined ? allowed : allowed.filter(({ type }) => type.technicalName === typeName)
  if ((typeName !== undefined && types.length === 0) || (variationId !== undefined && !has(variations, variationId)))
    throw new Problem('NOT_FOUND')
  const filters = await inSlices(readTextFilters(types, field))
  const having = filters.map((filter) => new Set(filter.types))
  const question: LiveQuestion = {
    variationIds: variationId === undefined ? variations.map((each) => each.variationId) : [variationId],
    contentTypeIds: types
      .filter((type) => having.every((set) => set.has(type)))
      .map(({ contentTypeId }) => contentTypeId),
    reach: reachOf(allowance),
    contentItemId,
    conditions: filters.map(({ condition }) => condition),
    order: defaultOrder,
    offset: (pageNumber - 1) * pageSize,
    limit: pageSize,
  }
  return { question, types, listDependencies: listOf(question, filters, { isForAll: true }) }
}

const reachOf = ({ targets, limited }: Allowance): LiveQuestion['reach'] => ({
  targets,
  limited: limited.map(({ technicalName, variationIds }) => ({ technicalName, variationIds })),
})

const deliveredRows = (
  types: readonly StoredType[],
  rows: readonly LiveRow[],
  withSources: boolean,
): DeliveredRow[] => {
  const byId = new Map(types.map(({ contentTypeId, type }) => [contentTypeId, type]))
  return rows.flatMap(({ contentTypeId, fields, names, sources, ...row }) => {
    const type = byId.get(contentTypeId)
    if (type === undefined) return []
    const whole = wholeFields(type, { fields, names })
    return [
      { ...row, contentTypeTechnicalName: type.technicalName, fields: whole, sources: withSources ? sources : null },
    ]
  })
}

const has = (variations: readonly Variation[], variationId: string): boolean =>
  variations.some((each) => each.variationId === variationId)

function checkFields({ type }: StoredType, fields: readonly string[] = []): void {
  const known = new Set(type.fields.map(({ technicalName }) => technicalName))
  const at = fields.findIndex((name) => !known.has(name))
  if (at >= 0) throw invalidPlace(`body.fields[${at}]`, 'UNKNOWN_FIELD', `there is no field ${fields[at]}`)
}
