import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ContentType } from '@pim/contract'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { type ContentList, openContentList } from '../../../testing/content-list.ts'
import { listFaults } from '../../../testing/list-faults.ts'
import { folderForTests } from '../../../testing/test-database.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { startOwnServer } from '../../../testing/test-server.ts'
import { readDocuments } from '../content/index.ts'
import type { ReadDocuments } from './documents.ts'
import type { Reader, ReaderOptions } from './index.ts'

let list: ContentList
beforeAll(async () => {
  list = await openContentList([articleType])
})
afterAll(() => list.close())

async function knows(
  reader: Reader,
  word: string,
  of: ContentList,
  options: { readonly isSure?: boolean; readonly patienceMs?: number } = {},
): Promise<boolean> {
  const { tenantId, variationId } = of.tenant
  const where = { variationId, isPublished: false, kinds: ['user'], deleted: [false] } as const
  const [isUnknown] = await reader.ask(tenantId, 'unknown', { where, queries: [`"${word}"`] }, options)
  return isUnknown === false
}

/** Documents for files, of which none is whole before the gate is open: the first item is written again and again. */
function gated(): { readonly documents: ReadDocuments; readonly open: () => void } {
  let isOpen = false
  const idsAfter: ReadDocuments['idsAfter'] = async (trx, tenantId, after, limit) => {
    if (isOpen) return readDocuments.idsAfter(trx, tenantId, after, limit)
    return readDocuments.idsAfter(trx, tenantId, null, 1)
  }
  return {
    documents: { ...readDocuments, idsAfter },
    open() {
      isOpen = true
    },
  }
}

const ofAnotherRecipe = (folder: string, { tenant }: ContentList) => join(folder, `${tenant.tenantId}.1.1.sqlite`)

/** A tenant with a file that the server before has left, of another recipe. */
async function upgraded(change: (path: string) => Promise<void> | void = () => {}) {
  const tenant = await list.anotherTenant()
  const before = await openTestReader(list.test.database)
  await tenant.add({ name: 'Ladder', live: {} })
  expect(await knows(before, 'ladder', tenant)).toBe(true)
  await before.close()
  const path = ofAnotherRecipe(before.folder, tenant)
  for (const name of await readdir(before.folder))
    await rename(join(before.folder, name), join(before.folder, name.replace('.1.2.', '.1.1.')))
  await change(path)
  const open = (options: Partial<ReaderOptions>) =>
    openTestReader(list.test.database, { folder: before.folder, ...options })
  return { tenant, folder: before.folder, open }
}

const run = (statements: string) => (path: string) => {
  const file = new DatabaseSync(path)
  file.exec(statements)
  file.close()
}

/** Everything but what the log is followed by. */
function damageRows(path: string): void {
  const file = new DatabaseSync(path)
  file.exec('pragma wal_checkpoint(truncate)')
  const pages = file
    .prepare(`select rootpage as page from sqlite_schema where tbl_name in ('row', 'tally') order by page`)
    .all()
  file.close()
  const bytes = readFileSync(path)
  for (const { page } of pages) bytes.fill(0x5a, (Number(page) - 1) * 8_192, Number(page) * 8_192)
  writeFileSync(path, bytes)
}

const liveOf = (reader: Reader, { tenant }: ContentList, contentTypeIds: readonly string[]) =>
  reader.ask(tenant.tenantId, 'live', {
    variationIds: [tenant.variationId],
    contentTypeIds,
    reach: { targets: null, limited: [] },
    conditions: [],
    order: { by: 'id', direction: 'asc' },
    offset: 0,
    limit: 10,
  })

describe('a file of another recipe', () => {
  it('answers with all changes while one of this recipe is made, and then gives way to it', async () => {
    const { tenant, folder, open } = await upgraded()
    const gate = gated()
    const reader = await open({ documents: gate.documents })
    expect(await knows(reader, 'ladder', tenant)).toBe(true)
    for (const name of ['Rope', 'Bucket', 'Crowbar']) {
      await tenant.add({ name })
      expect(await knows(reader, name.toLowerCase(), tenant)).toBe(true)
    }
    const { tenantId, variationId } = tenant.tenant
    const where = { variationId, isPublished: false, kinds: ['user'], deleted: [false] } as const
    const queries = Array.from({ length: 4_000 }, () => '"ladder"')
    const underWay = Array.from({ length: 8 }, () => reader.ask(tenantId, 'unknown', { where, queries }))
    gate.open()
    await expect.poll(() => readdir(folder)).not.toContain(`${tenantId}.1.1.sqlite`)
    for (const answer of await Promise.all(underWay)) expect(new Set(answer)).toEqual(new Set([false]))
    for (const word of ['ladder', 'rope', 'bucket', 'crowbar']) expect(await knows(reader, word, tenant)).toBe(true)
    for (const name of await readdir(folder)) expect(name).toContain(`${tenantId}.1.2.sqlite`)
    await reader.close()
  })

  it('answers no question that is to be sure, and none whose answer is kept without saying so', async () => {
    const { tenant, open } = await upgraded()
    const gate = gated()
    const reader = await open({ documents: gate.documents })
    const [type] = await list.test.look<{ id: string }>(
      `select content_type_id as id from content_type where tenant_id = '${tenant.tenant.tenantId}'`,
    )
    const types = [type?.id ?? '']
    expect(await liveOf(reader, tenant, types)).toMatchObject({ rows: [{ name: 'Ladder' }], isBehind: true })
    const sure = knows(reader, 'ladder', tenant, { isSure: true, patienceMs: 300 })
    await expect(sure).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    gate.open()
    expect(await knows(reader, 'ladder', tenant, { isSure: true })).toBe(true)
    expect(await liveOf(reader, tenant, types)).not.toHaveProperty('isBehind')
    await reader.close()
  })

  it('goes on answering where the other one cannot be made, which is tried again', async () => {
    const { tenant, folder, open } = await upgraded()
    let isWrong = true
    const idsAfter: ReadDocuments['idsAfter'] = async (...asked) => {
      if (isWrong) throw new Error('not now')
      return readDocuments.idsAfter(...asked)
    }
    const reader = await open({ documents: { ...readDocuments, idsAfter }, retryMs: 50 })
    for (const name of ['Rope', 'Bucket', 'Crowbar']) {
      await tenant.add({ name })
      expect(await knows(reader, name.toLowerCase(), tenant)).toBe(true)
    }
    isWrong = false
    await expect
      .poll(async () => [await knows(reader, 'crowbar', tenant), await readdir(folder)])
      .toEqual([true, expect.not.arrayContaining([`${tenant.tenant.tenantId}.1.1.sqlite`])])
    await reader.close()
  })

  it.each([
    ['damaged', async (path: string) => writeFile(path, (await readFile(path)).fill(0x5a, 4_096))],
    ['of another database', run(`update fact set value = 'x' where name = 'name'`)],
    ['of a log that was taken back', run(`update fact set value = value + 1000000 where name = 'transaction'`)],
    ['not whole', run(`delete from fact where name = 'isWhole'`)],
    ['of another layout within', run(`update fact set value = 0 where name = 'layout'`)],
    ['damaged where lists alone find it', damageRows],
  ])('that is %s answers nothing', async (_, change) => {
    const { tenant, folder, open } = await upgraded(change)
    const gate = gated()
    const reader = await open({ documents: gate.documents, buildMs: 300 })
    const { tenantId, variationId } = tenant.tenant
    const asked = () =>
      reader.ask(tenantId, 'list', {
        variationId,
        isPublished: false,
        kinds: ['user'],
        deleted: [false],
        contentTypeIds: undefined,
        statuses: undefined,
        conditions: [],
        order: { by: 'name', direction: 'asc' },
        offset: 0,
        limit: 10,
        countsAll: true,
        pictures: { mimeTypes: [], fields: {} },
      })
    await expect(asked()).rejects.toThrow()
    gate.open()
    await expect.poll(() => asked().catch(() => ({ total: -1 }))).toMatchObject({ total: 1 })
    await expect.poll(() => readdir(folder)).not.toContain(`${tenantId}.1.1.sqlite`)
    await reader.close()
  })

  it('is kept by a sweep, unless it is of another layout', async () => {
    const { tenant, folder, open } = await upgraded()
    const { tenantId } = tenant.tenant
    for (const name of [`${tenantId}.0.2.sqlite`, `${tenantId}.2.sqlite`]) await writeFile(join(folder, name), '')
    const reader = await open({})
    await reader.sweep(new Set([tenantId]))
    const left = (await readdir(folder)).filter((name) => name.endsWith('.sqlite'))
    expect(left).toEqual([`${tenantId}.1.1.sqlite`])
    await reader.close()
  })
})

describe('a file', () => {
  it('that is being made when its server stops is not taken for whole', async () => {
    const tenant = await list.anotherTenant()
    for (const name of ['Ladder', 'Rope']) await tenant.add({ name })
    const gate = gated()
    const first = await openTestReader(list.test.database, { documents: gate.documents, buildMs: 0 })
    await expect(knows(first, 'ladder', tenant)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const closing = first.close()
    gate.open()
    await closing
    const second = await openTestReader(list.test.database, { folder: first.folder })
    for (const word of ['ladder', 'rope']) expect(await knows(second, word, tenant)).toBe(true)
    await second.close()
  })

  it('follows changes of types, variations and channels that were made while it was closed, and is not made anew', async () => {
    const server = await startOwnServer()
    const { tenantId, variations } = server.acme
    const content = new ContentCalls(server, server.acme)
    await putType(server, server.acme, articleType)
    const made = await content.make({ title: 'Ångström', weight: 7, tone: 'loud' })
    await content.step('publish', made.en)
    await content.make({ title: 'Zebra' })
    const dataFolder = await folderForTests()
    const folder = join(dataFolder, 'lists-1')
    const where = {
      variationId: variations['en-US'] ?? '',
      isPublished: false,
      kinds: ['user'],
      deleted: [false],
    } as const
    /** What differs after a server has followed the log, and how many items it has made anew. */
    const followed = async () => {
      const reader = await openTestReader(server.database, { folder })
      await reader.ask(tenantId, 'unknown', { where, queries: ['"zebra"'] })
      const { itemsMade } = reader.counts
      await reader.close()
      return { itemsMade, faults: await listFaults(server.database, dataFolder, tenantId) }
    }
    expect(await followed()).toEqual({ itemsMade: 2, faults: [] })
    const { tenants } = contract
    const fields = articleType.fields.filter(({ technicalName }) => technicalName !== 'tone')
    const changed: ContentType = {
      ...articleType,
      fields: fields.map((field) => (field.technicalName === 'weight' ? { ...field, type: 'decimal' } : field)),
    }
    const changes: (() => Promise<unknown>)[] = [
      () => putType(server, server.acme, changed),
      () =>
        server.ok(tenants.changeVariation, {
          params: { variationId: variations['sv-SE'] ?? '' },
          body: { languageCode: 'fi-FI' },
        }),
      () =>
        server.ok(tenants.changeVariation, {
          params: { variationId: variations['de-AT'] ?? '' },
          body: { fallbackVariationId: null },
        }),
      () => server.ok(tenants.createVariation, { body: { friendlyName: 'Dansk', languageCode: 'da-DK' } }),
      () =>
        server.ok(tenants.changeTenant, {
          body: { channels: [{ technicalName: 'print', friendlyName: {}, variationIds: [variations['sv-SE'] ?? ''] }] },
        }),
    ]
    for (const change of changes) {
      await change()
      const [job] = await server.rows.look<{ n: number }>(
        `select count(*)::int n from job where status in ('queued', 'running')`,
      )
      if (job?.n !== 0)
        await expect
          .poll(async () => {
            const [left] = await server.rows.look<{ n: number }>(
              `select count(*)::int n from job where status in ('queued', 'running')`,
            )
            return left?.n
          })
          .toBe(0)
      expect(await followed()).toEqual({ itemsMade: 0, faults: [] })
    }
    await server.close()
  })
})
