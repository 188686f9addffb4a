import type { DeliveredRow } from '../content-index/index.ts'

const maxLinkedItems = 1_000

/** What is live of the items that rows link to, once each, without those that are known; no more than `most`. */
export type ReadLinked = (
  origins: readonly DeliveredRow[],
  known: ReadonlySet<string>,
  most: number,
) => Promise<DeliveredRow[]>

/** What the rows link to, what that links to, and so on: each item once, nothing that is not live or not allowed. */
export async function expand(
  readLinked: ReadLinked,
  rows: readonly DeliveredRow[],
  depth: number,
): Promise<DeliveredRow[]> {
  const linked = new Map<string, DeliveredRow>()
  let edge = rows
  for (let level = 0; level < depth && edge.length > 0 && linked.size < maxLinkedItems; level++) {
    edge = await readLinked(edge, new Set(linked.keys()), maxLinkedItems - linked.size)
    for (const row of edge) linked.set(row.contentItemId, row)
  }
  return [...linked.values()]
}
