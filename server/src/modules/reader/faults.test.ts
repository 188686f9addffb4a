import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType } from '../../../testing/content-calls.ts'
import { type ContentList, openContentList } from '../../../testing/content-list.ts'
import { openDatabaseProxy, throughProxy } from '../../../testing/database-proxy.ts'
import { openSmallDisk } from '../../../testing/small-disk.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { createLogger } from '../../platform/logging/index.ts'
import { fieldName } from './item-document.ts'
import type { Answers } from './questions.ts'
import type { Question, Reader } from './reader.ts'

const disk = openSmallDisk(8)
let list: ContentList
beforeAll(async () => {
  list = await openContentList([articleType])
})
afterAll(async () => {
  await list.close()
  disk?.remove()
})

const placeIn = ({ tenant }: ContentList) =>
  ({ variationId: tenant.variationId, isPublished: false, kinds: ['user'], deleted: [false] }) as const

async function knows(reader: Reader, word: string, of: ContentList = list): Promise<boolean> {
  const question = { where: placeIn(of), queries: [`"${word}"`] }
  const [isUnknown] = await reader.ask(of.tenant.tenantId, 'unknown', question)
  return isUnknown === false
}

const logOf = (lines: string[]) =>
  createLogger({ level: 'warn', format: 'json' }, { write: (line) => void lines.push(JSON.parse(line).msg) })

describe('a question that takes too long', () => {
  it('is given up with 503 and ends its thread, and the next ones are answered', async () => {
    const lines: string[] = []
    const reader = await openTestReader(list.test.database, { queryMs: 1_500, log: logOf(lines) })
    const other = await list.anotherTenant()
    for (const each of [list, other]) await each.add({ name: 'Lantern' })
    for (const each of [list, other]) expect(await knows(reader, 'lantern', each)).toBe(true)
    const queries = Array.from({ length: 600_000 }, () => '"lantern"')
    const long = reader.ask(list.tenant.tenantId, 'unknown', { where: placeIn(list), queries })
    const waiting = knows(reader, 'lantern', other)
    await expect(long).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(await waiting).toBe(true)
    expect(await knows(reader, 'lantern')).toBe(true)
    expect(lines).toEqual(['a question to a file of lists was given up'])
    await reader.close()
  })

  it('is answered with 503 where the server ends meanwhile, and leaves the file', async () => {
    const reader = await openTestReader(list.test.database)
    await list.add({ name: 'Compass' })
    expect(await knows(reader, 'compass')).toBe(true)
    const queries = Array.from({ length: 600_000 }, () => '"compass"')
    const long = reader.ask(list.tenant.tenantId, 'unknown', { where: placeIn(list), queries })
    const waiting = knows(reader, 'compass')
    const [ended, alsoEnded] = await Promise.allSettled([long, waiting, reader.close()])
    for (const each of [ended, alsoEnded]) expect(each).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
    const next = await openTestReader(list.test.database, { folder: reader.folder })
    expect(await knows(next, 'compass')).toBe(true)
    expect(next.counts.itemsMade).toBe(0)
    await next.close()
  })
})

describe.skipIf(disk === undefined)('a disk that is full', () => {
  it('leaves lists as they were, and what is missing is written when there is room', async () => {
    const lines: string[] = []
    const reader = await openTestReader(list.test.database, {
      folder: disk?.folder ?? '',
      log: logOf(lines),
      retryMs: 500,
    })
    const other = await list.anotherTenant()
    await list.add({ name: 'Ladder' })
    expect(await knows(reader, 'ladder')).toBe(true)
    const ballast = join(reader.folder, 'ballast')
    expect(() => writeFileSync(ballast, Buffer.alloc(8 * 1_024 * 1_024, 1))).toThrow('ENOSPC')
    await list.add({ name: 'Rope' })
    expect([await knows(reader, 'ladder'), await knows(reader, 'rope')]).toEqual([true, false])
    expect(new Set(lines)).toEqual(new Set(['the file of lists of a tenant was not written']))
    expect(reader.counts).toMatchObject({ files: 1, behind: 1 })
    expect(reader.counts.behindSeconds).toBeGreaterThan(0)
    // One that is not there yet cannot be made.
    await other.add({ name: 'Bucket' })
    await expect(knows(reader, 'bucket', other)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(lines).toContain('the file of lists of a tenant was not made')
    rmSync(ballast)
    // Nobody asks, and nothing changes.
    await expect.poll(() => reader.counts.behind).toBe(0)
    expect(await knows(reader, 'rope')).toBe(true)
    await expect.poll(() => knows(reader, 'bucket', other).catch(() => false)).toBe(true)
    await reader.close()
  })
})

describe('a database that is away for a while', () => {
  it('leaves lists as they were, and what was changed meanwhile is in them afterwards', async () => {
    const proxy = await openDatabaseProxy(list.test.superuser)
    const { forFiles } = list.test.open({ address: throughProxy(list.test.superuser, proxy) })
    // Who saves has the database, and says so.
    const { onCommit } = list.test.database
    const reader = await openTestReader({ forFiles, onCommit })
    await list.add({ name: 'Trolley' })
    expect(await knows(reader, 'trolley')).toBe(true)
    proxy.cut()
    await list.add({ name: 'Hammock' })
    expect([await knows(reader, 'trolley'), await knows(reader, 'hammock')]).toEqual([true, false])
    expect(reader.counts.behind).toBe(1)
    const sure = reader.ask(list.tenant.tenantId, 'used', [], { isSure: true })
    await expect(sure).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    proxy.heal()
    await expect.poll(() => knows(reader, 'hammock')).toBe(true)
    expect(reader.counts.behind).toBe(0)
    await reader.close()
    await proxy.close()
  })
})

describe('two tenants', () => {
  it('see nothing of each other by any kind of question, whatever they name', async () => {
    const reader = await openTestReader(list.test.database)
    const [one, two] = [await list.anotherTenant(), await list.anotherTenant()]
    const values = { title: 'Alike' }
    const [ofOne, ofTwo] = [
      await one.add({ name: 'Anchor', values, live: {} }),
      await two.add({ name: 'Beacon', values, live: {} }),
    ]
    const types = await list.test.look<{ id: string }>('select content_type_id as id from content_type')
    const contentTypeIds = types.map(({ id }) => id)
    const keysOf = async ({ tenant: { tenantId } }: ContentList) => {
      const [type] = await list.test.look<{ id: string }>(
        `select content_type_id as id from content_type where tenant_id = '${tenantId}'`,
      )
      return { of: fieldName(type?.id ?? '', 'title'), keys: ['talike'] }
    }
    const seenBy = async (asking: ContentList, named: ContentList) => {
      const { tenantId } = asking.tenant
      const where = { ...placeIn(named), kinds: ['user', 'media'], deleted: [true, false] } as const
      const ask = <Asked extends Question>(kind: Asked, question: Answers[Asked]['ask']) =>
        reader.ask(tenantId, kind, question)
      const words = '"anchor" OR "beacon"'
      const { rows } = await ask('list', {
        pictures: { mimeTypes: [], fields: {} },
        ...where,
        contentTypeIds: undefined,
        statuses: undefined,
        conditions: [],
        order: { by: 'name', direction: 'asc' },
        offset: 0,
        limit: 10,
        countsAll: true,
      })
      const reach = { targets: null, limited: [] }
      const contentItemIds = [ofOne, ofTwo].map(({ contentItemId }) => contentItemId)
      const live = await ask('live', {
        variationIds: [where.variationId],
        contentTypeIds,
        reach,
        conditions: [],
        order: { by: 'id', direction: 'asc' },
        offset: 0,
        limit: 10,
      })
      const ofItems = { contentItemIds, variationId: undefined, contentTypeIds: undefined, reach, limit: 10 }
      const liveItems = await ask('liveItems', ofItems)
      expect(reader.liveItems(tenantId, ofItems)).toEqual(liveItems)
      return {
        live: live.rows.map(({ name }) => name),
        liveItems: liveItems.rows.map(({ name }) => name),
        list: rows.map(({ contentItemId }) => contentItemId),
        unknown: await ask('unknown', { where, queries: ['"anchor"', '"beacon"'] }),
        items: await ask('items', { where, queries: [words], most: 10 }),
        heads: (await ask('heads', { where, words, most: 10 })).length,
        vocabulary: await ask('vocabulary', { where, beginnings: ['anch', 'beac'], most: 10 }),
        used: await ask('used', [await keysOf(named)]),
      }
    }
    expect(await seenBy(one, one)).toEqual({
      list: [ofOne.contentItemId],
      unknown: [false, true],
      items: [[ofOne.contentItemId]],
      heads: 1,
      vocabulary: [['anchor'], []],
      used: [true],
      live: ['Anchor'],
      liveItems: ['Anchor'],
    })
    expect(await seenBy(two, two)).toEqual({
      list: [ofTwo.contentItemId],
      unknown: [true, false],
      items: [[ofTwo.contentItemId]],
      heads: 1,
      vocabulary: [[], ['beacon']],
      used: [true],
      live: ['Beacon'],
      liveItems: ['Beacon'],
    })
    const nothing = { list: [], unknown: [true, true], items: [[]], heads: 0, vocabulary: [[], []], used: [false] }
    // What is live of items is asked for by their ids alone.
    expect(await seenBy(one, two)).toEqual({ ...nothing, live: [], liveItems: ['Anchor'] })
    expect(await seenBy(two, one)).toEqual({ ...nothing, live: [], liveItems: ['Beacon'] })
    await reader.close()
  })
})
