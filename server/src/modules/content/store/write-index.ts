import type { Transaction } from '../../../platform/database/transaction.ts'
import {
  type ProjectedVariation,
  projectPublished,
  projectWorking,
  withdrawPublished,
} from '../../content-index/index.ts'
import type { ProjectionChange } from '../domain/index-changes.ts'

/**
 * So many values go into one statement. Two hundred variations that inherit two hundred fields are work for seconds,
 * and no single statement may take that long.
 */
const valuesAtOnce = 4_000

export async function writeIndex(trx: Transaction, tenantId: string, change: ProjectionChange): Promise<void> {
  if (change.withdrawn.length > 0) await withdrawPublished(trx, tenantId, change.withdrawn)
  for (const documents of portionsOf(change.working)) await projectWorking(trx, tenantId, documents)
  for (const documents of portionsOf(change.live)) await projectPublished(trx, tenantId, documents)
}

function portionsOf<Document extends ProjectedVariation>(documents: readonly Document[]): Document[][] {
  const portions: Document[][] = []
  let room = 0
  for (const document of documents) {
    const values = document.contentType.fields.length
    if (room < values || portions.length === 0) {
      portions.push([])
      room = valuesAtOnce
    }
    portions.at(-1)?.push(document)
    room -= values
  }
  return portions
}
