import type { PlanLinked } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ItemRequest } from './item-request.ts'
import { type DarkLink, findDarkLinks } from './link-ends.ts'
import type { PlanItem } from './planned-work.ts'

/** Bounds of what is taken along, which people are told. */
export const maxLinkedItems = 200
export const maxLinkDepth = 5

interface LinkedOptions {
  /** Items that stay as they are, whoever links to them. */
  readonly except: readonly string[]
  /** Plans these requests without a lock and without checks. */
  readonly plan: (requests: readonly ItemRequest[]) => Promise<readonly PlanItem[]>
}

interface TakenAlong {
  readonly requests: readonly ItemRequest[]
  readonly linked: PlanLinked
}

/**
 * Adds steps that publish what the published variations link to, each in the variations that it is linked from, and what
 * those link to in turn. Media come first, then the other items as they are found. What is archived stays so: somebody has
 * put it away.
 */
export async function takeLinkedAlong(
  trx: Transaction,
  tenantId: string,
  asked: readonly ItemRequest[],
  { except, plan }: LinkedOptions,
): Promise<TakenAlong> {
  const requests = new Map(asked.map((request) => [request.contentItemId, request]))
  const kinds = new Map<string, DarkLink['kind']>()
  const leftOut = new Set<string>()
  for (let depth = 1; ; depth += 1) {
    const dark = (await findDarkLinks(trx, tenantId, await plan([...requests.values()])))
      .filter(({ contentItemId }) => !except.includes(contentItemId))
      .toSorted(mediaFirst)
    let isMore = false
    for (const { contentItemId, kind, variationId } of dark) {
      const isNew = !requests.has(contentItemId)
      // Defence 248, with "false" for "depth > maxLinkDepth"
      // Defence 248, with "false" for "kinds.size === maxLinkedItems"
      if (depth > maxLinkDepth || (isNew && kinds.size === maxLinkedItems)) {
        leftOut.add(contentItemId)
        continue
      }
      if (isNew) kinds.set(contentItemId, kind)
      isMore = addStep(requests, contentItemId, variationId) || isMore
    }
    if (!isMore) break
  }
  const found = [...requests.values()].slice(asked.length)
  const ofKind = (isMedia: boolean) =>
    found.filter(({ contentItemId }) => (kinds.get(contentItemId) === 'media') === isMedia)
  const [media, others] = [ofKind(true), ofKind(false)]
  return {
    requests: [...[...requests.values()].slice(0, asked.length), ...media, ...others],
    linked: { mediaCount: media.length, otherCount: others.length, leftOutCount: leftOut.size },
  }
}

const mediaFirst = (a: DarkLink, b: DarkLink): number => Number(b.kind === 'media') - Number(a.kind === 'media')

/** Answers whether it is a step that the item did not have; an item that is deleted or restored as a whole gets none. */
function addStep(requests: Map<string, ItemRequest>, contentItemId: string, variationId: string): boolean {
  const {
    steps = new Map<string, 'publish'>(),
    whole,
    linkedIn = new Set<string>(),
  } = requests.get(contentItemId) ?? {}
  if (whole !== undefined || steps.has(variationId)) return false
  requests.set(contentItemId, {
    contentItemId,
    steps: new Map(steps).set(variationId, 'publish'),
    whole,
    linkedIn: new Set(linkedIn).add(variationId),
  })
  return true
}

/** Counts for the offer: the items that are linked to directly, and are not live. */
export function countDark(links: readonly DarkLink[]): PlanLinked {
  const kinds = new Map(links.map(({ contentItemId, kind }) => [contentItemId, kind]))
  const mediaCount = [...kinds.values()].filter((kind) => kind === 'media').length
  return { mediaCount, otherCount: kinds.size - mediaCount, leftOutCount: 0 }
}
