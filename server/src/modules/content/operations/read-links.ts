import type { Linked, LinkedContent, LinkedContentSummary } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findReferences, findReferrers } from '../../content-index/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { findCopy, findEnds, type LinkEnd } from '../store/link-end.repository.ts'

export interface LinkQuery {
  readonly contentItemId: string
  readonly variationId?: string | undefined
}

/** Limits of incoming links: a brand may be linked by every product. */
const maxLinksListed = 1_000
const maxLinksCounted = 10_000

export async function readLinked(trx: Transaction, tenantId: string, query: LinkQuery): Promise<LinkedContent> {
  return linkedContent(trx, tenantId, query, maxLinksListed)
}

export async function readLinkedSummary(
  trx: Transaction,
  tenantId: string,
  query: LinkQuery,
): Promise<LinkedContentSummary> {
  const { outgoing, incoming } = await linkedContent(trx, tenantId, query, maxLinksCounted)
  const all = [...outgoing, ...incoming]
  const byField = Map.groupBy(all, (linked) => linked.technicalFieldName)
  return {
    outgoingCount: outgoing.length,
    incomingCount: incoming.length,
    unpublishedCount: all.filter((linked) => !linked.isPublished).length,
    brokenCount: all.filter((linked) => linked.isBroken).length,
    byField: [...byField].map(([technicalFieldName, links]) => ({ technicalFieldName, count: links.length })),
  }
}

async function linkedContent(
  trx: Transaction,
  tenantId: string,
  { contentItemId, variationId: asked }: LinkQuery,
  limit: number,
): Promise<LinkedContent> {
  const variations = await variationsOf(trx, tenantId)
  const variationId = asked ?? variations[0]?.variationId
  if (variationId === undefined || !variations.some((each) => each.variationId === variationId)) {
    throw new Problem('NOT_FOUND')
  }
  const copy = await findCopy(trx, tenantId, contentItemId, variationId)
  if (copy === undefined) throw new Problem('NOT_FOUND')
  const [links, referrers] = await Promise.all([
    findReferences(trx, tenantId, { contentItemId, variationId }, 'w'),
    findReferrers(trx, tenantId, { ids: [contentItemId], scope: 'w', variationId, limit }),
  ])
  const targets = links.filter(({ kind }) => kind === 'item')
  const ids = new Set([...targets.map(({ id }) => id), ...referrers.map((each) => each.contentItemId)])
  const ends = await findEnds(trx, tenantId, [...ids], variationId)
  return {
    // A link is broken where the source is live and the target is not; a draft may link to a draft.
    outgoing: targets.map(({ id, technicalFieldName }) =>
      linked(id, technicalFieldName, ends.get(id), (end) => copy.isLive && !end.isPublished),
    ),
    incoming: referrers.map((each) =>
      linked(
        each.contentItemId,
        each.technicalFieldName,
        ends.get(each.contentItemId),
        (end) => end.isPublished && !copy.isLive,
      ),
    ),
  }
}

/** Without `end` the item was purged: only its id is known. */
function linked(
  contentItemId: string,
  technicalFieldName: string,
  end: LinkEnd | undefined,
  isBrokenLive: (end: LinkEnd) => boolean,
): Linked {
  return {
    contentItemId,
    technicalFieldName,
    name: end?.name ?? '',
    technicalContentTypeName: end?.technicalContentTypeName ?? '',
    status: end?.status ?? (end === undefined ? 'archived' : 'draft'),
    isPublished: end !== undefined && !end.isDeleted && end.isPublished,
    isBroken: end === undefined || end.isDeleted || isBrokenLive(end),
  }
}
