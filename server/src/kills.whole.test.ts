import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type BulkChange, contract } from '@pim/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, rstest } from '@rstest/core'
import { articleType, updateOf } from '../testing/content-calls.ts'
import { listFaults } from '../testing/list-faults.ts'
import { outsideDatabases } from '../testing/outside-database.ts'
import { callsOf, type ProcessCalls } from '../testing/process-calls.ts'
import { seed } from '../testing/random.ts'
import { endAll, launch, newDataFolder, ready, type Started } from '../testing/server-process.ts'
import { folderForTests } from '../testing/test-database.ts'
import { outsideDatabase } from './platform/database/addresses.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './platform/embedded-database/embedded-database.ts'

/** How often a server is killed: all of the product, as it is run. */
const kills = 200
const clients = 4
rstest.setConfig({ testTimeout: 3_600_000 })

let postgres: EmbeddedDatabase
beforeAll(async () => {
  // With its usual settings: those of the run's own one are fast and not durable.
  postgres = await startEmbeddedDatabase({ dataFolder: await folderForTests() })
})
let url: string
let name: string
let database: Database
beforeEach(async () => {
  ;({ url, name } = await outsideDatabases(postgres).create())
  database = openDatabase({ address: outsideDatabase(url) })
})
afterEach(async () => {
  await endAll()
  await database.close()
})
afterAll(() => postgres.stop())

const { createItem, deleteItem, getItemVariations } = contract.contentItem
const { getVariation, publish, unpublish, updateVariation } = contract.contentVariation

const start = (folder: string, variables: Readonly<Record<string, string>> = {}): Promise<Started> =>
  ready(launch(folder, { DATABASE_URL: url, PIM_RATE_LIMIT: '0', ...variables }))

/** The calls of a server on an empty database, in a tenant with a type. */
async function begun(server: Started): Promise<ProcessCalls> {
  const body = {
    externalId: 'works',
    friendlyName: 'Works',
    defaultVariation: { friendlyName: 'English', languageCode: 'en-US' },
  }
  await (await callsOf(server)).ok(contract.tenants.createTenant, { body })
  // A token names the tenants of its person.
  const calls = await callsOf(server)
  await calls.ok(contract.contentModel.seedContentTypes, { body: { contentTypes: [articleType] } })
  return calls
}

/** Differences of the files of lists in a folder from the truth. */
async function differences(dataFolder: string): Promise<string[]> {
  const [tenant] = await outsideDatabases(postgres).ask('select tenant_id as id from tenant', name)
  const tenantId = String(tenant?.id)
  // There is one to compare.
  expect((await readdir(join(dataFolder, 'lists-1'))).some((each) => each.startsWith(tenantId))).toBe(true)
  return listFaults(database, dataFolder, tenantId)
}

/** An item as it is, or is to be. */
interface State {
  /** Null: it has none yet. */
  readonly title: string | null
  readonly version: number
  /** The title that is delivered; null: nothing is. */
  readonly live: string | null
  readonly isDeleted: boolean
}

interface Item {
  readonly contentItemId: string
  readonly contentVariationId: string
  /** As the last call that was answered has left it. */
  state: State
  /** As it is where a call without an answer was done all the same. */
  unsure?: State
}

/** A new sequence of numbers from 0 to 1 in each run, unless it has a seed. */
function numbersFrom(from: number): () => number {
  let last = from >>> 0
  return () => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0
    return last / 2 ** 32
  }
}

class Writer {
  readonly items: Item[] = []
  /** Names of items of whose creation nothing was heard. */
  readonly lost: string[] = []
  readonly #random: () => number
  readonly #prefix: string
  #last = 0
  saves = 0

  constructor(number: number) {
    this.#random = numbersFrom(seed + number)
    this.#prefix = `crate ${number}`
  }

  /** Writes without a break until nothing is to be written any more, or nobody answers. */
  async write(calls: ProcessCalls, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const done = await this.#writeOne(calls).catch(() => undefined)
      if (done === undefined) await sleep(20)
      else this.saves += 1
    }
  }

  async #writeOne(calls: ProcessCalls): Promise<true> {
    const mine = this.items.filter(({ state, unsure }) => !state.isDeleted && unsure === undefined)
    const item = mine[Math.floor(this.#random() * mine.length)]
    const chance = this.#random()
    this.#last += 1
    const name = `${this.#prefix} ${this.#last}`
    if (item === undefined || chance < 0.2) return this.#create(calls, name)
    const { contentItemId, contentVariationId, state } = item
    const params = { contentVariationId }
    const change = async (next: Partial<State>, call: () => Promise<{ readonly version?: number | undefined }>) => {
      item.unsure = { ...state, ...next }
      const { version = state.version } = await call()
      item.state = { ...item.unsure, version }
      delete item.unsure
      return true as const
    }
    if (chance < 0.25)
      return change({ isDeleted: true, live: null }, async () => {
        await calls.ok(deleteItem, { params: { contentItemId } })
        return {}
      })
    if (chance < 0.32 && state.live !== null)
      return change({ live: null }, () => calls.ok(unpublish, { params, query: {} }))
    if (chance < 0.55 && state.title !== null)
      return change({ live: state.title }, () => calls.ok(publish, { params, query: {} }))
    return change({ title: name }, () =>
      calls.ok(updateVariation, { body: updateOf(contentVariationId, { title: name }) }),
    )
  }

  async #create(calls: ProcessCalls, name: string): Promise<true> {
    this.lost.push(name)
    const query = { name, technicalContentTypeName: 'article' }
    const { contentItemId, contentVariationIds } = await calls.ok(createItem, { query })
    this.lost.pop()
    const state = { title: null, version: 1, live: null, isDeleted: false }
    this.items.push({ contentItemId, contentVariationId: contentVariationIds[0] ?? '', state })
    return true
  }

  /** Takes up what a list has of what was lost, as it was done without being said. */
  async find(calls: ProcessCalls, listed: ReadonlyMap<string, Listed>): Promise<void> {
    for (const name of this.lost.splice(0)) {
      const [contentItemId] = [...listed].find(([, each]) => each.name === name) ?? []
      if (contentItemId === undefined) continue
      const [copy] = await calls.ok(getItemVariations, { params: { contentItemId }, query: {} })
      const state = { title: null, version: 1, live: null, isDeleted: false }
      this.items.push({ contentItemId, contentVariationId: copy?.contentVariationId ?? '', state })
    }
  }
}

interface Listed {
  readonly name: string
  readonly title: string | null
}

interface Page<Row> {
  readonly items: readonly Row[]
  readonly paging: { readonly totalCount: number }
  readonly isBehind?: true | undefined
}

/** All rows of a list, by their items, from answers that lack nothing. */
async function rowsOf<Row extends { readonly contentItemId: string }>(
  read: (paging: { readonly pageNumber: number; readonly pageSize: number }) => Promise<Page<Row>>,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (let pageNumber = 1; ; ) {
    const page = await read({ pageNumber, pageSize: 200 }).catch((error: unknown) => {
      if (!String(error).includes('UNAVAILABLE')) throw error
    })
    if (page === undefined || page.isBehind) continue
    for (const row of page.items) found.set(row.contentItemId, row)
    if (pageNumber * 200 >= page.paging.totalCount) return found
    pageNumber += 1
  }
}

async function listedBy(calls: ProcessCalls): Promise<Map<string, Listed>> {
  const sorting = { field: 'fields.title', direction: 'asc' } as const
  const filtering = { contentTypeTechnicalNames: ['article'] }
  const rows = await rowsOf((paging) =>
    calls.ok(contract.search.searchUserContent, {
      body: { sorting, filtering, paging, fields: ['title'], countsAll: true },
    }),
  )
  return new Map([...rows].map(([id, { name, fields }]) => [id, { name, title: textOf(fields?.title?.value) }]))
}

async function deliveredBy(calls: ProcessCalls, apiKey: string): Promise<Map<string, string | null>> {
  const query = { contentTypeTechnicalName: 'article' }
  const rows = await rowsOf((paging) =>
    calls.ok(contract.delivery.getItemVariations, { apiKey, query: { ...query, ...paging } }),
  )
  return new Map([...rows].map(([id, { fields }]) => [id, textOf(fields.title)]))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

describe('a server and its database that are killed at any moment while people work', () => {
  it('lose nothing that was acknowledged, and lists, delivery and history have all of it', async () => {
    const folder = await newDataFolder()
    let server = await start(folder)
    // The same address again: a token names who gave it.
    const { port } = new URL(server.origin)
    let calls = await begun(server)
    const { key } = await calls.ok(contract.apiKeys.createApiKey, { body: { name: 'shop' } })
    const writers = Array.from({ length: clients }, (_, at) => new Writer(at))
    const random = numbersFrom(seed - 1)
    const saves = () => writers.reduce((sum, writer) => sum + writer.saves, 0)
    for (let round = 0; round < kills; round += 1) {
      let isOver = false
      const now = calls
      const before = saves()
      const writing = writers.map((writer) => writer.write(now, () => isOver))
      await expect.poll(() => saves()).toBeGreaterThan(before + 10)
      // From here on at a moment left to chance: whatever it hits, nothing may be lost.
      await sleep(random() * 300)
      // The database alone, after which the server goes on, and the server later; both at once; else the server alone.
      if (round % 10 === 1 && postgres.pid !== undefined) {
        process.kill(postgres.pid, 'SIGKILL')
        const then = saves()
        await expect.poll(() => saves()).toBeGreaterThan(then + 10)
      }
      if (round % 10 === 2 && postgres.pid !== undefined) process.kill(postgres.pid, 'SIGKILL')
      server.child.kill('SIGKILL')
      await server.ended
      isOver = true
      await Promise.all(writing)
      server = await start(folder, { PORT: port })
      calls = await callsOf(server)
      const listed = await listedBy(calls)
      const delivered = await deliveredBy(calls, key)
      for (const writer of writers) {
        await writer.find(calls, listed)
        for (const item of writer.items) await settle(calls, item, listed, delivered)
      }
      const known = writers.flatMap(({ items }) => items)
      const left = known.filter(({ state }) => !state.isDeleted)
      expect(listed.size).toBe(left.length)
      expect(delivered.size).toBe(left.filter(({ state }) => state.live !== null).length)
      if (round % 10 === 2 || round === kills - 1) expect(await differences(folder)).toEqual([])
    }
    expect(saves()).toBeGreaterThan(10 * kills)
  })
})

/** An item is as it was acknowledged, or as the call would have it whose answer was never heard. */
async function settle(
  calls: ProcessCalls,
  item: Item,
  listed: ReadonlyMap<string, Listed>,
  delivered: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { contentItemId, contentVariationId, state, unsure } = item
  const is = { title: listed.get(contentItemId)?.title, live: delivered.get(contentItemId) ?? null }
  const possible = [state, ...(unsure === undefined ? [] : [unsure])]
  expect(possible.map(shown)).toContainEqual(is)
  if (unsure === undefined) return
  item.state = possible.findLast((each) => isAlike(shown(each), is)) ?? state
  delete item.unsure
  if (item.state.isDeleted) return
  const params = { contentVariationId }
  const { version } = await calls.ok(getVariation, { params })
  expect(version).toBeGreaterThanOrEqual(state.version)
  const { items } = await calls.ok(contract.contentVariation.getVersions, { params, query: { pageSize: '1' } })
  expect(items[0]?.version).toBe(version)
  item.state = { ...item.state, version }
}

interface Shown {
  /** Undefined: it stands in no list. */
  readonly title: string | null | undefined
  readonly live: string | null
}

const shown = ({ title, live, isDeleted }: State): Shown => ({ title: isDeleted ? undefined : title, live })

const isAlike = (one: Shown, other: Shown): boolean => one.title === other.title && one.live === other.live

describe('two servers of which one is killed amid an import', () => {
  it('end it with each row once, and both of their files have all of it', async () => {
    const rowCount = 3_000
    const shared = join(await folderForTests(), 'binaries')
    await mkdir(shared)
    const variables = { PIM_BINARY_STORE: pathToFileURL(shared).href }
    const folders = [await newDataFolder(), await newDataFolder()] as const
    const killed = await start(folders[0], variables)
    const other = await start(folders[1], variables)
    const [calls, callsOfOther] = [await begun(killed), await callsOf(other)]
    const rows = Array.from({ length: rowCount }, (_, at) => `row-${at},Kettle ${at}`)
    const text = ['sku,title', ...rows].join('\n')
    const { importFileId } = await calls.ok(contract.import.createImportFile, {
      body: { fileName: 'kettles.csv', byteSize: text.length },
    })
    await calls.ok(contract.import.putImportFilePart, {
      params: { importFileId, partNumber: '0' },
      file: new Blob([text]),
      fileName: 'part',
    })
    const file = {
      importFileId,
      technicalContentTypeName: 'article',
      keyField: 'sku',
      columns: ['sku', 'title'].map((column) => ({
        column,
        target: { kind: 'field' as const, technicalFieldName: column },
      })),
    }
    const change = await settled(calls, await calls.ok(contract.bulkChange.createBulkChange, { body: { file } }))
    const params = { bulkChangeId: change.bulkChangeId }
    // The other one takes no job for so long.
    other.child.kill('SIGSTOP')
    const { fingerprint } = change
    await calls.ok(contract.bulkChange.executeBulkChange, { params, body: { fingerprint } })
    const imported = async () => {
      const [row] = await outsideDatabases(postgres).ask('select count(*)::int as n from content_item', name)
      return Number(row?.n)
    }
    await expect.poll(imported).toBeGreaterThan(200)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(await imported()).toBeLessThan(rowCount)
    other.child.kill('SIGCONT')
    const done = await settled(callsOfOther, await callsOfOther.ok(contract.bulkChange.getBulkChange, { params }))
    expect(done).toMatchObject({ state: 'done' })
    expect(await imported()).toBe(rowCount)
    const again = await callsOf(await start(folders[0], variables))
    for (const each of [callsOfOther, again]) {
      const titles = [...(await listedBy(each)).values()].map(({ title }) => title)
      expect(titles.toSorted()).toEqual(Array.from({ length: rowCount }, (_, at) => `Kettle ${at}`).toSorted())
    }
    for (const folder of folders) expect(await differences(folder)).toEqual([])
  })
})

async function settled(calls: ProcessCalls, { bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await calls.ok(contract.bulkChange.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await sleep(20)
  }
}
