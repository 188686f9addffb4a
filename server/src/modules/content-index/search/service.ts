import type {
  ContentTypeKind,
  Page,
  SearchContentDocument,
  SearchFiltering,
  SearchInput,
  Variation,
} from '@pim/contract'
import { defaultPageSize } from '@pim/contract'
import type { Database, TransactionOptions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypes, type StoredType } from '../../content-model/index.ts'
import { descendantsOf } from '../../taxonomies/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { readList } from '../page/content-list.ts'
import { countPublished, countWorking } from '../page/count.repository.ts'
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
} from '../page/filter.repository.ts'
import type { ListedRow, ListQuery, Order } from '../page/list-query.ts'
import type { OnPlan } from '../page/plan-report.ts'
import { matchesWords, stemsOf } from '../page/search.repository.ts'
import { wordQueryOf } from '../page/search-query.ts'
import { wordSpaceOf } from '../write/index-keys.ts'
import type { ProjectionScope } from '../write/projected-variation.ts'
import { searchTermsOf, stemmerOf } from '../write/search-words.ts'
import { findPictures } from './picture.repository.ts'
import { chosenTypes, kindsOf, orderOf, readFieldFilter, variationOf } from './read-search.ts'

export interface SearchDependencies {
  readonly database: Database
  readonly tables: ListTables
}

export interface SearchOptions extends TransactionOptions {
  readonly onPlan?: OnPlan | undefined
}

/** Finds content of one kind, or of both, in one variation. */
export const search = (
  { database, tables }: SearchDependencies,
  tenantId: string,
  kind: ContentTypeKind | undefined,
  input: SearchInput,
  { onPlan, ...options }: SearchOptions,
): Promise<Page<SearchContentDocument>> =>
  database.inTenantReadOnly(tenantId, (trx) => searchIn(trx, tenantId, tables, kind, input, onPlan), options)

async function searchIn(
  trx: Transaction,
  tenantId: string,
  tables: ListTables,
  kind: ContentTypeKind | undefined,
  input: SearchInput,
  onPlan: OnPlan | undefined,
): Promise<Page<SearchContentDocument>> {
  const { pageNumber, pageSize } = input.paging ?? { pageNumber: 1, pageSize: defaultPageSize }
  const countAll = input.showPublishedVersion ? countPublished : countWorking
  // Sent together, as none of them depends on another.
  const [variations, stored, tallies] = await Promise.all([
    variationsOf(trx, tenantId),
    findTypes(trx, tenantId),
    countAll(trx, tenantId, input.variationId),
  ])
  const kinds = kindsOf(kind)
  const types = stored.filter(({ type }) => kinds.includes(type.kind))
  const variation = variationOf(variations, input.variationId)
  const query = await readQuery(trx, tenantId, tables, input, variation, kinds, types)
  const page = { ...query, offset: (pageNumber - 1) * pageSize, limit: pageSize }
  const { rows, total, isCapped } = await readList(trx, tenantId, page, tallies, onPlan)
  const pictures = await findPictures(trx, tenantId, query, rows)
  return {
    items: rows.map((row) =>
      documentOf(row, variation.variationId, types, row.binaryId ?? pictures.get(row.contentVariationId)),
    ),
    paging: {
      pageNumber,
      pageSize,
      totalCount: total,
      totalPages: Math.ceil(total / pageSize),
      ...(isCapped && { totalIsCapped: true }),
    },
  }
}

async function readQuery(
  trx: Transaction,
  tenantId: string,
  tables: ListTables,
  input: SearchInput,
  variation: Variation,
  kinds: readonly ContentTypeKind[],
  types: readonly StoredType[],
): Promise<Omit<ListQuery, 'offset' | 'limit'>> {
  const { filtering = {}, showPublishedVersion: published = false } = input
  const { variationId } = variation
  const deleted = (published || !input.includeDeleted ? [false] : [false, true]).filter(
    (each) => each === (filtering.isDeleted ?? each),
  )
  const scopes: ProjectionScope[] = published ? ['p'] : deleted.map((each) => (each ? 'd' : 'w'))
  const place = { tenantId, variationId, scopes }
  const named = chosenTypes(types, filtering.contentTypeTechnicalNames)
  const filters = (filtering.fields ?? []).map((filter, at) =>
    readFieldFilter(place, named ?? types, named !== undefined, filter, `body.filtering.fields[${at}]`),
  )
  const words = await readWords(trx, place, kinds, published, variation, filtering.searchText)
  const having = filters.map((filter) => new Set(filter.types.map(({ contentTypeId }) => contentTypeId)))
  const narrowed = [...(named ? [new Set(named.map(({ contentTypeId }) => contentTypeId))] : []), ...having]
  const order =
    words !== undefined && input.sorting === undefined
      ? words.order
      : orderOf(input.sorting, named ?? [], { variationId, scopes })
  const rowsOf: ListPlace['rowsOf'] = timeOrders.has(order.by) ? 'copies' : 'variations'
  const listPlace = { tables, rowsOf, variationId, kinds, deleted }
  return {
    ...listPlace,
    published,
    types,
    typeIds: narrowed.length === 0 ? undefined : narrowed.reduce((one, other) => one.intersection(other)),
    statuses: filtering.statuses?.length ? filtering.statuses : undefined,
    conditions: [
      ...(words?.conditions ?? []),
      ...(await conceptCondition(trx, place, filtering)),
      ...columnConditions(tenantId, listPlace, filtering),
      ...filters.map(({ condition }) => condition),
    ],
    order,
  }
}

/** What is found by relevance is shown latest first where it is too long to rank. */
const timeOrders: ReadonlySet<string> = new Set<Order['by']>(['modified_at', 'modified_by', 'relevance'])

interface Place {
  readonly tenantId: string
  readonly variationId: string
  readonly scopes: readonly ProjectionScope[]
}

/** Undefined: no text was asked for. A text without a single word finds nothing. */
async function readWords(
  trx: Transaction,
  { tenantId, variationId, scopes }: Place,
  kinds: readonly ContentTypeKind[],
  published: boolean,
  variation: Variation,
  searchText = '',
): Promise<{ conditions: Condition[]; order: Order } | undefined> {
  if (searchText.trim() === '') return undefined
  const terms = searchTermsOf(searchText)
  const stemmer = stemmerOf(variation.languageCode)
  const stems = await stemsOf(
    trx,
    stemmer,
    terms.map((term) => (term.kind === 'word' && term.hasStem ? term.text : '')),
  )
  const spaces = kinds.flatMap((kind) => scopes.map((scope) => wordSpaceOf(tenantId, variationId, kind, scope)))
  const queryFor = (where: 'anywhere' | 'in the name') =>
    wordQueryOf(where, spaces, terms, stems, stemmer !== null) ?? ''
  const matching = (query: string) => matchesWords(tenantId, variationId, published, query)
  const query = queryFor('anywhere')
  const words = matching(query)
  return {
    conditions: [words],
    order: { by: 'relevance', query, words, inName: matching(queryFor('in the name')), direction: 'desc' },
  }
}

async function conceptCondition(
  trx: Transaction,
  { tenantId, variationId, scopes }: Place,
  { conceptIds = [], includeDescendants = false }: SearchFiltering,
): Promise<Condition[]> {
  if (conceptIds.length === 0) return []
  const all = includeDescendants ? await descendantsOf(trx, tenantId, conceptIds) : conceptIds
  return [hasConcept(tenantId, variationId, scopes, all)]
}

function columnConditions(tenantId: string, place: ListPlace, filtering: SearchFiltering): Condition[] {
  const { modifiedAt, completeness, mimeTypes = [], hasUnpublishedChanges } = filtering
  return [
    ...(filtering.modifiedBy?.length ? [modifiedBy(tenantId, place, filtering.modifiedBy)] : []),
    ...(modifiedAt ? [modifiedBetween(tenantId, place, modifiedAt)] : []),
    ...(completeness ? [completeBetween(tenantId, place, { from: completeness.min, to: completeness.max })] : []),
    ...(mimeTypes.length > 0 ? [ofMimeType(tenantId, place, mimeTypes)] : []),
    ...(hasUnpublishedChanges === undefined ? [] : [differsFromLive(tenantId, place, hasUnpublishedChanges)]),
  ]
}

function documentOf(
  row: ListedRow,
  variationId: string,
  types: readonly StoredType[],
  binaryId: string | undefined,
): SearchContentDocument {
  const { contentTypeId, conceptIds, isDeleted } = row
  return {
    contentItemId: row.contentItemId,
    contentVariationId: row.contentVariationId,
    variationId,
    name: row.name,
    technicalContentTypeName: types.find((type) => type.contentTypeId === contentTypeId)?.type.technicalName ?? '',
    kind: row.kind,
    ...(binaryId !== undefined && { binaryId }),
    status: row.status,
    hasUnpublishedChanges: row.hasUnpublishedChanges,
    completeness: row.completeness,
    conceptIds: conceptIds ?? [],
    modifiedAt: row.modifiedAt,
    modifiedBy: row.modifiedBy,
    ...(isDeleted && { isDeleted }),
  }
}
