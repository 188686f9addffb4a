import type { PlanLinked } from '@pim/contract'
import { maxLinkDepth } from '@pim/contract/publish-plan/limits.ts'
import type { ItemRequest } from './item-request.ts'
import type { DarkLink } from './link-ends.ts'

interface LinkedOptions {
  /** Items that stay as they are, whoever links to them. */
  readonly except: readonly string[]
  /** How many items may be taken along. */
  readonly most: number
  /** The links of what these requests publish to what is not live. */
  readonly find: (requests: readonly ItemRequest[]) => Promise<readonly DarkLink[]>
}

interface TakenAlong {
  /** Those that were asked for, some of them with more steps. */
  readonly asked: readonly ItemRequest[]
  /** Media first, then the other items as they are found. */
  readonly along: readonly ItemRequest[]
  readonly linked: PlanLinked
}

/**
 * Adds steps that publish what the published variations link to, each in the variations that it is linked from, and what
 * those link to in turn. What is archived stays so: somebody has put it away.
 */
export async function takeLinkedAlong(
  asked: readonly ItemRequest[],
  { except, most, find }: LinkedOptions,
): Promise<TakenAlong> {
  const requests = new Map(asked.map((request) => [request.contentItemId, request]))
  const kinds = new Map<string, DarkLink['kind']>()
  const leftOut = new Set<string>()
  // Only what has got a step since the last look can lead to more.
  let looking = asked
  for (let depth = 1; looking.length > 0; depth += 1) {
    const dark = (await find(looking)).toSorted(mediaFirst)
    const changed = new Set<string>()
    for (const { contentItemId, kind, variationId } of dark) {
      if (except.includes(contentItemId) || hasStep(requests.get(contentItemId), variationId)) continue
      const isNew = !requests.has(contentItemId)
      // Defence 248, with "false" for "depth > maxLinkDepth"
      // Defence 248, with "false" for "kinds.size === most"
      if (depth > maxLinkDepth || (isNew && kinds.size === most)) {
        leftOut.add(contentItemId)
        continue
      }
      if (isNew) kinds.set(contentItemId, kind)
      addStep(requests, contentItemId, variationId)
      changed.add(contentItemId)
    }
    looking = [...requests.values()].filter(({ contentItemId }) => changed.has(contentItemId))
  }
  const all = [...requests.values()]
  const found = all.slice(asked.length)
  const ofKind = (isMedia: boolean) =>
    found.filter(({ contentItemId }) => (kinds.get(contentItemId) === 'media') === isMedia)
  const [media, others] = [ofKind(true), ofKind(false)]
  return {
    asked: all.slice(0, asked.length),
    along: [...media, ...others],
    linked: { mediaCount: media.length, otherCount: others.length, leftOutCount: leftOut.size },
  }
}

const mediaFirst = (a: DarkLink, b: DarkLink): number => Number(b.kind === 'media') - Number(a.kind === 'media')

/** An item that is deleted or restored as a whole gets no step. */
const hasStep = (request: ItemRequest | undefined, variationId: string): boolean =>
  request !== undefined && (request.whole !== undefined || request.steps.has(variationId))

function addStep(requests: Map<string, ItemRequest>, contentItemId: string, variationId: string): void {
  const { steps = new Map<string, 'publish'>(), linkedIn = new Set<string>() } = requests.get(contentItemId) ?? {}
  requests.set(contentItemId, {
    contentItemId,
    steps: new Map(steps).set(variationId, 'publish'),
    whole: undefined,
    linkedIn: new Set(linkedIn).add(variationId),
  })
}

/** Counts for the offer: the items that are linked to directly, and are not live. */
export function countDark(links: readonly DarkLink[]): PlanLinked {
  const kinds = new Map(links.map(({ contentItemId, kind }) => [contentItemId, kind]))
  const mediaCount = [...kinds.values()].filter((kind) => kind === 'media').length
  return { mediaCount, otherCount: kinds.size - mediaCount, leftOutCount: 0 }
}
