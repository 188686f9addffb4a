import type { BatchItemResult, PartProblem, RouteRequest } from '@pim/contract'
import { contract, maxItemsPerBatch } from '@pim/contract'
import { ApiRefusal, type ApiSession } from './api-session.ts'

type Body = RouteRequest<typeof contract.contentItem.batchItems>['body']
/** One item as the batch call takes it. */
export type ItemRequest = Body['items'][number]
export type VariationRequest = NonNullable<ItemRequest['variations']>[number]

/** A body may have two megabytes; the names around the items and multi-byte escapes need some room. */
const maxBytes = 1_500_000
/** A batch is one transaction with a deadline, so it holds fewer than it might. */
const maxItems = Math.min(maxItemsPerBatch, 100)

export interface Sized<T> {
  readonly entry: T
  readonly request: ItemRequest
}

/** Cuts a sequence into batches by count and size; it is read as far as the batches are asked for. */
export async function* inBatches<T>(entries: AsyncIterable<Sized<T>>): AsyncGenerator<Sized<T>[]> {
  let batch: Sized<T>[] = []
  let bytes = 0
  for await (const each of entries) {
    const size = Buffer.byteLength(JSON.stringify(each.request))
    if (batch.length > 0 && (batch.length === maxItems || bytes + size > maxBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(each)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

export type ItemOutcome = Omit<BatchItemResult, 'index'>

/** Refusals that are about what was sent, so that a part of it may pass; and a batch that took too long. */
const splits = new Set([400, 413, 503])

/**
 * Sends a batch. Where the whole of it is refused, its halves are sent by themselves, down to the one item that is to
 * blame: that one fails and the others are loaded.
 */
export async function sendBatch(
  session: ApiSession,
  items: readonly ItemRequest[],
  options: Omit<Body, 'items'>,
): Promise<ItemOutcome[]> {
  try {
    const body = { ...options, items: [...items] }
    return (await session.call(contract.contentItem.batchItems, { body })).results
  } catch (error) {
    if (!(error instanceof ApiRefusal) || !splits.has(error.problem.status)) throw error
    if (items.length === 1) {
      if (error.problem.status === 503) throw error
      const { traceId: _traceId, ...problem } = error.problem
      return [{ outcome: 'failed', problem: withoutPlace(problem) }]
    }
    const half = Math.ceil(items.length / 2)
    const first = await sendBatch(session, items.slice(0, half), options)
    return [...first, ...(await sendBatch(session, items.slice(half), options))]
  }
}

/** `body.items[0].variations[1].fields[3].value` without the part that depends on the batch. */
const withoutPlace = (problem: PartProblem): PartProblem => ({
  ...problem,
  ...(problem.fieldErrors && {
    fieldErrors: problem.fieldErrors.map((each) => ({
      ...each,
      technicalFieldName: each.technicalFieldName.replace(/^body\.items\[\d+\]\.?/, ''),
    })),
  }),
})
