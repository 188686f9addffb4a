import type { Transaction } from '../../../platform/database/transaction.ts'
import { removeDeliveryDocuments, writeDeliveryDocuments } from './delivery-document.repository.ts'
import { type Differences, differencesOf } from './differences.ts'
import { removeIndexKeys, replaceIndexKeys } from './index-key.repository.ts'
import { indexKeysOf } from './index-keys.ts'
import {
  type ProjectedVariation,
  type ProjectionScope,
  type PublishedVariation,
  workingScope,
} from './projected-variation.ts'
import { removeReferences, replaceReferences } from './reference.repository.ts'
import { referencesOf } from './references.ts'
import { removeSearchDocuments, writeSearchDocuments } from './search-document.repository.ts'
import { searchWordsOf } from './search-words.ts'

/** So many documents go into one statement: a batch of thousands must not need memory for all of them at once. */
const batchSize = 200

/**
 * Makes lists, search and links show these working copies. Called in the transaction of the change, so that nobody
 * ever sees the one without the other. What is right already is not written.
 */
export async function projectWorking(
  trx: Transaction,
  tenantId: string,
  documents: readonly ProjectedVariation[],
): Promise<void> {
  for (const batch of batchesOf(documents))
    await project(trx, tenantId, batch, false, (document) => workingScope(document.isDeleted))
}

/** The same for what is live: delivery, and lists and links of the published version. */
export async function projectPublished(
  trx: Transaction,
  tenantId: string,
  documents: readonly PublishedVariation[],
): Promise<void> {
  for (const batch of batchesOf(documents)) {
    await Promise.all([project(trx, tenantId, batch, true, () => 'p'), writeDeliveryDocuments(trx, tenantId, batch)])
  }
}

/** Statements of one batch follow each other on the connection without waiting for each other's answers. */
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
    worded.length > 0 &&
      writeSearchDocuments(
        trx,
        tenantId,
        worded.map((document) => ({
          ...searchWordsOf(tenantId, scopeOf(document), document),
          conceptIds: conceptIdsOf(document),
        })),
      ),
  ])
}

const idOf = ({ contentVariationId }: ProjectedVariation): string => contentVariationId

const conceptIdsOf = (document: ProjectedVariation): string[] =>
  [...new Set(referencesOf(document).flatMap(({ kind, id }) => (kind === 'concept' ? [id] : [])))].sort()

/** Nothing of these is live any more. */
export async function withdrawPublished(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<void> {
  if (contentVariationIds.length === 0) return
  await Promise.all([
    replaceIndexKeys(trx, tenantId, contentVariationIds, true, []),
    replaceReferences(trx, tenantId, contentVariationIds, true, []),
    removeSearchDocuments(trx, tenantId, contentVariationIds, 'live'),
    removeDeliveryDocuments(trx, tenantId, contentVariationIds),
  ])
}

/** Forgets these content variations altogether, working copy and what is live. */
export async function remove(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<void> {
  if (contentVariationIds.length === 0) return
  await Promise.all([
    removeIndexKeys(trx, tenantId, contentVariationIds),
    removeReferences(trx, tenantId, contentVariationIds),
    removeSearchDocuments(trx, tenantId, contentVariationIds, 'all'),
    removeDeliveryDocuments(trx, tenantId, contentVariationIds),
  ])
}

function batchesOf<Document>(documents: readonly Document[]): Document[][] {
  return Array.from({ length: Math.ceil(documents.length / batchSize) }, (_, at) =>
    documents.slice(at * batchSize, (at + 1) * batchSize),
  )
}
