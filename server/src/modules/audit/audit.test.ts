import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { record, recordAll } from './index.ts'

const { getAuditEntries } = contract.audit
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const { tenantId } = server.nordic
  await server.database.inTenant(tenantId, (trx) =>
    recordAll(
      trx,
      tenantId,
      Array.from({ length: 30 }, (_, n) => ({
        userId: n % 2 === 0 ? 'even' : 'odd',
        action: 'thing.touch',
        entityKind: n % 3 === 0 ? 'third' : 'thing',
        entityId: `thing-${n}`,
        details: { n },
      })),
    ),
  )
})
afterAll(() => server.close())

const list = (query: Record<string, string | number> = {}) => server.ok(getAuditEntries, { query, tenant: 'nordic' })

describe('the audit', () => {
  it('pages through everything, newest first and each entry once', async () => {
    const pages = [await list(), await list({ pageNumber: 2 })]
    expect(pages.map((page) => page.items.length)).toEqual([25, 5])
    expect(pages[0]?.paging).toEqual({ pageNumber: 1, pageSize: 25, totalCount: 30, totalPages: 2 })
    const ids = pages.flatMap((page) => page.items.map((entry) => entry.entityId))
    expect(ids).toEqual(Array.from({ length: 30 }, (_, n) => `thing-${29 - n}`))
    expect(pages[0]?.items[0]?.details).toEqual({ n: 29 })
  })

  it('is filtered by person, kind, thing and time', async () => {
    expect((await list({ userId: 'odd' })).paging.totalCount).toBe(15)
    expect((await list({ entityKind: 'third', userId: 'even' })).paging.totalCount).toBe(5)
    expect((await list({ entityId: 'thing-7' })).items).toHaveLength(1)
    expect((await list({ from: '2999-01-01T00:00:00Z' })).items).toEqual([])
    expect((await list({ to: '2999-01-01T00:00:00Z' })).paging.totalCount).toBe(30)
  })

  it('gives the current name of an item, and none for a purged one', async () => {
    const { createItem, renameItem, deleteItem, purgeItem } = contract.contentItem
    await putType(server, server.acme, articleType)
    const { contentItemId } = await server.ok(createItem, {
      query: { name: 'Lamp', technicalContentTypeName: 'article' },
    })
    await server.ok(renameItem, { query: { contentItemId, name: 'Lantern' } })
    const named = async () =>
      (await server.ok(getAuditEntries, { query: { entityId: contentItemId } })).items.map((entry) => entry.contentItem)
    const lantern = { contentItemId, name: 'Lantern', isDeleted: false }
    expect(await named()).toEqual([lantern, lantern])
    await server.ok(deleteItem, { params: { contentItemId } })
    expect((await named())[0]).toEqual({ ...lantern, isDeleted: true })
    await server.ok(purgeItem, { params: { contentItemId } })
    expect((await named()).filter(Boolean)).toEqual([])
  })

  it('is readable for administrators of the tenant only', async () => {
    await server.refused(getAuditEntries, 'FORBIDDEN', { as: 'publisher', tenant: 'nordic' })
    expect((await server.ok(getAuditEntries, { query: { entityId: 'thing-7' } })).items).toEqual([])
  })

  it('has no entry for a change that was rolled back', async () => {
    const { tenantId } = server.nordic
    const failing = server.database.inTenant(tenantId, async (trx) => {
      await record(trx, tenantId, { userId: 'x', action: 'thing.fail', entityKind: 'thing', entityId: 'never' })
      throw new Error('it went wrong after all')
    })
    await expect(failing).rejects.toThrow('it went wrong after all')
    expect((await list({ entityId: 'never' })).items).toEqual([])
  })

  it('cannot be updated or deleted with the role that serves requests', async () => {
    const { tenantId } = server.nordic
    const attempt = (work: 'update' | 'delete') =>
      server.database.inTenant<unknown>(tenantId, (trx) =>
        work === 'update'
          ? trx.updateTable('audit_entry').set({ user_id: 'nobody' }).where('tenant_id', '=', tenantId).execute()
          : trx.deleteFrom('audit_entry').where('tenant_id', '=', tenantId).execute(),
      )
    await expect(attempt('update')).rejects.toThrow('permission denied')
    await expect(attempt('delete')).rejects.toThrow('permission denied')
  })
})
