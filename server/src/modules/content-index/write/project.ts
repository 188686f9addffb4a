import { isDeepStrictEqual } from 'node:util'
import { behaviourOf } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { notifyDelivery } from '../../events/index.ts'
import { removeDeliveryDocuments, writeDeliveryDocuments } from './delivery-document.repository.ts'
import { removeIndexKeys, replaceIndexKeys } from './index-key.repository.ts'
import { indexKeysOf } from './index-keys.ts'
import type { ProjectedVariation, ProjectionScope, PublishedVariation, ReferenceRow } from './projected-variation.ts'
import { removeReferences, replaceReferences } from './reference.repository.ts'
import { removeSearchDocuments, writeSearchDocuments } from './search-document.repository.ts'
import { wordsOfDocuments } from './search-words.ts'
import { touchedByPublishing, touchedByWithdrawing } from './touched.ts'

/** Documents per statement; bounds the memory for a batch of thousands. */
const batchSize = 200

/**
 * Writes the index entries of working copies, in the transaction of the change. Only the parts that differ from
 * `previous` are written.
 */
export async function projectWorking(
  trx: Transaction,
  tenantId: string,
  documents: readonly ProjectedVariation[],
): Promise<void> {
  for (const batch of batchesOf(documents))
    await project(trx, tenantId, batch, false, (document) => workingScope(document.isDeleted))
}

/** The same for what is live, and the delivery documents. */
export async function projectPublished(
  trx: Transaction,
  tenantId: string,
  documents: readonly PublishedVariation[],
): Promise<void> {
  for (const batch of batchesOf(documents)) {
    const [written] = await Promise.all([
      writeDeliveryDocuments(trx, tenantId, batch),
      project(trx, tenantId, batch, true, () => 'p'),
    ])
    const touched = batch.filter(({ contentVariationId }) => written.has(contentVariationId))
    if (touched.length > 0) notifyDelivery(trx, tenantId, touchedByPublishing(touched))
  }
}

/** The statements of a batch are pipelined: sent without waiting for each other's answers. */
async function project(
  trx: Transaction,
  tenantId: string,
  documents: readonly ProjectedVariation[],
  live: boolean,
  scopeOf: (document: ProjectedVariation) => ProjectionScope,
): Promise<void> {
  const differences = new Map(documents.map((document) => [document, differencesOf(document)]))
  const differing = (place: keyof Differences) => documents.filter((document) => differences.get(document)?.[place])
  const [keyed, linked, worded] = [differing('keys'), differing('references'), differing('words')]
  await Promise.all([
    keyed.length > 0 &&
      replaceIndexKeys(
        trx,
        tenantId,
        keyed.map(idOf),
        live,
        keyed.flatMap((document) => indexKeysOf(scopeOf(document), document)),
      ),
    linked.length > 0 &&
      replaceReferences(
        trx,
        tenantId,
        linked.map(idOf),
        live,
        linked.flatMap((document) =>
          referencesOf(document).map((reference) => ({ ...reference, scope: scopeOf(document) })),
        ),
      ),
    worded.length > 0 && writeWords(trx, tenantId, worded, scopeOf),
  ])
}

async function writeWords(
  trx: Transaction,
  tenantId: string,
  documents: readonly ProjectedVariation[],
  scopeOf: (document: ProjectedVariation) => ProjectionScope,
): Promise<void> {
  const words = await wordsOfDocuments(tenantId, scopeOf, documents)
  const conceptIds = documents.map(conceptIdsOf)
  await writeSearchDocuments(
    trx,
    tenantId,
    words.map((document, at) => ({ ...document, conceptIds: conceptIds[at] ?? [] })),
  )
}

const idOf = ({ contentVariationId }: ProjectedVariation): string => contentVariationId

const conceptIdsOf = (document: ProjectedVariation): string[] =>
  [...new Set(referencesOf(document).flatMap(({ kind, id }) => (kind === 'concept' ? [id] : [])))].sort()

/** Removes the entries of what is no longer live. */
export async function withdrawPublished(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<void> {
  if (contentVariationIds.length === 0) return
  const [gone] = await Promise.all([
    removeDeliveryDocuments(trx, tenantId, contentVariationIds),
    replaceIndexKeys(trx, tenantId, contentVariationIds, true, []),
    replaceReferences(trx, tenantId, contentVariationIds, true, []),
    removeSearchDocuments(trx, tenantId, contentVariationIds, 'live'),
  ])
  if (gone.length > 0) notifyDelivery(trx, tenantId, touchedByWithdrawing(gone))
}

/** Removes all entries of these content variations. */
export async function remove(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<void> {
  if (contentVariationIds.length === 0) return
  const [gone] = await Promise.all([
    removeDeliveryDocuments(trx, tenantId, contentVariationIds),
    removeIndexKeys(trx, tenantId, contentVariationIds),
    removeReferences(trx, tenantId, contentVariationIds),
    removeSearchDocuments(trx, tenantId, contentVariationIds, 'all'),
  ])
  if (gone.length > 0) notifyDelivery(trx, tenantId, touchedByWithdrawing(gone))
}

function batchesOf<Document>(documents: readonly Document[]): Document[][] {
  return Array.from({ length: Math.ceil(documents.length / batchSize) }, (_, at) =>
    documents.slice(at * batchSize, (at + 1) * batchSize),
  )
}

/** Which kinds of entries of a document have to be written. */
export interface Differences {
  readonly keys: boolean
  readonly references: boolean
  readonly words: boolean
}

const everything: Differences = { keys: true, references: true, words: true }

/**
 * Compares the document with `previous`, field by field. Most changes touch one field, and only some kinds of entries: a
 * text has no references, a number no words.
 */
export function differencesOf(document: ProjectedVariation): Differences {
  const { previous } = document
  if (previous === undefined || hasMoved(previous, document)) return everything
  const found = { keys: false, references: false, words: previous.name !== document.name }
  for (const field of document.contentType.fields) {
    const [before, after] = [previous, document].map(({ values }) => values[field.technicalName]?.value ?? null)
    if (before === after || isDeepStrictEqual(before, after)) continue
    const behaviour = behaviourOf(field)
    const differs = (make: (value: unknown) => unknown) => !isDeepStrictEqual(make(before), make(after))
    const unlessEmpty = (make: (value: unknown) => unknown) => (value: unknown) =>
      behaviour.isEmpty(value) ? null : make(value)
    found.keys ||= differs(unlessEmpty((value) => [behaviour.indexKeys(value), behaviour.sortKey(value)]))
    found.references ||= differs(unlessEmpty((value) => behaviour.references(value)))
    found.words ||= differs((value) => behaviour.searchText(value))
  }
  // The search document has the concept ids, too.
  return { ...found, words: found.words || found.references }
}

/** The key spaces changed, so all entries have to be written. */
const hasMoved = (previous: ProjectedVariation, is: ProjectedVariation): boolean =>
  previous.contentType !== is.contentType ||
  previous.contentTypeId !== is.contentTypeId ||
  previous.variationId !== is.variationId ||
  previous.languageCode !== is.languageCode ||
  previous.isDeleted !== is.isDeleted

/** The references of a document, without duplicates within a field. */
export function referencesOf(document: ProjectedVariation): ReferenceRow[] {
  const { contentVariationId, contentItemId, variationId } = document
  return document.contentType.fields.flatMap((field) => {
    const value = document.values[field.technicalName]?.value
    const behaviour = behaviourOf(field)
    if (value === undefined || behaviour.isEmpty(value)) return []
    const seen = new Set<string>()
    return behaviour.references(value).flatMap(({ kind, id }, position) => {
      if (seen.has(kind + id)) return []
      seen.add(kind + id)
      return [
        { contentVariationId, contentItemId, variationId, technicalFieldName: field.technicalName, kind, id, position },
      ]
    })
  })
}

const workingScope = (isDeleted: boolean): ProjectionScope => (isDeleted ? 'd' : 'w')
