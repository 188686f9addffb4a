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
import {
  BeingPrepared,
  type ListAnswer,
  type ListedId,
  type ListedRow,
  type ListQuestion,
  type Reader,
} from '../../reader/index.ts'
import { findNamesOfConcepts } from '../../taxonomies/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { listedReadiness } from './by-channel.ts'
import { correctedText } from './correct.ts'
import type { ReadListedFields } from './listed-fields.ts'
import { findListedLinks, findNamedItems } from './listed-link.repository.ts'
import { findLatest, findThere, type ListTables } from './listed-row.repository.ts'
import { marksIn } from './matches/excerpt.ts'
import { readMatches } from './matches/read-matches.ts'
import type { ReadRowValues } from './matches/row-values.ts'
import { findModel, knownOf, picturePlacesOf, readQuestion, type TenantModel } from './read-question.ts'
import { variationOf } from './read-search.ts'
import { languagesOf, type Nearness } from './read-words.ts'
import type { ReadTruth, SearchPlace } from './search-place.ts'

export interface SearchDependencies {
  readonly database: Database
  readonly reader: Pick<Reader, 'ask'>
  readonly models: KeptModels
  readonly tables: ListTables
  readonly readFields: ReadListedFields
  readonly readValues: ReadRowValues
}

/** Types, variations and channels of tenants as this server keeps them. Handed in by the module that hears of their changes. */
export interface KeptModels {
  /** Undefined where it is not kept, or does not hold any more. */
  peek(tenantId: string): TenantModel | undefined
  modelOf(trx: Transaction, tenantId: string): Promise<TenantModel>
}

/** The file of the tenant, as it is enough to find items. */
export type ListSources = Pick<SearchDependencies, 'reader'>

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

/**
 * Finds content of one kind, or of both, in one variation. Most pages come from the tenant's file alone: a transaction is begun only for what
 * it does not have.
 */
export async function search(
  { database, reader, models, tables, readFields, readValues }: SearchDependencies,
  tenantId: string,
  kind: ContentTypeKind | undefined,
  input: SearchInput,
  options: TransactionOptions,
): Promise<SearchPage> {
  const read: ReadTruth = (work) => database.inTenantReadOnly(tenantId, work, options)
  const { pageNumber, pageSize } = input.paging ?? { pageNumber: 1, pageSize: defaultPageSize }
  const model = models.peek(tenantId) ?? (await read((trx) => models.modelOf(trx, tenantId)))
  const known = knownOf(tenantId, model, { read, reader }, kind, input)
  const { variations, variation, channels, types, place } = known
  const find = async (asked: SearchInput, nearness: Nearness) => {
    const { sought, words, ...question } = await readQuestion(known, asked, nearness)
    const page = { offset: (pageNumber - 1) * pageSize, limit: pageSize, countsAll: input.countsAll ?? false }
    const pictures = picturePlacesOf(types)
    return { words, sought, page: await readPage(tables, place, { ...question, ...page, pictures }) }
  }
  let found = await find(input, 'near')
  let shownFor: string | undefined
  const searchText = input.filtering?.searchText?.trim() ?? ''
  if (found.page.total === 0 && searchText !== '' && (await isUnknown(place, found.words))) {
    found = await find(input, 'wide')
    if (found.page.total === 0) {
      const asked = { kinds: known.kinds, languageCodes: languagesOf(variations, variation), searchText, types }
      shownFor = await correctedText(place, asked)
    }
    if (shownFor !== undefined)
      found = await find({ ...input, filtering: { ...input.filtering, searchText: shownFor } }, 'near')
  }
  const { rows, total, isCapped, isBehind, preparedPercent } = found.page
  const { variationId, isPublished } = place.where
  const listed = { tables, variationId, isPublished }
  const here = channelsWith(channels, variation.variationId).map(({ technicalName }) => technicalName)
  const names = [...new Set(input.fields)]
  const { sought } = found
  const inRows = { rows, types, variation, variations }
  const seeksIn = input.matches && sought ? sought : undefined
  const readShown = async (trx: Transaction) => {
    const values = await readFields(trx, tenantId, { ...inRows, names, published: isPublished })
    const [linked, conceptNames] = await Promise.all([
      findListedLinks(trx, tenantId, { ...listed, variations }, values.itemIds),
      findNamesOfConcepts(trx, tenantId, variation.variationId, values.conceptIds),
    ])
    return { byRow: values.byRow, linked, conceptNames: Object.fromEntries(conceptNames) }
  }
  const [matches, shown] =
    seeksIn === undefined && names.length === 0
      ? []
      : await read((trx) =>
          Promise.all([
            seeksIn && readMatches(trx, tenantId, readValues, { ...inRows, sought: seeksIn, place: listed }),
            names.length === 0 ? undefined : readShown(trx),
          ]),
        )
  const items = await inSlices(
    // biome-ignore lint/correctness/useYield: `each` yields after every row.
    each(rows, function* (row) {
      const fields = shown?.byRow.get(row.contentVariationId)
      const match = matches?.get(row.contentVariationId)
      const nameMarks = seeksIn ? marksIn(row.name, seeksIn.terms) : []
      const document = documentOf(row, variations, variation, types, here)
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
    ...(shown && { linked: shown.linked, conceptNames: shown.conceptNames }),
  }
}

/** The first of all that a search finds, in the variation that it names or the default one. */
export async function findSelected(
  trx: Transaction,
  tenantId: string,
  reader: ListSources['reader'],
  input: SearchInput,
  limit: number,
): Promise<{ readonly variationId: string; readonly rows: readonly ListedId[] }> {
  const sorting = input.sorting ?? ({ field: 'modifiedAt', direction: 'desc' } as const)
  const model = await findModel(trx, tenantId)
  const known = knownOf(tenantId, model, { read: (work) => work(trx), reader }, undefined, input)
  const { sought: _sought, words: _words, ...question } = await readQuestion(known, { ...input, sorting }, 'near')
  const { rows } = await known.place.ask('selection', { ...question, offset: 0, limit, countsAll: false })
  return { variationId: known.variation.variationId, rows }
}

interface ReadPage extends ListAnswer {
  readonly preparedPercent?: number
}

/** For how long the latest changes wait for a file that is being made. */
const patienceMs = 1_000

/** The rows of a page; the latest changes also where nothing else can be asked yet. */
async function readPage(tables: ListTables, place: SearchPlace, question: ListQuestion): Promise<ReadPage> {
  const { order, conditions, contentTypeIds, statuses } = question
  const isLatest =
    order.by === 'modifiedAt' && order.direction === 'desc' && conditions.length === 0 && !contentTypeIds && !statuses
  try {
    const page = await place.ask('list', question, isLatest ? { patienceMs } : {})
    if (page.isBehind !== true) return page
    // The file may have items that were erased: rows are looked for in PostgreSQL, so that none of those is shown.
    // Defence 400, without: return page
    return { ...page, rows: await place.read((trx) => findThere(trx, place.tenantId, tables, page.rows)) }
  } catch (error) {
    if (!isLatest || !(error instanceof BeingPrepared)) throw error
    const latest = await place.read((trx) => findLatest(trx, place.tenantId, tables, place.where, question))
    return { ...latest, preparedPercent: error.percent }
  }
}

/** Whether no document has the words, whatever else the list is narrowed to. */
async function isUnknown(place: SearchPlace, words: string | undefined): Promise<boolean> {
  const [isNone = true] = await place.ask('unknown', { where: place.where, queries: [words ?? ''] })
  return isNone
}

function documentOf(
  row: ListedRow,
  variations: readonly Variation[],
  { variationId }: Variation,
  types: readonly StoredType[],
  channels: readonly string[],
): SearchContentDocument {
  const { contentTypeId, binaryId, isDeleted } = row
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
    ...(binaryId !== null && { binaryId }),
    status: row.status,
    hasUnpublishedChanges: row.hasUnpublishedChanges,
    completeness: row.completeness,
    deliveryTargets: [...row.deliveryTargets],
    readiness: listedReadiness(row, type, channels),
    translation: readTranslation(row.translation),
    version: row.version,
    conceptIds: [...row.conceptIds],
    modifiedAt: row.modifiedAt,
    modifiedBy: row.modifiedBy,
    ...(isDeleted && { isDeleted }),
  }
}
