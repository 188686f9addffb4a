import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { isWholeRun } from '../testing/budget.ts'
import { type OutsideDatabases, outsideDatabases } from '../testing/outside-database.ts'
import { endAll, launch, newDataFolder, ready, type Started } from '../testing/server-process.ts'
import { openTcpBalancer } from '../testing/tcp-balancer.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'

/*
 * The product as it is run: processes of their own, started together, exchanged one by one; `kills.whole.test.ts` kills them. Each round takes
 * seconds, so there are few of them in the usual run.
 */
const startRounds = isWholeRun ? 3 : 1
const restarts = isWholeRun ? 2 : 1
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
