import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ContentVariation, contract } from '@pim/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { isWholeRun } from '../testing/budget.ts'
import { type OutsideDatabases, outsideDatabases } from '../testing/outside-database.ts'
import { adminToken, endAll, launch, newDataFolder, ready, type Started } from '../testing/server-process.ts'
import { openTcpBalancer } from '../testing/tcp-balancer.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'

/*
 * The product as it is run: processes of their own, started together, exchanged one by one, killed. Each round takes
 * seconds, so there are few of them in the usual run.
 */
const startRounds = isWholeRun ? 3 : 1
const restarts = isWholeRun ? 2 : 1
const kills = isWholeRun ? 3 : 1
rstest.setConfig({ testTimeout: 240_000 })

let rows: TestDatabase
let databases: OutsideDatabases
beforeAll(async () => {
  rows = await testDatabase()
  databases = outsideDatabases(rows)
})
afterEach(endAll)
afterAll(async () => {
  await databases.drop()
  await rows.close()
})

const { getVariation, updateVariation } = contract.contentVariation

describe('servers that start at the same moment on one empty database', () => {
  it.runIf(isWholeRun)('are all ready, with one demo between them', async () => {
    for (let round = 0; round < startRounds; round++) {
      const { name, url } = await databases.create()
      const servers = await Promise.all(
        Array.from({ length: 4 }, async () =>
          ready(launch(await newDataFolder(), { DATABASE_URL: url, PIM_DEMO: '1' })),
        ),
      )
      for (const { origin } of servers) expect((await fetch(`${origin}/readyz`)).status).toBe(200)
      // What the jobs fill them with is the matter of `identity-dev/demo/demo.test.ts`.
      const [found] = await databases.ask(
        `select (select count(*)::int from tenant) tenants, (select count(*)::int from api_key) keys,
          (select count(*)::int from job where kind = 'demo-content') jobs`,
        name,
      )
      expect(found).toEqual({ tenants: 2, keys: 1, jobs: 2 })
      await endAll()
    }
  })
})

describe('servers that are exchanged one after the other', () => {
  it.runIf(isWholeRun)('refuse nobody with the usual settings, behind a balancer that asks who is ready', async () => {
    const { url } = await databases.create()
    const start = async () => ready(launch(await newDataFolder(), { DATABASE_URL: url, PIM_DRAIN_MS: '' }))
    const servers: Started[] = [await start(), await start()]
    const balancer = await openTcpBalancer()
    balancer.setTargets(servers.map(({ origin }) => origin))
    await expect.poll(() => balancer.ready.length).toBe(2)
    const failed: unknown[] = []
    let [reads, isOver] = [0, false]
    const read = async (path: string) => {
      // One connection for as long as it is kept open, as a proxy or a browser has it.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isOver) {
        const status = await statusOf(`${balancer.origin}${path}`, agent).catch((error: unknown) => error)
        if (status !== 200) failed.push(status)
        reads += 1
        await sleep(1)
      }
      agent.destroy()
    }
    const paths = ['/api/client-configuration', '/api/settings', '/healthz']
    const traffic = Array.from({ length: 9 }, (_, at) => read(paths[at % paths.length] ?? ''))
    for (let restart = 0; restart < restarts; restart++) {
      const next = await start()
      const [old, ...others] = servers.splice(0, servers.length, ...servers.slice(1), next)
      balancer.setTargets([old, ...others, next].flatMap((each) => each?.origin ?? []))
      await expect.poll(() => balancer.ready).toContain(next.origin)
      old?.child.kill('SIGTERM')
      expect(await old?.ended).toBe(0)
      balancer.setTargets(servers.map(({ origin }) => origin))
      const before = reads
      await expect.poll(() => reads).toBeGreaterThan(before + 100)
    }
    isOver = true
    await Promise.all(traffic)
    await balancer.close()
    expect(failed).toEqual([])
  })
})

function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      answer.once('error', reject).once('end', () => resolve(answer.statusCode))
      answer.resume()
    })
    asked.once('error', reject).end()
  })
}

describe('a server that is killed while people work', () => {
  it.runIf(isWholeRun)('has everything that it said was saved, with its history, and takes up again', async () => {
    const folder = await newDataFolder()
    let server = await ready(launch(folder))
    // The same address again: a token names who gave it.
    const { port } = new URL(server.origin)
    const start = () => ready(launch(folder, { PORT: port }))
    const call = async (method: string, path: string, body?: unknown): Promise<Response> =>
      fetch(`${server.origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-tenant-id': 'works',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const ok = async (method: string, path: string, body?: unknown) => {
      const answer = await call(method, path, body)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text)
    }
    let token = await adminToken(server)
    const defaultVariation = { friendlyName: 'English', languageCode: 'en-US' }
    await ok('POST', contract.tenants.createTenant.path, { externalId: 'works', friendlyName: 'W', defaultVariation })
    token = await adminToken(server)
    await ok('POST', contract.contentModel.seedContentTypes.path, {})
    const items = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const made = await ok('PUT', `${contract.contentItem.createItem.path}?name=x&technicalContentTypeName=article`)
        return { contentVariationId: String(made.contentVariationIds[0]), said: 0, version: 1, next: 0 }
      }),
    )
    let saves = 0
    for (let round = 0; round < kills; round++) {
      let isOpen = true
      const writing = items.map(async (item) => {
        while (isOpen) {
          const n = ++item.next
          const fields = [{ technicalFieldName: 'title', value: `title ${n}` }]
          const body = { contentVariationId: item.contentVariationId, fields }
          const saved: ContentVariation | undefined = await ok('POST', updateVariation.path, body).catch(
            () => undefined,
          )
          if (saved === undefined) continue
          item.said = n
          item.version = saved.version
          saves += 1
        }
      })
      const before = saves
      await expect.poll(() => saves).toBeGreaterThan(before + 10)
      // From here on at a moment left to chance: whatever it hits, nothing may be lost.
      await sleep(Math.random() * 500)
      const postmaster = Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
      if (round % 3 === 1) process.kill(postmaster, 'SIGKILL')
      if (round % 3 === 2) await sleep(Math.random() * 200)
      server.child.kill('SIGKILL')
      if (round % 3 === 0) process.kill(postmaster, 'SIGKILL')
      await server.ended
      isOpen = false
      await Promise.all(writing)
      server = await start()
      for (const item of items) {
        const path = getVariation.path.replace('{contentVariationId}', item.contentVariationId)
        const kept: ContentVariation = await ok('GET', path)
        const number = Number(String(kept.fields.title?.value ?? '0').replace('title ', ''))
        // What was saved and could not be said any more may be there on top.
        expect(number).toBeGreaterThanOrEqual(item.said)
        expect(kept.version).toBeGreaterThanOrEqual(item.version)
        const versions = await ok('GET', `${path}/versions?pageSize=1`)
        expect(versions.items[0].version).toBe(kept.version)
      }
    }
  })
})
