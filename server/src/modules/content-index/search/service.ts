import type {
  ContentTypeKind,
  ItemLookup,
  NamedItem,
  SearchContentDocument,
  SearchInput,
  SearchPage,
  Variation,
} from '@pim/contract'
import { defaultPageSize } from '@pim/contract'
import { readTranslation } from '@pim/contract/content-variation/translation.ts'
import { channelsWith } from '@pim/field-types'
import { each } from '@pim/field-types/steps'
import { inSlices } from '../../../core/time-slices.ts'
import type { Database, TransactionOptions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { StoredType } from '../../content-model/index.ts'
import { BeingPrepared, type ListAnswer, type ListQuestion, type Reader } from '../../reader/index.ts'
import { findNamesOfConcepts } from '../../taxonomies/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { entryScopesOf } from '../write/projected-variation.ts'
import { listedReadiness } from './by-channel.ts'
import { correctedText } from './correct.ts'
import type { ReadListedFields } from './listed-fields.ts'
import { findListedLinks, findNamedItems } from './listed-link.repository.ts'
import { findLatest, findListedRows, type ListedRow, type ListTables } from './listed-row.repository.ts'
import { marksIn } from './matches/excerpt.ts'
import { readMatches } from './matches/read-matches.ts'
import type { ReadRowValues } from './matches/row-values.ts'
import { findPictures } from './picture.repository.ts'
import { type Known, knownOf, readQuestion } from './read-question.ts'
import { variationOf } from './read-search.ts'
import { languagesOf, type Nearness } from './read-words.ts'
import type { SearchPlace } from './search-place.ts'

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

const listedPlaceOf = ({ place: { where } }: Known, tables: ListTables) => ({
  tables,
  variationId: where.variationId,
  isPublished: where.isPublished,
  scopes: entryScopesOf(where.isPublished ? ['p'] : where.deleted.map((each) => (each ? 'd' : 'w'))),
})

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
