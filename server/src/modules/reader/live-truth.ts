import type { Transaction } from '../../platform/database/transaction.ts'
import type { LiveItem, ReadDocuments } from './documents.ts'
import type { LiveDocument } from './item-document.ts'
import type { LiveAnswer, LiveItemsAnswer, LiveItemsQuestion, LiveQuestion, LiveRow, Reach } from './live-question.ts'

/*
 * The same answers as from a tenant's file, made from the truth: where the file is behind, or is being made. Values are resolved and
 * written as JSON each time, which takes several times as long as reading them from the file.
 */

export async function readLiveItems(
  trx: Transaction,
  tenantId: string,
  { liveOf }: Pick<ReadDocuments, 'liveOf'>,
  { contentItemIds, variationId, contentTypeIds, reach, limit }: LiveItemsQuestion,
): Promise<LiveItemsAnswer> {
  const items = new Map((await liveOf(trx, tenantId, contentItemIds)).map((item) => [item.contentItemId, item]))
  const rows = contentItemIds.flatMap((id) => {
    const item = items.get(id)
    if (item === undefined || contentTypeIds?.includes(item.contentTypeId) === false) return []
    return item.live
      .filter((live) => (variationId === undefined || live.variationId === variationId) && isReached(reach, live))
      .toSorted((a, b) => (a.contentVariationId < b.contentVariationId ? -1 : 1))
      .map((live) => rowOf(item, live))
  })
  return { rows: rows.slice(0, limit) }
}

/** A page by ids without conditions. */
export async function readLivePage(
  trx: Transaction,
  tenantId: string,
  { livePage, liveOf }: Pick<ReadDocuments, 'livePage' | 'liveOf'>,
  question: LiveQuestion,
): Promise<LiveAnswer> {
  const { ids, total } = await livePage(trx, tenantId, question)
  const items = await liveOf(trx, tenantId, [...new Set(ids.map(({ contentItemId }) => contentItemId))])
  const rows = new Map(
    items.flatMap((item) => item.live.map((live): [string, LiveRow] => [live.contentVariationId, rowOf(item, live)])),
  )
  return { rows: ids.flatMap(({ contentVariationId }) => rows.get(contentVariationId) ?? []), total, isCapped: false }
}

const rowOf = (
  { contentItemId, contentTypeId }: LiveItem,
  { contentVariationId, variationId, name, publishedVersion, publishedAt, body: { key: _, ...values } }: LiveDocument,
): LiveRow => ({
  contentItemId,
  contentTypeId,
  contentVariationId,
  variationId,
  name,
  publishedVersion,
  publishedAt,
  ...values,
})

/** Whether a variation goes to one of the channels; one that names none goes to all that have it. */
function isReached(
  { targets, limited }: Reach,
  { variationId, deliveryTargets }: Pick<LiveDocument, 'variationId' | 'deliveryTargets'>,
): boolean {
  if (targets === null) return true
  const goesTo = (channel: string) => deliveryTargets.length === 0 || deliveryTargets.includes(channel)
  return (
    targets.some(goesTo) ||
    limited.some(({ technicalName, variationIds }) => variationIds.includes(variationId) && goesTo(technicalName))
  )
}
