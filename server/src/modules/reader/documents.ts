import { isOfDatabase } from '../../platform/database/database-errors.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ItemDocument } from './item-document.ts'
import type { ListedId } from './list-question.ts'
import type { LiveQuestion } from './live-question.ts'

/** Reads from the truth what is written into files. Handed in by the module that owns the items, which depends on this one. */
export interface ReadDocuments {
  /** Documents of the items that are there; the others are no more. */
  ofItems(trx: Transaction, tenantId: string, contentItemIds: readonly string[]): Promise<ItemDocument[]>
  /** Reads live variations of the items that are there. */
  liveOf(trx: Transaction, tenantId: string, contentItemIds: readonly string[]): Promise<LiveItem[]>
  /** Reads ids of live variations in their order, and how many there are in all. */
  livePage(trx: Transaction, tenantId: string, asked: LivePageQuestion): Promise<LivePage>
  /** How many items there are, about. */
  count(trx: Transaction, tenantId: string): Promise<number>
  /** Ids of items in their order; `after` null: from the first. */
  idsAfter(trx: Transaction, tenantId: string, after: string | null, limit: number): Promise<string[]>
}

export type LiveItem = Pick<ItemDocument, 'contentItemId' | 'contentTypeId' | 'live'>

export type LivePageQuestion = Pick<
  LiveQuestion,
  'variationIds' | 'contentTypeIds' | 'reach' | 'order' | 'offset' | 'limit'
>

export interface LivePage {
  readonly ids: readonly ListedId[]
  readonly total: number
}

export interface FoundDocuments {
  readonly items: readonly ItemDocument[]
  /** Items whose document cannot be made, so that they stay as they are in the file; the others must not wait for them. */
  readonly left: readonly string[]
}

export async function documentsOf(
  trx: Transaction,
  tenantId: string,
  ids: readonly string[],
  { ofItems }: Pick<ReadDocuments, 'ofItems'>,
  onFault: (error: unknown, id: string) => void,
): Promise<FoundDocuments> {
  try {
    return { items: await ofItems(trx, tenantId, ids), left: [] }
  } catch (error) {
    const [id = ''] = ids
    if (isOfDatabase(error)) throw error
    if (ids.length === 1) {
      onFault(error, id)
      return { items: [], left: ids }
    }
    const parts: FoundDocuments[] = []
    for (const each of ids) parts.push(await documentsOf(trx, tenantId, [each], { ofItems }, onFault))
    return { items: parts.flatMap((part) => part.items), left: parts.flatMap((part) => part.left) }
  }
}
