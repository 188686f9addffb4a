import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findTypeByName, lockTypeExclusive, lockTypeShared, lockTypeSharedByName } from '../content-model/index.ts'
import { lockItemOf } from './store/load.ts'

let server: TestServer
let contentVariationId: string
let contentTypeId: string
beforeAll(async () => {
  server = await startTestServer()
  await putType(server, server.acme, articleType)
  contentVariationId = (await new ContentCalls(server, server.acme).make({ title: 'A lamp', sku: 'L1' })).en
  const { tenantId } = server.acme
  const type = await server.database.inTenant(tenantId, (trx) =>
    findTypeByName(trx, tenantId, articleType.technicalName),
  )
  contentTypeId = type?.contentTypeId ?? ''
})
afterAll(() => server.close())

type Take = (trx: Transaction, tenantId: string) => Promise<unknown>
const taken: Readonly<Record<string, Take>> = {
  'by a save, which knows the variation': (trx, tenantId) => lockItemOf(trx, tenantId, contentVariationId),
  'by its id': (trx, tenantId) => lockTypeShared(trx, tenantId, contentTypeId),
  'by its name': (trx, tenantId) => lockTypeSharedByName(trx, tenantId, articleType.technicalName),
}
const change: Take = (trx, tenantId) => lockTypeExclusive(trx, tenantId, contentTypeId)

/** Whether the second transaction gets its lock while the first one holds its own. */
async function together(first: Take, second: Take): Promise<boolean> {
  const { tenantId } = server.acme
  const started = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const holding = server.database.inTenant(tenantId, async (trx) => {
    await first(trx, tenantId)
    started.resolve()
    await done.promise
  })
  await started.promise
  const isFree = await server.database
    .inTenant(tenantId, async (trx) => {
      await sql`set local lock_timeout = 200`.execute(trx)
      await second(trx, tenantId)
    })
    .then(
      () => true,
      () => false,
    )
  done.resolve()
  await holding
  return isFree
}

describe('the lock of a content type', () => {
  it.each(Object.entries(taken))(
    'that is taken shared %s keeps a change of the type waiting, and no other',
    async (_, take) => {
      expect(await together(take, change)).toBe(false)
      for (const other of Object.values(taken).slice(1)) expect(await together(take, other)).toBe(true)
    },
  )

  it.each(Object.entries(taken))('that a change holds keeps everybody waiting who takes it %s', async (_, take) => {
    expect(await together(change, take)).toBe(false)
  })
})
