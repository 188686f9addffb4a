import type { DeliveredRow } from '../content-index/index.ts'

const maxLinkedItems = 1_000

/** Live items, each once. `isBehind`: changes may be missing. */
export interface LinkedItems {
  readonly rows: readonly DeliveredRow[]
  readonly isBehind: boolean
}

/** Reads the items that rows link to, without those that are known; no more than `most`. */
export type ReadLinked = (
  origins: readonly DeliveredRow[],
  known: ReadonlySet<string>,
  most: number,
) => Promise<LinkedItems>

/** What the rows link to, what that links to, and so on: each item once, nothing that is not live or not allowed. */
export async function expand(
  readLinked: ReadLinked,
  rows: readonly DeliveredRow[],
  depth: number,
): Promise<LinkedItems> {
  const linked = new Map<string, DeliveredRow>()
  let edge = rows
  let isBehind = false
  for (let level = 0; level < depth && edge.length > 0 && linked.size < maxLinkedItems; level++) {
    const read = await readLinked(edge, new Set(linked.keys()), maxLinkedItems - linked.size)
    edge = read.rows
    isBehind ||= read.isBehind
    for (const row of edge) linked.set(row.contentItemId, row)
  }
  return { rows: [...linked.values()], isBehind }
}
