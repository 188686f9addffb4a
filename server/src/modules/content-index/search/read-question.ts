import type { ContentTypeKind, SearchFiltering, SearchInput, Variation } from '@pim/contract'
import { rangeOfTranslation } from '@pim/contract/content-variation/translation.ts'
import { factsOf } from '@pim/field-types'
import { each } from '@pim/field-types/steps'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { picturesDecoded } from '../../binary/index.ts'
import { findTypes, type StoredType } from '../../content-model/index.ts'
import type { Condition, PicturePlaces, Reader, SelectionQuestion } from '../../reader/index.ts'
import { descendantsOf } from '../../taxonomies/index.ts'
import { type Market, marketOfTenant } from '../../tenants/index.ts'
import { channelCondition, readinessConditions } from './by-channel.ts'
import type { Sought } from './matches/read-matches.ts'
import { chosenTypes, kindsOf, orderOf, readFieldFilter, variationOf } from './read-search.ts'
import { languagesOf, type Nearness, readWords } from './read-words.ts'
import type { AskFile, ReadTruth, SearchPlace } from './search-place.ts'

/** Types, variations and channels of a tenant, by which its questions are read. */
export interface TenantModel extends Market {
  readonly types: readonly StoredType[]
}

export async function findModel(trx: Transaction, tenantId: string): Promise<TenantModel> {
  // Sent together, as neither depends on the other.
  const [market, types] = await Promise.all([marketOfTenant(trx, tenantId), findTypes(trx, tenantId)])
  return { ...market, types }
}

/** With those types alone that are listed. */
export interface Known extends TenantModel {
  readonly variation: Variation
  readonly kinds: readonly ContentTypeKind[]
  readonly place: SearchPlace
}

export function knownOf(
  tenantId: string,
  { variations, channels, types }: TenantModel,
  { read, reader }: { readonly read: ReadTruth; readonly reader: Pick<Reader, 'ask'> },
  kind: ContentTypeKind | undefined,
  { filtering = {}, showPublishedVersion: isPublished = false, includeDeleted, variationId }: SearchInput,
): Known {
  const kinds = kindsOf(kind)
  const variation = variationOf(variations, variationId)
  const deleted = (isPublished || !includeDeleted ? [false] : [false, true]).filter(
    (each) => each === (filtering.isDeleted ?? each),
  )
  const ask: AskFile = (asked, question, options) => reader.ask(tenantId, asked, question, options)
  return {
    variations,
    channels,
    variation,
    types: types.filter(({ type }) => kinds.includes(type.kind)),
    kinds,
    place: { tenantId, where: { variationId: variation.variationId, isPublished, kinds, deleted }, ask, read },
  }
}

/** A list without the page of it, and what was looked for. */
export type AskedList = Omit<SelectionQuestion, 'offset' | 'limit' | 'countsAll'> & {
  readonly sought?: Sought | undefined
  readonly words?: string | undefined
}

export async function readQuestion(
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
      ...(await conceptCondition(place, filtering)),
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
  { tenantId, read }: SearchPlace,
  { conceptIds = [], includeDescendants = false }: SearchFiltering,
): Promise<Condition[]> {
  if (conceptIds.length === 0) return []
  const all = includeDescendants ? await read((trx) => descendantsOf(trx, tenantId, conceptIds)) : conceptIds
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

/** Where rows of these types may have a picture. */
export const picturePlacesOf = (types: readonly StoredType[]): PicturePlaces => ({
  mimeTypes: picturesDecoded,
  fields: Object.fromEntries(
    types.flatMap(({ contentTypeId, type }) => {
      const names = type.fields.flatMap((field) =>
        factsOf(field.type).refersTo === 'media' ? [field.technicalName] : [],
      )
      return names.length === 0 ? [] : [[contentTypeId, names]]
    }),
  ),
})
