import type { ContentVariation } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { present, presentLive, variationOf } from '../domain/presentation.ts'
import { findPlace } from '../store/item-read.repository.ts'
import { loadItem } from '../store/load.ts'
import { wholeVariation } from '../store/long-contents.ts'

async function read(trx: Transaction, tenantId: string, contentVariationId: string) {
  const place = await findPlace(trx, tenantId, contentVariationId)
  if (place === undefined) throw new Problem('NOT_FOUND')
  const { item } = await loadItem(trx, tenantId, place.contentItemId)
  if (item.isDeleted) throw new Problem('NOT_FOUND')
  return { item, variation: variationOf(item, place.variationId) }
}

export async function readWorking(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
): Promise<ContentVariation> {
  const { item, variation } = await read(trx, tenantId, contentVariationId)
  return wholeVariation(trx, tenantId, present(item, variation))
}

export async function readLive(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
): Promise<ContentVariation> {
  const { item, variation } = await read(trx, tenantId, contentVariationId)
  return wholeVariation(trx, tenantId, presentLive(item, variation))
}
