import type {
  ContentTypeKind,
  ItemLookup,
  NamedItem,
  SearchContentDocument,
  SearchFiltering,
  SearchInput,
  SearchPage,
  Variation,
} from '@pim/contract'
import { defaultPageSize } from '@pim/contract'
import { readTranslation } from '@pim/contract/content-variation/translation.ts'
import { channelsWith } from '@pim/field-types'
import { each, inSlices } from '../../../core/time-slices.ts'
import type { Database, TransactionOptions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypes, type StoredType } from '../../content-model/index.ts'
import { descendantsOf, findNamesOfConcepts } from '../../taxonomies/index.ts'
import { type Market, marketOfTenant, variationsOf } from '../../tenants/index.ts'
import { readList } from '../page/content-list.ts'
import { countCandidates, countPublished, countWorking, listedVariation } from '../page/count.repository.ts'
import {
  type Condition,
  completeBetween,
  differsFromLive,
  hasConcept,
  type ListPlace,
  type ListTables,
  modifiedBetween,
  modifiedBy,
  ofMimeType,
  translatedAs,
} from '../page/filter.repository.ts'
import type { IndexPlace } from '../page/index-place.repository.ts'
import type { ListedRow, ListQuery, Order } from '../page/list-query.ts'
import type { OnPlan } from '../page/plan-report.ts'
import { entryScopesOf } from '../write/projected-variation.ts'
import { findSpaces, type Spaces } from '../write/space.repository.ts'
import { channelCondition, listedReadiness, readinessConditions } from './by-channel.ts'
import { correctedText } from './correct.ts'
import type { ReadListedFields } from './listed-fields.ts'
import { findListedLinks, findNamedItems } from './listed-link.repository.ts'
import { marksIn } from './matches/excerpt.ts'
import { readMatches, type Sought } from './matches/read-matches.ts'
import type { ReadRowValues } from './matches/row-values.ts'
import { findPictures } from './picture.repository.ts'
import { askedSpaces, chosenTypes, kindsOf, orderOf, readFieldFilter, variationOf } from './read-search.ts'
import { languagesOf, type Nearness, readWords } from './read-words.ts'

export interface SearchDependencies {
  readonly database: Database
  readonly tables: ListTables
  readonly readFields: ReadListedFields
  readonly readValues: ReadRowValues
}

export interface SearchOptions extends TransactionOptions {
  readonly onPlan?: OnPlan | undefined
}

/** Finds content of one kind, or of both, in one variation. */
export const search = (
  { database, tables, readFields, readValues }: SearchDependencies,
  tenantId: string,
  kind: ContentTypeKind | undefined,
  input: SearchInput,
  { onPlan, ...options }: SearchOptions,
): Promise<SearchPage> =>
  database.inTenantReadOnly(
    tenantId,
    (trx) => searchIn(trx, tenantId, tables, kind, input, { readFields, readValues, onPlan }),
    options,
  )

/** What items are called in a variation, or in the default one. */
export const lookUpItems = (
  { database, tables }: Pick<SearchDependencies, 'database' | 'tables'>,
  tenantId: string,
  { contentItemIds, variationId }: ItemLookup,
  options: TransactionOptions,
): Promise<NamedItem[]> =>
  database.inTenantReadOnly(
    tenantId,
    async (trx) => {
      const variations = await variationsOf(trx, tenantId)
      const place = { tables, variations, variationId: variationOf(variations, variationId).variationId }
      return await findNamedItems(trx, tenantId, place, [...new Set(contentItemIds)])
    },
    options,
  )

interface Reading {
  /** Left out: no values of fields are read. */
  readonly readFields?: ReadListedFields
  /** Left out: no row says where it has what was typed. */
  readonly readValues?: ReadRowValues
  readonly onPlan?: OnPlan | undefined
}

async function searchIn(
  trx: Transaction,
  tenantId: string,
  tables: ListTables,
  kind: ContentTypeKind | undefined,
  input: SearchInput,
  { readFields, readValues, onPlan }: Reading,
): Promise<SearchPage> {
  const { pageNumber, pageSize } = input.paging ?? { pageNumber: 1, pageSize: defaultPageSize }
  const countAll = input.showPublishedVersion ? countPublished : countWorking
  // Sent together, as none of them depends on another.
  const kinds = kindsOf(kind)
  const [{ variations, channels }, stored, tallies, spaces] = await Promise.all([
    marketOfTenant(trx, tenantId),
    findTypes(trx, tenantId),
    countAll(trx, tenantId, input.variationId),
    findSpaces(trx, tenantId, listedVariation(tenantId, input.variationId), askedSpaces(input, kinds)),
  ])
  const types = stored.filter(({ type }) => kinds.includes(type.kind))
  const variation = variationOf(variations, input.variationId)
  const known = { variations, channels, variation, spaces, types, kinds }
  const read = async (asked: SearchInput, nearness: Nearness) => {
    const { sought, ...query } = await readQuery(trx, tenantId, tables, asked, known, nearness)
    const page = { ...query, offset: (pageNumber - 1) * pageSize, limit: pageSize, countsAll: input.countsAll }
    return { query, sought, page: await readList(trx, tenantId, page, tallies, onPlan) }
  }
  let found = await read(input, 'near')
  let shownFor: string | undefined
  const searchText = input.filtering?.searchText?.trim() ?? ''
  if (found.page.total === 0 && searchText !== '' && (await isUnknown(trx, found.query))) {
    found = await read(input, 'wide')
    if (found.page.total === 0) {
      const asked = { kinds, languageCodes: languagesOf(variations, variation), searchText, types }
      shownFor = await correctedText(trx, placeOf(known, tenantId, tables, input), asked)
    }
    if (shownFor !== undefined)
      found = await read({ ...input, filtering: { ...input.filtering, searchText: shownFor } }, 'near')
  }
  const { rows, total, isCapped } = found.page
  const here = channelsWith(channels, variation.variationId).map(({ technicalName }) => technicalName)
  // Sent together. Without `fields` and `matches` nothing of them is read.
  const names = [...new Set(input.fields)]
  const { query, sought } = found
  const [pictures, matches, values] = await Promise.all([
    findPictures(trx, tenantId, query, rows),
    input.matches && sought && readValues
      ? readMatches(trx, tenantId, readValues, { sought, query, rows, types, variation, variations })
      : undefined,
    names.length === 0
      ? undefined
      : readFields?.(trx, tenantId, { names, rows, types, variation, variations, published: query.published }),
  ])
  const [linked, conceptNames] =
    values === undefined
      ? []
      : await Promise.all([
          findListedLinks(trx, tenantId, { ...query, variations }, values.itemIds),
          findNamesOfConcepts(trx, tenantId, variation.variationId, values.conceptIds),
        ])
  const items = await inSlices(
    // biome-ignore lint/correctness/useYield: `each` yields after every row.
    each(rows, function* (row) {
      const fields = values?.byRow.get(row.contentVariationId)
      const binaryId = row.binaryId ?? pictures.get(row.contentVariationId)
      const match = matches?.get(row.contentVariationId)
      const nameMarks = input.matches && sought ? marksIn(row.name, sought.terms) : []
      const document = documentOf(row, variations, variation, types, here, binaryId)
      return {
        ...document,
        ...(nameMarks.length > 0 && { nameMarks }),
        ...(fields && { fields }),
        ...(match && { match }),
      }
    }),
  )
  return {
    items,
    paging: {
      pageNumber,
      pageSize,
      totalCount: total,
      totalPages: Math.ceil(total / pageSize),
      ...(isCapped && { totalIsCapped: true }),
    },
    ...(shownFor !== undefined && { shownFor }),
    ...(linked && { linked }),
    ...(conceptNames && { conceptNames: Object.fromEntries(conceptNames) }),
  }
}

/** One of the rows that a search finds. */
export interface SelectedRow {
  readonly contentItemId: string
  readonly contentVariationId: string
}

/** Rows that are read at once where all that a search finds is read. */
const selectedAtOnce = 200

/**
 * The first of all that a search finds, in the variation that it names or the default one. Call it in a read-only
 * transaction, so that all parts are read from the same state.
 */
export async function findSelected(
  trx: Transaction,
  tenantId: string,
  tables: ListTables,
  input: SearchInput,
  limit: number,
): Promise<{ readonly variationId: string; readonly rows: SelectedRow[] }> {
  const rows: SelectedRow[] = []
  const sorting = input.sorting ?? ({ field: 'modifiedAt', direction: 'desc' } as const)
  const { variationId } = variationOf(await variationsOf(trx, tenantId), input.variationId)
  for (let pageNumber = 1; rows.length < limit; pageNumber += 1) {
    const paging = { pageNumber, pageSize: Math.min(selectedAtOnce, limit) }
    const { items } = await searchIn(trx, tenantId, tables, undefined, { ...input, sorting, paging }, {})
    rows.push(...items.map(({ contentItemId, contentVariationId }) => ({ contentItemId, contentVariationId })))
    if (items.length < paging.pageSize) break
  }
  return { variationId, rows: rows.slice(0, limit) }
}

/** A list without the page of it. */
type AskedList = Omit<ListQuery, 'offset' | 'limit'> & { readonly sought?: Sought | undefined }

/** Whether no document has the words, whatever else the list is narrowed to. */
async function isUnknown(trx: Transaction, { order, conditions }: AskedList): Promise<boolean> {
  const words = order.by === 'relevance' ? order.tiers[0] : conditions.find(({ ofWords }) => ofWords)
  return words?.findMatching === undefined || (await countCandidates(trx, words.findMatching, {}, 1)).count === 0
}

/** What is read before it is known what is asked for. */
interface Known extends Market {
  readonly variation: Variation
  readonly spaces: Spaces
  readonly types: readonly StoredType[]
  readonly kinds: readonly ContentTypeKind[]
}

/** Where what the input asks for lies in the index. */
function placeOf(
  { variation: { variationId }, spaces }: Pick<Known, 'variation' | 'spaces'>,
  tenantId: string,
  { variations: table }: ListTables,
  { filtering = {}, showPublishedVersion: published = false, includeDeleted }: SearchInput,
) {
  const deleted = (published || !includeDeleted ? [false] : [false, true]).filter(
    (each) => each === (filtering.isDeleted ?? each),
  )
  const scopes = entryScopesOf(published ? ['p'] : deleted.map((each) => (each ? 'd' : 'w')))
  return { tenantId, table, variationId, variationIds: [variationId], scopes, spaces, deleted }
}

async function readQuery(
  trx: Transaction,
  tenantId: string,
  tables: ListTables,
  input: SearchInput,
  { variations, channels, variation, spaces, types, kinds }: Known,
  nearness: Nearness,
): Promise<AskedList> {
  const { filtering = {}, showPublishedVersion: published = false } = input
  const { variationId } = variation
  const place = placeOf({ variation, spaces }, tenantId, tables, input)
  const { deleted, scopes } = place
  const named = chosenTypes(types, filtering.contentTypeTechnicalNames)
  const filters = await inSlices(
    each([...(filtering.fields ?? []).entries()], ([at, filter]) =>
      readFieldFilter(place, named ?? types, named !== undefined, filter, `body.filtering.fields[${at}]`),
    ),
  )
  const searchText = filtering.searchText ?? ''
  const words =
    searchText.trim() === ''
      ? undefined
      : await readWords(
          trx,
          place,
          { kinds, languageCodes: languagesOf(variations, variation), searchText, types },
          nearness,
        )
  const having = filters.map((filter) => new Set(filter.types.map(({ contentTypeId }) => contentTypeId)))
  const narrowed = [...(named ? [new Set(named.map(({ contentTypeId }) => contentTypeId))] : []), ...having]
  const order =
    words !== undefined && input.sorting === undefined ? words.order : orderOf(input.sorting, named ?? [], place)
  const rowsOf: ListPlace['rowsOf'] = timeOrders.has(order.by) ? 'copies' : 'variations'
  const listPlace = { tables, rowsOf, variationId, kinds, deleted }
  return {
    ...listPlace,
    published,
    scopes,
    types,
    typeIds: narrowed.length === 0 ? undefined : narrowed.reduce((one, other) => one.intersection(other)),
    statuses: filtering.statuses?.length ? filtering.statuses : undefined,
    conditions: [
      ...(words?.conditions ?? []),
      ...(await conceptCondition(trx, place, filtering)),
      ...columnConditions(tenantId, listPlace, filtering),
      ...channelCondition(tenantId, listPlace, filtering, channels),
      ...readinessConditions(tenantId, listPlace, filtering, channels, types),
      ...filters.map(({ condition }) => condition),
    ],
    order,
    sought: words?.sought,
  }
}

/** What is found by relevance is shown latest first where it is too long to rank. */
const timeOrders: ReadonlySet<string> = new Set<Order['by']>(['modified_at', 'modified_by', 'relevance'])

async function conceptCondition(
  trx: Transaction,
  place: IndexPlace,
  { conceptIds = [], includeDescendants = false }: SearchFiltering,
): Promise<Condition[]> {
  if (conceptIds.length === 0) return []
  const all = includeDescendants ? await descendantsOf(trx, place.tenantId, conceptIds) : conceptIds
  return [hasConcept(place, all)]
}

function columnConditions(tenantId: string, place: ListPlace, filtering: SearchFiltering): Condition[] {
  const { modifiedAt, completeness, mimeTypes = [], translation = [], hasUnpublishedChanges } = filtering
  return [
    ...(filtering.modifiedBy?.length ? [modifiedBy(tenantId, place, filtering.modifiedBy)] : []),
    ...(modifiedAt ? [modifiedBetween(tenantId, place, modifiedAt)] : []),
    ...(completeness ? [completeBetween(tenantId, place, { from: completeness.min, to: completeness.max })] : []),
    ...(translation.length > 0 ? [translatedAs(tenantId, place, translation)] : []),
    ...(mimeTypes.length > 0 ? [ofMimeType(tenantId, place, mimeTypes)] : []),
    ...(hasUnpublishedChanges === undefined ? [] : [differsFromLive(tenantId, place, hasUnpublishedChanges)]),
  ]
}

function documentOf(
  row: ListedRow,
  variations: readonly Variation[],
  { variationId }: Variation,
  types: readonly StoredType[],
  channels: readonly string[],
  binaryId: string | undefined,
): SearchContentDocument {
  const { contentTypeId, conceptIds, isDeleted } = row
  const type = types.find((each) => each.contentTypeId === contentTypeId)?.type
  const nameVariationId = row.nameVariationId ?? variations.find((each) => each.isDefault)?.variationId
  return {
    contentItemId: row.contentItemId,
    contentVariationId: row.contentVariationId,
    variationId,
    name: row.name,
    ...(nameVariationId !== undefined && nameVariationId !== variationId && { nameVariationId }),
    ...(row.itemName !== null && row.itemName !== row.name && { itemName: row.itemName }),
    technicalContentTypeName: type?.technicalName ?? '',
    kind: row.kind,
    ...(binaryId !== undefined && { binaryId }),
    status: row.status,
    hasUnpublishedChanges: row.hasUnpublishedChanges,
    completeness: row.completeness,
    deliveryTargets: row.deliveryTargets,
    readiness: listedReadiness(row, type, channels),
    translation: readTranslation(row.translation),
    version: row.version,
    conceptIds,
    modifiedAt: row.modifiedAt,
    modifiedBy: row.modifiedBy,
    ...(isDeleted && { isDeleted }),
  }
}
