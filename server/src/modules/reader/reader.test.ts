import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ItemBatch, SearchPage } from '@pim/contract'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { type ContentList, openContentList } from '../../../testing/content-list.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { personWith, startOwnServer, type TestNode, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'
import { appendEvents } from '../events/index.ts'
import type { Reader } from './index.ts'

let server: TestServer
let other: TestNode
let content: ContentCalls
beforeAll(async () => {
  // A server of its own: its files are damaged and removed, and a second one follows it.
  server = await startOwnServer()
  other = await server.anotherNode()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
})
afterAll(() => server.close())

const listed = (node: TestNode, searchText?: string): Promise<SearchPage> =>
  node.ok(contract.search.searchAll, { body: searchText === undefined ? {} : { filtering: { searchText } } })

const idsIn = ({ items }: SearchPage): string[] => items.map(({ contentItemId }) => contentItemId)

/** Asks again until it is so: by an event that comes for sure. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}

describe('a list', () => {
  it('has what its server has acknowledged, each time, and on another server soon', async () => {
    for (let at = 0; at < 20; at += 1) {
      const { contentItemId, en } = await content.make({ title: `Lantern${at}` })
      expect(idsIn(await listed(server, `lantern${at}`))).toContain(contentItemId)
      await content.update(en, { title: `Torch${at}` })
      expect(idsIn(await listed(server, `torch${at}`))).toContain(contentItemId)
      expect(idsIn(await listed(server, `lantern${at}`))).not.toContain(contentItemId)
      await until(async () => idsIn(await listed(other, `torch${at}`)).includes(contentItemId))
    }
  })

  it('has what another server has committed though nothing is heard of others', async () => {
    const deaf = await openTestReader(other.database, {
      notifications: { listen: () => () => {}, isCurrent: false },
    })
    const { tenantId, variations } = server.acme
    const asked = {
      variationId: variations['en-US'] ?? '',
      kinds: ['user'],
      deleted: [false],
      isPublished: false,
    } as const
    const isKnown = async (word: string) => {
      const [isUnknown] = await deaf.ask(tenantId, 'unknown', { where: asked, queries: [`"${word}"`] })
      return isUnknown === false
    }
    expect(await isKnown('parasol')).toBe(false)
    await content.make({ title: 'Parasol' })
    expect(await isKnown('parasol')).toBe(true)
    const { contentItemId, en } = await content.make({ title: 'Gazebo' })
    await content.step('publish', en)
    const ofItem = { contentItemIds: [contentItemId], variationId: undefined, contentTypeIds: undefined, limit: 10 }
    const reach = { targets: null, limited: [] }
    // The database is to be asked.
    expect(deaf.liveItems(tenantId, { ...ofItem, reach })).toBe(undefined)
    await deaf.close()
  })

  it('shows a change of many items whole or not at all, whoever looks', async () => {
    const count = 250
    const items = Array.from({ length: count }, (_, at) => ({
      key: { technicalFieldName: 'sku', value: `crate-${at}` },
      technicalContentTypeName: 'article',
      name: `Crate ${at}`,
    }))
    const seen = new Set<number>()
    let isDone = false
    const looking = [server, other].map(async (node) => {
      while (!isDone) seen.add((await listed(node, 'crate')).paging.totalCount)
    })
    const body = { items, atomic: true } as ItemBatch
    await server.ok(contract.contentItem.batchItems, { as: personWith('publisher'), body })
    await until(async () => (await listed(other, 'crate')).paging.totalCount === count)
    isDone = true
    await Promise.all(looking)
    expect([...seen].every((total) => total === 0 || total === count)).toBe(true)
  })
})

describe('a file', () => {
  const where = (list: ContentList) =>
    ({ variationId: list.tenant.variationId, isPublished: false, kinds: ['user'], deleted: [false] }) as const
  const unknown = (reader: Reader, list: ContentList, words: string) =>
    reader.ask(list.tenant.tenantId, 'unknown', { where: where(list), queries: [`"${words}"`] })
  const fileIn = async (folder: string) =>
    join(folder, (await readdir(folder)).find((name) => name.endsWith('.sqlite')) ?? 'none')

  it('goes on from where it was left, with what has changed meanwhile', async () => {
    const list = await openContentList([articleType])
    const first = await openTestReader(list.test.database)
    await list.add({ name: 'Ladder' })
    expect(await unknown(first, list, 'ladder')).toEqual([false])
    await first.close()
    await list.add({ name: 'Rope' })
    const second = await openTestReader(list.test.database, { folder: first.folder })
    expect(await unknown(second, list, 'rope')).toEqual([false])
    expect(await unknown(second, list, 'ladder')).toEqual([false])
    await second.close()
    await list.close()
  })

  it('has what comes behind more changes than one write takes', async () => {
    const list = await openContentList([articleType])
    const reader = await openTestReader(list.test.database)
    await list.add({ name: 'Ladder' })
    expect(await unknown(reader, list, 'ladder')).toEqual([false])
    const { tenantId } = list.tenant
    const changes = Array.from({ length: 5_500 }, () => ({
      by: 'test',
      kind: 'contentItem.purge',
      subjectKind: 'contentItem',
      subjectId: newId(),
    }))
    await list.test.database.inTenant(tenantId, (trx) => appendEvents(trx, tenantId, changes))
    await list.add({ name: 'Rope' })
    expect(await unknown(reader, list, 'rope')).toEqual([false])
    await reader.close()
    await list.close()
  })

  it.each([
    ['damaged', (bytes: Buffer) => bytes.fill(0x5a, 4_096)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, 10_000)],
    ['no database at all', () => Buffer.from('nothing')],
  ])('that is %s is made anew', async (_, damage) => {
    const list = await openContentList([articleType])
    const first = await openTestReader(list.test.database)
    await list.add({ name: 'Ladder' })
    expect(await unknown(first, list, 'ladder')).toEqual([false])
    await first.close()
    const path = await fileIn(first.folder)
    await writeFile(path, damage(await readFile(path)))
    const second = await openTestReader(list.test.database, { folder: first.folder })
    expect(await unknown(second, list, 'ladder')).toEqual([false])
    await second.close()
    await list.close()
  })

  it('of a tenant that is erased is removed', async () => {
    const list = await openContentList([articleType])
    const reader = await openTestReader(list.test.database)
    await list.add({ name: 'Ladder' })
    await unknown(reader, list, 'ladder')
    await reader.sweep(new Set())
    expect(await readdir(reader.folder)).toEqual([])
    await reader.close()
    await list.close()
  })
})
