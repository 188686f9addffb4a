import type { Transaction } from '../../platform/database/transaction.ts'
import { type Allowance, type DeliveredRow, findLinked } from '../content-index/index.ts'

const maxLinkedItems = 1_000

/** What the rows link to, what that links to, and so on: each item once, nothing that is not live or not allowed. */
export async function expand(
  trx: Transaction,
  allowance: Allowance,
  rows: readonly DeliveredRow[],
  depth: number,
): Promise<DeliveredRow[]> {
  const linked: DeliveredRow[] = []
  let edge = rows
  for (let level = 0; level < depth && edge.length > 0 && linked.length < maxLinkedItems; level++) {
    const ids = edge.map(({ contentVariationId }) => contentVariationId)
    const known = linked.map(({ contentItemId }) => contentItemId)
    edge = await findLinked(trx, allowance, ids, known, maxLinkedItems - linked.length)
    linked.push(...edge)
  }
  return linked
}
