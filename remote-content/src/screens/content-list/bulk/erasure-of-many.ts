import type { Erasure, PurgePreview } from '@pim/contract'

/**
 * What goes with these items together. Whoever links to two of them counts once, and who is erased too has no link left to
 * break; names beyond those that a preview holds can only be added up.
 */
export function previewOfMany(previews: readonly PurgePreview[], erasedIds: ReadonlySet<string>): PurgePreview {
  const sum = (of: (preview: PurgePreview) => number) => previews.reduce((total, preview) => total + of(preview), 0)
  const links = new Map(previews.flatMap(({ linkedFrom }) => linkedFrom.map((each) => [each.contentItemId, each])))
  const linkedFrom = [...links.values()].filter(({ contentItemId }) => !erasedIds.has(contentItemId))
  return {
    variations: sum(({ variations }) => variations),
    versions: sum(({ versions }) => versions),
    fileCount: sum(({ fileCount }) => fileCount),
    fileBytes: sum(({ fileBytes }) => fileBytes),
    files: previews.flatMap(({ files }) => files),
    linkedFromCount: linkedFrom.length + sum((each) => each.linkedFromCount - each.linkedFrom.length),
    linkedFrom,
  }
}

const byUrgency = ['failed', 'running', 'queued', 'done'] as const

/** What went with all of them, and the least finished of what is still under way. */
export function erasureOfMany(erasures: readonly Erasure[]): Pick<Erasure, 'removed' | 'status'> {
  const removed: Record<string, number> = {}
  for (const erasure of erasures)
    for (const [kind, count] of Object.entries(erasure.removed)) removed[kind] = (removed[kind] ?? 0) + count
  const status = byUrgency.find((each) => erasures.some((erasure) => erasure.status === each)) ?? 'done'
  return { removed, status }
}
