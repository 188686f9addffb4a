import type { DeliveryByItem, DeliveryFilter, Variation } from '@pim/contract'
import { defaultPageSize } from '@pim/contract'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { OneStatementOnly, type Transaction } from '../../platform/database/transaction.ts'
import type { Allowance, Condition, DeliveredRow, OnPlan } from '../content-index/index.ts'
import {
  anyOf,
  deliveredTable,
  findByItem,
  findByItems,
  isDelivered,
  ListOutdated,
  ofItem,
} from '../content-index/index.ts'
import type { StoredType } from '../content-model/index.ts'
import { allowedTypes, forVariation, type KeyAllowance, narrowedTo } from './allowance.ts'
import { readDelivery } from './delivery-list.ts'
import { nothingLive } from './dependencies.ts'
import type { Answer } from './kept-answers.ts'
import { expand } from './linked-items.ts'
import { dependenciesOf, itemsOf, linksOf, listOf, withLinks } from './list-dependencies.ts'
import { isWholePage, type PageInfo, pageBody, pageInfo, wholeInfo, wholePageBody } from './page-body.ts'
import { defaultOrder, readFieldFilters, readOrder, readTextFilters, sortedField } from './read-delivery.ts'
import type { AskedModel, ListModel, TenantModels } from './tenant-models.ts'

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
export function createDeliveryService(database: Database, models: TenantModels) {
  const read = <T>({ tenantId }: Allowance, work: (trx: Transaction) => Promise<T>): Promise<T> =>
    database.inTenantReadOnly(tenantId, work)

  /** Long values are stored apart from what is delivered, and never change, so that they may be read afterwards. */
  async function answer({ tenantId }: Allowance, found: Promise<Found>): Promise<Answer> {
    const { rows, paging, fields, linked, dependencies } = await found
    const options = { fields, linked }
    const json = isWholePage(rows, options)
      ? pageBody(rows, paging, options)
      : await database.inTenantReadOnly(tenantId, (trx) => wholePageBody(trx, tenantId, rows, paging, options))
    return { json, dependencies }
  }

  /**
   * With the model in memory a list can be one statement. Where the statement finds that the index has more spaces by
   * now, or nothing is kept, the model and the list are read in one transaction.
   */
  async function withModel<T>(
    allowance: Allowance,
    asked: AskedModel,
    work: (model: ListModel, inList: InList) => Promise<T>,
  ): Promise<T> {
    const { tenantId } = allowance
    const kept = models.peek(tenantId, asked)
    const apart: InList = async (isOneStatement, list) => {
      if (!isOneStatement) return read(allowance, list)
      try {
        return await database.readOnce(tenantId, list)
      } catch (error) {
        if (error instanceof OneStatementOnly) return read(allowance, list)
        throw error
      }
    }
    try {
      if (kept !== undefined) return await work(kept, apart)
    } catch (error) {
      if (!(error instanceof ListOutdated)) throw error
    }
    return read(allowance, async (trx) =>
      work(await models.read(trx, tenantId, asked), (_isOneStatement, list) => list(trx)),
    )
  }

  return {
    tenantVariations: (allowance: Allowance): Promise<Answer> =>
      read(allowance, async (trx) => {
        const { variations } = await models.modelOf(trx, allowance.tenantId)
        return { json: JSON.stringify(variations), dependencies: nothingLive }
      }),

    filterVariations: (allowance: KeyAllowance, filter: DeliveryFilter, onPlan?: OnPlan): Promise<Answer> => {
      const sorted = filter.sorting && sortedField(filter.sorting)
      const filtered = filter.filters.map((each) => each.technicalFieldName)
      const asked = { variationId: filter.variationId, technicalFieldNames: sorted ? [...filtered, sorted] : filtered }
      const narrowed = narrowedTo(allowance, filter, 'body.deliveryTarget')
      const found = withModel(narrowed, asked, (model, inList) =>
        filterVariations({ model, inList, models, onPlan }, narrowed, filter),
      )
      return answer(allowance, found)
    },

    byItemIds: (
      allowed: Allowance,
      { contentItemIds, variationId, linkDepth = 0 }: DeliveryByItem,
    ): Promise<Answer> => {
      const allowance = forVariation(allowed, variationId)
      const reading = read(allowance, async (trx): Promise<Found> => {
        const found = await findByItems(
          trx,
          allowance,
          [...new Set(contentItemIds)],
          variationId,
          maxVariationsByItems + 1,
        )
        const rows = found.slice(0, maxVariationsByItems)
        const linked = linkDepth === 0 ? undefined : await expand(trx, allowance, rows, linkDepth)
        return {
          rows,
          paging: wholeInfo(rows.length, found.length > rows.length),
          linked,
          dependencies: dependenciesOf(contentItemIds, linked && linksOf(variationId), linked),
        }
      })
      return answer(allowance, reading)
    },

    itemVariations: (allowance: KeyAllowance, query: ItemVariationsQuery, onPlan?: OnPlan): Promise<Answer> => {
      const { contentItemId, contentTypeTechnicalName, field } = query
      const narrowed = narrowedTo(allowance, query, 'query.deliveryTarget')
      // The call that consumers make most is one statement.
      if (contentItemId !== undefined && contentTypeTechnicalName === undefined && field === undefined)
        return answer(
          allowance,
          database.readOnce(allowance.tenantId, (trx) => variationsOfItem(trx, narrowed, query, contentItemId)),
        )
      const asked = { variationId: query.variationId, technicalFieldNames: Object.keys(field ?? {}) }
      const found = withModel(narrowed, asked, (model, inList) =>
        itemVariations({ model, inList, models, onPlan }, narrowed, query),
      )
      return answer(allowance, found)
    },

    isDelivered: (allowance: Allowance, binaryId: string): Promise<boolean> =>
      read(allowance, (trx) => isDelivered(trx, allowance, binaryId)),
  }
}

/** Where what is live lies. */
const deliveredPlace = { table: deliveredTable, scopes: ['p', 'b'] } as const

/** Runs the reading of a list in a transaction; `isOneStatement` where it probably is no more. */
type InList = <T>(isOneStatement: boolean, list: (trx: Transaction) => Promise<T>) => Promise<T>

/** What an answer is made of. */
interface Found {
  readonly rows: readonly DeliveredRow[]
  readonly paging: PageInfo
  readonly fields?: readonly string[] | undefined
  readonly linked?: readonly DeliveredRow[] | undefined
  readonly dependencies: Answer['dependencies']
}

interface Reading {
  readonly model: ListModel
  readonly inList: InList
  readonly models: TenantModels
  readonly onPlan: OnPlan | undefined
}

/** Of more conditions, or of one that is slow to find, more has to be known before the page is read. */
const isSimple = (conditions: readonly Condition[]): boolean =>
  conditions.length <= 1 && !conditions.some(({ isExpensive }) => isExpensive)

async function filterVariations(
  { model, inList, models, onPlan }: Reading,
  allowance: Allowance,
  filter: DeliveryFilter,
): Promise<Found> {
  const { tenantId, targets, limited } = allowance
  const { variationId, includeSources: withSources = false, match = 'all', fields, linkDepth = 0 } = filter
  const { pageNumber, pageSize } = filter.paging ?? { pageNumber: 1, pageSize: defaultPageSize }
  const { variations, types, tallies, spaces } = model
  const wanted = types.filter(({ type }) => type.technicalName === filter.contentTypeTechnicalName)
  const [stored] = allowedTypes(allowance, wanted)
  if (stored === undefined || !has(variations, variationId)) throw new Problem('NOT_FOUND')
  checkFields(stored, fields)
  const place = { ...deliveredPlace, tenantId, variationIds: [variationId], types: [stored], spaces }
  const { filters, known } = await models.filtersOf(
    tenantId,
    [stored.contentTypeId, variationId, filter.filters, spaces.all],
    () => readFieldFilters(place, filter.filters),
  )
  const conditions = filters.map(({ condition }) => condition)
  const isForAll = match === 'all' || filters.length === 1
  const list = {
    ...place,
    typeIds: [stored.contentTypeId],
    targets,
    limited,
    known,
    conditions: match === 'any' && conditions.length > 0 ? [anyOf(conditions)] : conditions,
    order: readOrder(filter.sorting, place, variationId, stored),
    withSources,
    offset: (pageNumber - 1) * pageSize,
    limit: pageSize,
    isCurrent: spaces.areAll,
  }
  const { page, linked } = await inList(linkDepth === 0 && isSimple(list.conditions), async (trx) => {
    const page = await readDelivery(trx, list, tallies, onPlan)
    return { page, linked: linkDepth === 0 ? undefined : await expand(trx, allowance, page.rows, linkDepth) }
  })
  const { rows, total, isCapped } = page
  const listed = listOf(list, filters, { isForAll })
  return {
    rows,
    paging: pageInfo(pageNumber, pageSize, total, isCapped),
    fields,
    linked,
    dependencies: dependenciesOf(itemsOf(rows), linked === undefined ? listed : withLinks(listed), linked),
  }
}

async function itemVariations(
  { model, inList, models, onPlan }: Reading,
  allowance: Allowance,
  query: ItemVariationsQuery,
): Promise<Found> {
  const { contentItemId, variationId, contentTypeTechnicalName: typeName, field } = query
  const { tenantId, targets, limited } = allowance
  const { variations, types: all, tallies, spaces } = model
  const allowed = allowedTypes(allowance, all)
  const types = typeName === undefined ? allowed : allowed.filter(({ type }) => type.technicalName === typeName)
  if ((typeName !== undefined && types.length === 0) || (variationId !== undefined && !has(variations, variationId)))
    throw new Problem('NOT_FOUND')
  const variationIds = variationId === undefined ? variations.map((each) => each.variationId) : [variationId]
  const { filters, known } = await models.filtersOf(
    tenantId,
    [types.map(({ contentTypeId }) => contentTypeId), variationIds, field, spaces.all],
    () => readTextFilters({ ...deliveredPlace, tenantId, variationIds, types, spaces }, field),
  )
  if (contentItemId !== undefined && filters.length === 0) {
    const only = { ...allowance, typeNames: types.map(({ type }) => type.technicalName) }
    return inList(true, (trx) => variationsOfItem(trx, only, query, contentItemId))
  }
  const having = filters.map((filter) => new Set(filter.types))
  const { pageNumber, pageSize } = query
  const list = {
    tenantId,
    variationIds,
    typeIds: types.filter((type) => having.every((set) => set.has(type))).map(({ contentTypeId }) => contentTypeId),
    targets,
    limited,
    known,
    conditions: [
      ...(contentItemId === undefined ? [] : [ofItem(tenantId, contentItemId)]),
      ...filters.map(({ condition }) => condition),
    ],
    order: defaultOrder,
    withSources: false,
    offset: (pageNumber - 1) * pageSize,
    limit: pageSize,
    isCurrent: spaces.areAll,
  }
  const { rows, total, isCapped } = await inList(isSimple(list.conditions), (trx) =>
    readDelivery(trx, list, tallies, onPlan),
  )
  return {
    rows,
    paging: pageInfo(pageNumber, pageSize, total, isCapped),
    dependencies: dependenciesOf(itemsOf(rows), listOf(list, filters, { isForAll: true })),
  }
}

async function variationsOfItem(
  trx: Transaction,
  allowance: Allowance,
  { pageNumber, pageSize, variationId }: ItemVariationsQuery,
  contentItemId: string,
): Promise<Found> {
  const rows = await findByItem(trx, allowance, contentItemId, variationId)
  const start = (pageNumber - 1) * pageSize
  return {
    rows: rows.slice(start, start + pageSize),
    paging: pageInfo(pageNumber, pageSize, rows.length, false),
    dependencies: dependenciesOf([contentItemId]),
  }
}

const has = (variations: readonly Variation[], variationId: string): boolean =>
  variations.some((each) => each.variationId === variationId)

function checkFields({ type }: StoredType, fields: readonly string[] = []): void {
  const known = new Set(type.fields.map(({ technicalName }) => technicalName))
  const at = fields.findIndex((name) => !known.has(name))
  if (at >= 0) throw invalidPlace(`body.fields[${at}]`, 'UNKNOWN_FIELD', `there is no field ${fields[at]}`)
}
