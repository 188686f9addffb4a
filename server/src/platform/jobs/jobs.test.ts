import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import { type Notifications, openNotifications } from '../database/notifications.ts'
import { createJobs, JobFailed, type JobHandler, type Jobs } from './jobs.ts'

let test: TestDatabase
let tenant: TestTenant
let notifications: Notifications
const nodes: Jobs[] = []
/** Ends a wait for a job that never ends; it decides nothing else. */
const patienceMs = 20_000

beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
  notifications = await openNotifications({ connection: test.address.platform })
})
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()))
})
afterAll(async () => {
  await notifications.close()
  await test.close()
})

/** The parts of a server that jobs need. */
function node(handlers: Record<string, JobHandler> = {}, pollMs = 100): Jobs {
  const jobs = createJobs({ database: test.database, notifications, log: { warn: () => {} }, pollMs })
  for (const [kind, handler] of Object.entries(handlers)) jobs.handle(kind, 'nobody', handler)
  nodes.push(jobs)
  return jobs
}

const enqueue = (jobs: Jobs, kind: string, input: Record<string, unknown> = {}, of = tenant) =>
  test.database.inTenant(of.tenantId, (trx) => jobs.enqueue(trx, of.tenantId, { kind, input, createdBy: 'user-1' }))

describe('a job', () => {
  it('runs with its input and stores its result', async () => {
    const jobs = node({ add: async ({ input }) => ({ sum: Number(input.a) + Number(input.b) }) })
    jobs.start()
    const jobId = await enqueue(jobs, 'add', { a: 1, b: 2 })
    const job = await jobs.finished(tenant.tenantId, jobId, patienceMs)
    expect(job).toMatchObject({ kind: 'add', status: 'done', result: { sum: 3 }, createdBy: 'user-1', error: null })
  })

  it('is not enqueued when its transaction is rolled back', async () => {
    const ran: unknown[] = []
    const jobs = node({
      'rolled-back': async ({ input }) => {
        ran.push(input.from)
        return {}
      },
    })
    jobs.start()
    let jobId = ''
    const change = test.database.inTenant(tenant.tenantId, async (trx) => {
      const input = { from: 'the change that failed' }
      jobId = await jobs.enqueue(trx, tenant.tenantId, { kind: 'rolled-back', input, createdBy: 'user-1' })
      throw new Error('the change failed')
    })
    await expect(change).rejects.toThrow('the change failed')
    // Jobs of one kind run in their order: once this one is done, the one before it would be.
    const next = await enqueue(jobs, 'rolled-back', { from: 'the next change' })
    expect(await jobs.finished(tenant.tenantId, next, patienceMs)).toMatchObject({ status: 'done' })
    expect(ran).toEqual(['the next change'])
    expect(await jobs.find(tenant.tenantId, jobId)).toBeUndefined()
  })

  it('starts at once, not at the next poll', async () => {
    const jobs = node({ quick: async () => ({}) }, 3_600_000)
    jobs.start()
    // The first may be found by the look at the queue that a start begins with, the others by a notification only.
    for (let times = 0; times < 5; times++) {
      const jobId = await enqueue(jobs, 'quick')
      expect((await jobs.finished(tenant.tenantId, jobId, patienceMs))?.status).toBe('done')
    }
  })

  it('shows its progress', async () => {
    let isSeen = false
    const jobs = node({
      long: async ({ progress }) => {
        await progress(0, 10)
        // Not every word of it is written down, but one of those that follow is.
        while (!isSeen) {
          await progress(4, 10)
          await setImmediate()
        }
        await progress(10, 10)
        return {}
      },
    })
    jobs.start()
    const jobId = await enqueue(jobs, 'long')
    await expect
      .poll(() => jobs.find(tenant.tenantId, jobId))
      .toMatchObject({ status: 'running', doneCount: 4, totalCount: 10 })
    isSeen = true
    expect(await jobs.finished(tenant.tenantId, jobId, patienceMs)).toMatchObject({ status: 'done', doneCount: 10 })
  })

  it('is tried again after an error, and does not show the error', async () => {
    const attempts: number[] = []
    const jobs = node({
      flaky: async ({ attempt }) => {
        attempts.push(attempt)
        if (attempt === 1) throw new Error('secret detail')
        return { attempt }
      },
    })
    jobs.start()
    const jobId = await enqueue(jobs, 'flaky')
    const job = await jobs.finished(tenant.tenantId, jobId, patienceMs)
    expect(job).toMatchObject({ status: 'done', result: { attempt: 2 } })
    expect(attempts).toEqual([1, 2])
  })

  it('fails at once, with its message, where the handler throws JobFailed', async () => {
    const jobs = node({
      hopeless: async () => {
        throw new JobFailed('the file has no rows')
      },
    })
    jobs.start()
    const jobId = await enqueue(jobs, 'hopeless')
    expect(await jobs.finished(tenant.tenantId, jobId, patienceMs)).toMatchObject({
      status: 'failed',
      error: 'the file has no rows',
    })
  })

  it('is run again by another node when the first one died, and a late update of the first has no effect', async () => {
    const late = Promise.withResolvers<void>()
    const dying = node({ orphan: async () => late.promise.then(() => ({ by: 'the dead' })) }, 60_000)
    dying.start()
    const jobId = await enqueue(dying, 'orphan')
    await expect.poll(() => dying.find(tenant.tenantId, jobId)).toMatchObject({ status: 'running' })
    // As after a kill of its process ten seconds ago: the lease has expired.
    await test.database.asSystem((trx) =>
      sql`update job set lease_until = now() - interval '1 s' where job_id = ${jobId}`.execute(trx),
    )
    const [taken, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = node({
      orphan: async ({ attempt }) => {
        taken.resolve()
        await go.promise
        return { by: 'the living', attempt }
      },
    })
    other.start()
    await taken.promise
    late.resolve()
    // It ends once the late answer was written, or refused.
    await dying.close()
    expect(await other.find(tenant.tenantId, jobId)).toMatchObject({ status: 'running', result: null })
    go.resolve()
    const job = await other.finished(tenant.tenantId, jobId, patienceMs)
    expect(job).toMatchObject({ status: 'done', result: { by: 'the living', attempt: 2 } })
  })

  it('goes back to the queue, without counting the attempt, when its server stops', async () => {
    const started = Promise.withResolvers<void>()
    const first = node({
      stopped: async ({ signal }) => {
        started.resolve()
        await once(signal, 'abort')
        throw signal.reason
      },
    })
    first.start()
    const jobId = await enqueue(first, 'stopped')
    await started.promise
    await first.close()
    expect(await first.find(tenant.tenantId, jobId)).toMatchObject({ status: 'queued', finishedAt: null })
    const second = node({ stopped: async ({ attempt }) => ({ attempt }) })
    second.start()
    expect((await second.finished(tenant.tenantId, jobId, patienceMs))?.result).toEqual({ attempt: 1 })
  })
})

describe('jobs of one kind', () => {
  it('run one after the other in a tenant, on any number of nodes, and in parallel in two tenants', async () => {
    const other = await test.createTenant()
    const running: string[] = []
    let most = 0
    const bothRun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const serial: JobHandler = async ({ tenantId }) => {
      running.push(tenantId)
      most = Math.max(most, running.filter((each) => each === tenantId).length)
      if (new Set(running).size === 2) bothRun.resolve()
      await gate.promise
      running.splice(running.indexOf(tenantId), 1)
      return {}
    }
    const [one, two, three] = [1, 2, 3].map(() => node({ serial, behind: async () => ({}) }))
    if (!one || !two || !three) throw new Error('three nodes')
    for (const jobs of [one, two, three]) jobs.start()
    const queued = await Promise.all(
      Array.from({ length: 6 }, (_, index) => (index % 2 ? other : tenant)).map(async (of) => ({
        of,
        jobId: await enqueue(one, 'serial', {}, of),
      })),
    )
    await bothRun.promise
    // Whoever takes a job that stands behind them has passed over those that wait, for lack of nothing but their turn.
    for (let times = 0; times < 5; times++) {
      const behind = await enqueue(one, 'behind')
      expect((await one.finished(tenant.tenantId, behind, patienceMs))?.status).toBe('done')
    }
    expect(running.toSorted()).toEqual([tenant.tenantId, other.tenantId].toSorted())
    gate.resolve()
    const ended = await Promise.all(queued.map(({ of, jobId }) => one.finished(of.tenantId, jobId, patienceMs)))
    expect(ended.map((job) => job?.status)).toEqual(Array(6).fill('done'))
    expect(most).toBe(1)
  })

  it('are hidden from every other tenant', async () => {
    const other = await test.createTenant()
    const jobs = node()
    const jobId = await enqueue(jobs, 'nobody-does-it')
    expect(await jobs.find(other.tenantId, jobId)).toBeUndefined()
    expect((await jobs.list(other.tenantId, { pageNumber: 1, pageSize: 25 })).items).toEqual([])
    const own = await jobs.list(tenant.tenantId, { pageNumber: 1, pageSize: 2 })
    expect(own.items[0]?.jobId).toBe(jobId)
    expect(own.items).toHaveLength(2)
  })
})
