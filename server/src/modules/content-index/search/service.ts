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
import { rangeOfTranslation, readTranslation } from '@pim/contract/content-variation/translation.ts'
import { channelsWith } from '@pim/field-types'
import { each, inSlices } from '../../../core/time-slices.ts'
import type { Database, TransactionOptions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypes, type StoredType } from '../../content-model/index.ts'
import { BeingPrepared, type Condition, type ListAnswer, type ListQuestion, type Reader } from '../../reader/index.ts'
import { descendantsOf, findNamesOfConcepts } from '../../taxonomies/index.ts'
import { type Market, marketOfTenant, variationsOf } from '../../tenants/index.ts'
import { entryScopesOf } from '../write/projected-variation.ts'
import { channelCondition, listedReadiness, readinessConditions } from './by-channel.ts'
import { correctedText } from './correct.ts'
import type { ReadListedFields } from './listed-fields.ts'
import { findListedLinks, findNamedItems } from './listed-link.repository.ts'
import { findLatest, findListedRows, type ListedRow, type ListTables } from './listed-row.repository.ts'
import { marksIn } from './matches/excerpt.ts'
import { readMatches, type Sought } from './matches/read-matches.ts'
import type { ReadRowValues } from './matches/row-values.ts'
import { findPictures } from './picture.repository.ts'
import { chosenTypes, kindsOf, orderOf, readFieldFilter, variationOf } from './read-search.ts'
import { languagesOf, type Nearness, readWords } from './read-words.ts'
import type { AskFile, SearchPlace } from './search-place.ts'

export interface SearchDependencies {
  readonly database: Database
  readonly reader: Pick<Reader, 'ask'>
  readonly tables: ListTables
  readonly readFields: ReadListedFields
  readonly readValues: ReadRowValues
}

/** Finds content of one kind, or of both, in one variation. */
export const search = (
  { database, reader, tables, readFields, readValues }: SearchDependencies,
  tenantId: string,
  kind: ContentTypeKind | undefined,
  input: SearchInput,
  options: TransactionOptions,
): Promise<SearchPage> =>
  database.inTenantReadOnly(
    tenantId,
    (trx) => searchIn(trx, tenantId, { reader, tables }, kind, input, { readFields, readValues }),
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
}

/** Sources of a list: the tenant's file, and the tables that its rows are read from. */
export type ListSources = Pick<SearchDependencies, 'reader' | 'tables'>

async function searchIn(
  trx: Transaction,
  tenantId: string,
  { reader, tables }: ListSources,
  kind: ContentTypeKind | undefined,
  input: SearchInput,
  { readFields, readValues }: Reading,
): Promise<SearchPage> {
  const { pageNumber, pageSize } = input.paging ?? { pageNumber: 1, pageSize: defaultPageSize }
  const known = await knownOf(trx, tenantId, reader, kind, input)
  const { variations, variation, channels, types, place } = known
  const read = async (asked: SearchInput, nearness: Nearness) => {
    const { sought, words, ...question } = await readQuestion(trx, known, asked, nearness)
    const page = { offset: (pageNumber - 1) * pageSize, limit: pageSize, countsAll: input.countsAll ?? false }
    return { words, sought, page: await readIds(trx, tables, place, { ...question, ...page }) }
  }
  let found = await read(input, 'near')
  let shownFor: string | undefined
  const searchText = input.filtering?.searchText?.trim() ?? ''
  if (found.page.total === 0 && searchText !== '' && (await isUnknown(place, found.words))) {
    found = await read(input, 'wide')
    if (found.page.total === 0) {
      const asked = { kinds: known.kinds, languageCodes: languagesOf(variations, variation), searchText, types }
      shownFor = await correctedText(trx, place, asked)
    }
    if (shownFor !== undefined)
      found = await read({ ...input, filtering: { ...input.filtering, searchText: shownFor } }, 'near')
  }
  const { total, isCapped, isBehind, preparedPercent } = found.page
  const listed = listedPlaceOf(known, tables)
  const rows = await findListedRows(trx, tenantId, listed, found.page.rows)
  const here = channelsWith(channels, variation.variationId).map(({ technicalName }) => technicalName)
  // Sent together. Without `fields` and `matches` nothing of them is read.
  const names = [...new Set(input.fields)]
  const { sought } = found
  const [pictures, matches, values] = await Promise.all([
    findPictures(trx, tenantId, listed, types, rows),
    input.matches && sought && readValues
      ? readMatches(trx, tenantId, readValues, { sought, place: listed, rows, types, variation, variations })
      : undefined,
    names.length === 0
      ? undefined
      : readFields?.(trx, tenantId, { names, rows, types, variation, variations, published: listed.isPublished }),
  ])
  const [linked, conceptNames] =
    values === undefined
      ? []
      : await Promise.all([
          findListedLinks(trx, tenantId, { ...listed, variations }, values.itemIds),
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
    ...(isBehind && { isBehind }),
    ...(preparedPercent !== undefined && { preparedPercent }),
    ...(linked && { linked }),
    ...(conceptNames && { conceptNames: Object.fromEntries(conceptNames) }),
  }
}

/** One of the rows that a search finds. */
export interface SelectedRow {
  readonly contentItemId: string
  readonly contentVariationId: string
}

/** The first of all that a search finds, in the variation that it names or the default one. */
export async function findSelected(
  trx: Transaction,
  tenantId: string,
  reader: ListSources['reader'],
  input: SearchInput,
  limit: number,
): Promise<{ readonly variationId: string; readonly rows: readonly SelectedRow[] }> {
  const sorting = input.sorting ?? ({ field: 'modifiedAt', direction: 'desc' } as const)
  const known = await knownOf(trx, tenantId, reader, undefined, input)
  const { sought: _sought, words: _words, ...question } = await readQuestion(trx, known, { ...input, sorting }, 'near')
  const { rows } = await known.place.ask('list', { ...question, offset: 0, limit, countsAll: false })
  return { variationId: known.variation.variationId, rows }
}

interface ReadIds extends ListAnswer {
  readonly preparedPercent?: number
}

/** For how long the latest changes wait for a file that is being made. */
const patienceMs = 1_000

/** The ids of a page; the latest changes also where nothing else can be asked yet. */
async function readIds(
  trx: Transaction,
  tables: ListTables,
  place: SearchPlace,
  question: ListQuestion,
): Promise<ReadIds> {
  const { order, conditions, contentTypeIds, statuses } = question
  const isLatest =
    order.by === 'modifiedAt' && order.direction === 'desc' && conditions.length === 0 && !contentTypeIds && !statuses
  try {
    return await place.ask('list', question, isLatest ? { patienceMs } : {})
  } catch (error) {
    if (!isLatest || !(error instanceof BeingPrepared)) throw error
    const latest = await findLatest(trx, place.tenantId, tables, place.where, question)
    return { ...latest, preparedPercent: error.percent }
  }
}

/** Whether no document has the words, whatever else the list is narrowed to. */
async function isUnknown(place: SearchPlace, words: string | undefined): Promise<boolean> {
  const [isNone = true] = await place.ask('unknown', { where: place.where, queries: [words ?? ''] })
  return isNone
}

/** What is read before it is known what is asked for. */
interface Known extends Market {
  readonly variation: Variation
  readonly types: readonly StoredType[]
  readonly kinds: readonly ContentTypeKind[]
  readonly place: SearchPlace
}

async function knownOf(
  trx: Transaction,
  tenantId: string,
  reader: ListSources['reader'],
  kind: ContentTypeKind | undefined,
  { filtering = {}, showPublishedVersion: isPublished = false, includeDeleted, variationId }: SearchInput,
): Promise<Known> {
  const kinds = kindsOf(kind)
  // Sent together, as neither depends on the other.
  const [{ variations, channels }, stored] = await Promise.all([
    marketOfTenant(trx, tenantId),
    findTypes(trx, tenantId),
  ])
  const variation = variationOf(variations, variationId)
  const deleted = (isPublished || !includeDeleted ? [false] : [false, true]).filter(
    (each) => each === (filtering.isDeleted ?? each),
  )
  const ask: AskFile = (asked, question, options) => reader.ask(tenantId, asked, question, options)
  return {
    variations,
    channels,
    variation,
    types: stored.filter(({ type }) => kinds.includes(type.kind)),
    kinds,
    place: { tenantId, where: { variationId: variation.variationId, isPublished, kinds, deleted }, ask },
  }
}

const listedPlaceOf = ({ place: { where } }: Known, tables: ListTables) => ({
  tables,
  variationId: where.variationId,
  isPublished: where.isPublished,
  scopes: entryScopesOf(where.isPublished ? ['p'] : where.deleted.map((each) => (each ? 'd' : 'w'))),
})

/** A list without the page of it, and what was looked for. */
type AskedList = Omit<ListQuestion, 'offset' | 'limit' | 'countsAll'> & {
  readonly sought?: Sought | undefined
  readonly words?: string | undefined
}

async function readQuestion(
  trx: Transaction,
  { variations, channels, variation, types, kinds, place }: Known,
  { filtering = {}, sorting }: SearchInput,
  nearness: Nearness,
): Promise<AskedList> {
  const named = chosenTypes(types, filtering.contentTypeTechnicalNames)
  const filters = await inSlices(
    each([...(filtering.fields ?? []).entries()], ([at, filter]) =>
      readFieldFilter(named ?? types, named !== undefined, filter, `body.filtering.fields[${at}]`),
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
  const order = words !== undefined && sorting === undefined ? words.order : orderOf(sorting, types, named ?? [])
  return {
    ...place.where,
    contentTypeIds: narrowed.length === 0 ? undefined : [...narrowed.reduce((one, other) => one.intersection(other))],
    statuses: filtering.statuses?.length ? filtering.statuses : undefined,
    conditions: [
      ...(words?.conditions ?? []),
      ...(await conceptCondition(trx, place.tenantId, filtering)),
      ...columnConditions(filtering),
      ...channelCondition(variation.variationId, filtering, channels),
      ...readinessConditions(variation.variationId, filtering, channels, types),
      ...filters.map(({ condition }) => condition),
    ],
    order,
    sought: words?.sought,
    words: words?.words,
  }
}

async function conceptCondition(
  trx: Transaction,
  tenantId: string,
  { conceptIds = [], includeDescendants = false }: SearchFiltering,
): Promise<Condition[]> {
  if (conceptIds.length === 0) return []
  const all = includeDescendants ? await descendantsOf(trx, tenantId, conceptIds) : conceptIds
  return [{ is: 'with concept', conceptIds: all }]
}

function columnConditions(filtering: SearchFiltering): Condition[] {
  const { modifiedAt, completeness, mimeTypes = [], translation = [], hasUnpublishedChanges } = filtering
  const { modifiedBy = [] } = filtering
  const between = (
    column: 'modifiedAt' | 'completeness',
    from: string | number | undefined,
    to: string | number | undefined,
  ): Condition => ({
    is: 'between',
    column,
    from: from ?? null,
    to: to ?? null,
  })
  return [
    ...(modifiedBy.length > 0 ? [{ is: 'one of', column: 'modifiedBy', values: modifiedBy } as const] : []),
    ...(modifiedAt ? [between('modifiedAt', modifiedAt.from, modifiedAt.to)] : []),
    ...(completeness ? [between('completeness', completeness.min, completeness.max)] : []),
    ...(translation.length > 0
      ? [
          {
            is: 'any of',
            conditions: translation.map(
              (state) => ({ is: 'between', column: 'translation', ...rangeOfTranslation(state) }) as const,
            ),
          } as const,
        ]
      : []),
    ...(mimeTypes.length > 0 ? [{ is: 'one of', column: 'mimeType', values: mimeTypes } as const] : []),
    ...(hasUnpublishedChanges === undefined ? [] : [{ is: 'unlike live', differs: hasUnpublishedChanges } as const]),
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
