import { hash } from 'node:crypto'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findTypes } from '../content-model/index.ts'
import { marketOfTenant } from '../tenants/index.ts'

/** Names the types, variations and channels that items are written by. */
export async function modelOf(trx: Transaction, tenantId: string): Promise<string> {
  const [types, market] = await Promise.all([findTypes(trx, tenantId), marketOfTenant(trx, tenantId)])
  const revisions = types.map(({ contentTypeId, revision }) => `${contentTypeId} ${revision}`)
  return hash('sha256', JSON.stringify([revisions, market]), 'hex')
}
