import type { Transaction } from '../../../platform/database/transaction.ts'
import { notifyDelivery } from '../../events/index.ts'
import { type DeliveryBody, deliveryBodiesOf } from './delivered.ts'
import {
  findDocumentsOfItems,
  nameKeyOf,
  removeDeliveryDocuments,
  removeUnusedBodies,
  type StoredDocument,
  targetsOf,
  writeDeliveryDocuments,
} from './delivery-document.repository.ts'
import type { DeliveredChange } from './entries.ts'
import type { PublishedVariation } from './projected-variation.ts'
import { touchedByChanges, touchedByRemoval } from './touched.ts'

const maxDocumentsPerStatement = 200

/** Writes what is live, what is counted of it, and tells the servers that deliver from memory. */
export async function writeDelivered(
  trx: Transaction,
  tenantId: string,
  changes: readonly DeliveredChange[],
): Promise<void> {
  if (changes.length === 0) return
  notifyDelivery(trx, tenantId, touchedByChanges(changes))
  const made = changes.flatMap(({ after }) => after ?? [])
  await writeDocuments(trx, tenantId, {
    gone: changes.flatMap(({ before, after }) => (before && !after ? [before.contentVariationId] : [])),
    made,
    bodies: await deliveryBodiesOf(made),
    emptied: changes.flatMap(({ before, after }) =>
      before && before.values !== after?.values ? [before.contentItemId] : [],
    ),
  })
}

/** Makes what is live of items anew. What is stored already as it would be made is nothing that changes. */
export async function rewriteDelivered(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  live: readonly PublishedVariation[],
): Promise<void> {
  if (contentItemIds.length === 0) return
  const [stored, bodies] = await Promise.all([
    findDocumentsOfItems(trx, tenantId, contentItemIds),
    deliveryBodiesOf(live),
  ])
  const was = new Map(stored.map((document) => [document.contentVariationId, document]))
  const differing = live
    .map((document, at) => ({ document, body: bodies[at], before: was.get(document.contentVariationId) }))
    .filter(({ document, body, before }) => before === undefined || !isStored(before, document, body?.key))
  const is = new Set(live.map(({ contentVariationId }) => contentVariationId))
  const gone = stored.filter(({ contentVariationId }) => !is.has(contentVariationId))
  if (differing.length + gone.length === 0) return
  notifyDelivery(trx, tenantId, touchedByRemoval([...gone, ...differing.map(({ document }) => document)]))
  await writeDocuments(trx, tenantId, {
    gone: gone.map(({ contentVariationId }) => contentVariationId),
    made: differing.map(({ document }) => document),
    bodies: differing.flatMap(({ body }) => body ?? []),
    emptied: contentItemIds,
  })
}

const isStored = (stored: StoredDocument, document: PublishedVariation, bodyKey: string | undefined): boolean =>
  stored.bodyKey === bodyKey &&
  stored.name === document.name &&
  stored.nameKey === nameKeyOf(document) &&
  stored.contentTypeId === document.contentTypeId &&
  stored.publishedVersion === document.publishedVersion &&
  stored.publishedAt === document.publishedAt &&
  stored.deliveryTargets.join() === targetsOf(document).join()

interface DocumentChange {
  /** Ids of content variations. */
  readonly gone: readonly string[]
  readonly made: readonly PublishedVariation[]
  /** Those of `made`. */
  readonly bodies: readonly DeliveryBody[]
  /** Items that may have a body that no document names any more. */
  readonly emptied: readonly string[]
}

async function writeDocuments(
  trx: Transaction,
  tenantId: string,
  { gone, made, bodies, emptied }: DocumentChange,
): Promise<void> {
  const portions = Array.from({ length: Math.ceil(made.length / maxDocumentsPerStatement) }, (_, at) => {
    const [from, to] = [at * maxDocumentsPerStatement, (at + 1) * maxDocumentsPerStatement]
    return writeDeliveryDocuments(trx, tenantId, made.slice(from, to), bodies.slice(from, to))
  })
  await Promise.all([
    ...portions,
    gone.length > 0 && removeDeliveryDocuments(trx, tenantId, gone),
    // After the documents that name them.
    emptied.length > 0 && removeUnusedBodies(trx, tenantId, [...new Set(emptied)]),
  ])
}
