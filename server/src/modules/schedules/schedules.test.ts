import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { contract, type NewSchedule, type Role, type Schedule, type ScheduleRun } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../testing/budget.ts'
import { articleType, putType } from '../../../testing/content-calls.ts'
import { type HttpsServer, startHttpsServer } from '../../../testing/https-server.ts'
import { lookAtSchedules } from '../../../testing/look-at-schedules.ts'
import { personWith, startOwnServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

/** What the supplier's server has, by path; `etag`: it says so, and answers whether the file has changed. */
const shelf = new Map<string, { text: string; etag?: string; status?: number }>()
const asked: { path: string; since: string | undefined }[] = []
let outside: HttpsServer
let server: TestServer
let ada: TestPerson
beforeAll(async () => {
  outside = await startHttpsServer((request, answer) => {
    const path = request.url ?? ''
    const since = request.headers['if-none-match']
    asked.push({ path, since })
    const { text, etag, status = 200 } = shelf.get(path) ?? { text: '', status: 404 }
    if (etag !== undefined && since === etag) return answer.writeHead(304).end()
    answer.writeHead(status, { 'content-type': 'text/csv', ...(etag !== undefined && { etag }) }).end(text)
  })
  // The stand-in for the internet belongs to this file alone.
  server = await startOwnServer({ outside: outside.outside })
  await putType(server, server.acme, articleType)
  await server.ok(contract.tenants.changeTenant, { body: { importHosts: [outside.host] } })
  ada = await member('editor')
})
afterAll(async () => {
  await server.close()
  await outside.close()
})

const calls = contract.schedules
/** The store of the installation. */
const filesOf = ({ dependencies }: TestServer) => join(dependencies.temporaryFolder, 'objects')
let count = 0
const fresh = (name: string) => `${name}-${++count}`

/** Somebody whom the sign-in of the installation keeps as a member, with this role. */
async function member(role: Role): Promise<TestPerson> {
  const username = fresh('member')
  const { userId } = await server.ok(contract.installation.addMember, {
    as: 'admin',
    params: { externalId: 'acme' },
    body: { username, firstName: 'Ada', lastName: 'Berg', email: `${username}@example.com`, role },
  })
  return { userId, tenants: ['acme'], roles: [`acme:${role}`] }
}

const contentOf = ({ publishes = false, withWeight = false }) => ({
  technicalContentTypeName: 'article',
  keyField: 'sku',
  publishes,
  columns: [
    { column: 'sku', target: { kind: 'field' as const, technicalFieldName: 'sku' } },
    { column: 'title', target: { kind: 'field' as const, technicalFieldName: 'title' } },
    ...(withWeight ? [{ column: 'weight', target: { kind: 'field' as const, technicalFieldName: 'weight' } }] : []),
  ],
})

const profile = (
  as: TestPerson,
  { isShared = true, ...content }: Parameters<typeof contentOf>[0] & { isShared?: boolean } = {},
) =>
  server.ok(contract.savedChoices.createSavedChoice, {
    as,
    body: { kind: 'importProfile', name: fresh('Profile'), isShared, content: contentOf(content) },
  })

type Import = Extract<NewSchedule, { kind: 'import' }>
const hourly = { every: 'hour', minute: 0 } as const
const plan = (savedChoiceId: string, more: Partial<Import> = {}): Import => ({
  kind: 'import',
  name: fresh('Nightly'),
  savedChoiceId,
  times: hourly,
  source: { kind: 'folder', folder: 'empty' },
  afterRehearsal: 'runFaultless',
  ...more,
})
const fromAddress = (path: string): Import['source'] => ({ kind: 'address', address: `https://${outside.host}${path}` })
const make = async (more: Partial<Import> = {}, as = ada, withWeight = false) => {
  const { savedChoiceId } = await profile(as, { withWeight })
  return server.ok(calls.createSchedule, { as, body: plan(savedChoiceId, more) })
}

const read = async ({ scheduleId }: Pick<Schedule, 'scheduleId'>): Promise<Schedule> => {
  const all = await server.ok(calls.getSchedules, { as: ada })
  const found = all.find((each) => each.scheduleId === scheduleId)
  if (found === undefined) throw new Error('the schedule is there')
  return found
}
const runsOf = ({ scheduleId }: Pick<Schedule, 'scheduleId'>) =>
  server.ok(calls.getScheduleRuns, { as: ada, params: { scheduleId } })
/** As if its time had come so many hours ago. */
const due = (schedules: readonly Pick<Schedule, 'scheduleId'>[], hoursAgo = 1) =>
  server.rows.look(
    `update schedule set next_at = now() - interval '${hoursAgo} h', wake_at = now() - interval '${hoursAgo} h'
     where schedule_id in (${schedules.map(({ scheduleId }) => `'${scheduleId}'`).join(', ')})`,
  )
async function ended(schedule: Pick<Schedule, 'scheduleId'>, runs = 1): Promise<ScheduleRun[]> {
  for (;;) {
    const all = await runsOf(schedule)
    if (all.length >= runs && all.every(({ endedAt }) => endedAt !== null)) return all
    await lookAtSchedules(server)
    await wait(30)
  }
}
const dueRun = async (schedule: Schedule, runs = 1) => {
  await due([schedule])
  return (await ended(schedule, runs))[0]
}
/** Whether its next time is after now, by the clock of the database. */
const isAhead = async ({ scheduleId }: Schedule) => {
  const [row] = await server.rows.look<{ is_ahead: boolean }>(
    `select next_at > now() as is_ahead from schedule where schedule_id = '${scheduleId}'`,
  )
  return row?.is_ahead
}
/** Whatever was due before is begun before this one: the earliest is looked at first. */
const looked = async () => {
  await dueRun(await make())
}
const titles = async (...skus: string[]) => {
  const { items } = await server.ok(contract.search.searchAll, {
    as: ada,
    body: { filtering: { fields: [{ technicalFieldName: 'sku', operator: 'in', values: skus }] } },
  })
  return items.map(({ name }) => name).toSorted()
}

describe('a schedule of an address', () => {
  it('fetches, rehearses and executes when it is due, and its run is in the history of imports, with an undo', async () => {
    shelf.set('/goods.csv', { text: 'sku,title,weight\nS-1,Lamp,2\nS-2,Shelf,3\n', etag: '"1"' })
    const schedule = await make({ source: fromAddress('/goods.csv') })
    expect(schedule).toMatchObject({ state: 'active', lastRun: null, ownerId: ada.userId, failuresInARow: 0 })
    const run = await dueRun(schedule)
    expect(run).toMatchObject({
      outcome: 'done',
      askedBy: null,
      fileName: 'goods.csv',
      counts: { created: 2, done: 2 },
    })
    expect(await titles('S-1', 'S-2')).toEqual(['Lamp', 'Shelf'])
    const now = await read(schedule)
    expect(await isAhead(schedule)).toBe(true)
    expect(now.lastRun).toEqual(run)
    const history = await server.ok(contract.bulkChange.getBulkChanges, { as: ada, query: { imports: true } })
    const change = history.items.find(({ bulkChangeId }) => bulkChangeId === run?.bulkChangeId)
    expect(change).toMatchObject({ name: schedule.name, scheduleId: schedule.scheduleId, createdBy: ada.userId })
    expect(change?.allowedActions).toContain('undo')
  })

  it('notes that there is nothing new where the server says so, or the bytes are the same, and makes no bulk change', async () => {
    shelf.set('/same.csv', { text: 'sku,title\nS-3,Chair\n', etag: '"a"' })
    const schedule = await make({ source: fromAddress('/same.csv') })
    expect(await dueRun(schedule)).toMatchObject({ outcome: 'done' })
    expect(await dueRun(schedule, 2)).toMatchObject({ outcome: 'nothingNew', bulkChangeId: null, fileName: null })
    expect(asked.findLast(({ path }) => path === '/same.csv')?.since).toBe('"a"')
    shelf.set('/same.csv', { text: 'sku,title\nS-3,Chair\n' })
    expect(await dueRun(schedule, 3)).toMatchObject({ outcome: 'nothingNew', bulkChangeId: null })
    shelf.set('/same.csv', { text: 'sku,title\nS-3,Armchair\n' })
    expect(await dueRun(schedule, 4)).toMatchObject({ outcome: 'done', counts: { changed: 1 } })
  })

  it.runIf(isWholeRun)('takes the same file again where a person asks for a run', async () => {
    shelf.set('/again.csv', { text: 'sku,title\nS-4,Desk\n', etag: '"b"' })
    const schedule = await make({ source: fromAddress('/again.csv') })
    await dueRun(schedule)
    const params = { scheduleId: schedule.scheduleId }
    await server.ok(calls.runSchedule, { as: ada, params })
    const [run] = await ended(schedule, 2)
    expect(run).toMatchObject({ outcome: 'unchanged', askedBy: ada.userId, counts: { unchanged: 1 } })
  })

  it.runIf(isWholeRun)(
    'tells in the list why it has failed, and stops after five failures in a row, until somebody resumes it',
    async () => {
      const schedule = await make({ source: fromAddress('/missing.csv') })
      for (let times = 1; times <= 5; times++) await dueRun(schedule, times)
      const stopped = await read(schedule)
      expect(stopped).toMatchObject({
        state: 'stopped',
        stopReason: 'FAILED_TOO_OFTEN',
        nextAt: null,
        failuresInARow: 5,
        lastRun: { outcome: 'failed', problem: { code: 'ADDRESS_REFUSED', params: { status: 404 } } },
      })
      shelf.set('/missing.csv', { text: 'sku,title\nS-5,Bed\n' })
      const params = { scheduleId: schedule.scheduleId }
      const resumed = await server.ok(calls.resumeSchedule, { as: ada, params })
      expect(resumed).toMatchObject({ state: 'active', stopReason: null, failuresInARow: 0 })
      expect(await dueRun(schedule, 6)).toMatchObject({ outcome: 'done' })
    },
  )

  it('asks no host that an administrator has taken from the list since', async () => {
    shelf.set('/host.csv', { text: 'sku,title\nS-6,Sofa\n' })
    const schedule = await make({ source: fromAddress('/host.csv') })
    await server.ok(contract.tenants.changeTenant, { body: { importHosts: [] } })
    expect(await dueRun(schedule)).toMatchObject({ outcome: 'failed', problem: { code: 'HOST_NOT_ALLOWED' } })
    expect(asked.some(({ path }) => path === '/host.csv')).toBe(false)
    const { savedChoiceId } = schedule
    const body = plan(savedChoiceId, { source: fromAddress('/host.csv') })
    expect(await server.call(calls.createSchedule, { as: ada, body })).toMatchObject({
      status: 400,
      problem: { fieldErrors: [{ technicalFieldName: 'body.source.address', params: { reason: 'HOST_NOT_ALLOWED' } }] },
    })
    await server.ok(contract.tenants.changeTenant, { body: { importHosts: [outside.host] } })
  })
})

describe('after the rehearsal', () => {
  const mixed = 'sku,title,weight\nM-1,Lamp,2\nM-2,Shelf,heavy\n'

  it('a file with a problem is held back for a person, where only faultless ones are to run', async () => {
    shelf.set('/mixed.csv', { text: mixed })
    const run = await dueRun(await make({ source: fromAddress('/mixed.csv') }, ada, true))
    expect(run).toMatchObject({ outcome: 'heldBack', counts: { created: 1, problem: 1, done: 0 } })
    expect(await titles('M-1')).toEqual([])
    const params = { bulkChangeId: run?.bulkChangeId ?? '' }
    expect(await server.ok(contract.bulkChange.getBulkChange, { as: ada, params })).toMatchObject({ state: 'ready' })
  })

  it.runIf(isWholeRun)(
    'is held back, too, where more items are gone from the file than the profile allows',
    async () => {
      const as = await member('publisher')
      const content = { ...contentOf({ withWeight: true }), ownership: { whenGone: 'delete' as const } }
      const body = { kind: 'importProfile' as const, name: fresh('Supplier'), isShared: true, content }
      const { savedChoiceId } = await server.ok(contract.savedChoices.createSavedChoice, { as, body })
      const source = fromAddress('/supplier.csv')
      const schedule = await server.ok(calls.createSchedule, { as, body: plan(savedChoiceId, { source }) })
      shelf.set('/supplier.csv', { text: 'sku,title,weight\nG-1,Lamp,2\nG-2,Shelf,3\n', etag: '"1"' })
      expect(await dueRun(schedule)).toMatchObject({ outcome: 'done', counts: { done: 2 } })
      shelf.set('/supplier.csv', { text: 'sku,title,weight\nG-1,Lamp 2,2\n', etag: '"2"' })
      expect(await dueRun(schedule, 2)).toMatchObject({
        outcome: 'heldBack',
        counts: { changed: 1, gone: 1, known: 2, leftOut: 1, deleted: 0 },
      })
      expect(await titles('G-1', 'G-2')).toEqual(['Lamp', 'Shelf'])
    },
  )

  it('nothing is executed where a person is to look at each', async () => {
    shelf.set('/wait.csv', { text: 'sku,title\nM-3,Lamp\n' })
    const run = await dueRun(await make({ source: fromAddress('/wait.csv'), afterRehearsal: 'wait' }))
    expect(run).toMatchObject({ outcome: 'waiting', counts: { created: 1, done: 0 } })
    expect(await titles('M-3')).toEqual([])
  })

  it('the rows without a problem are executed where all are to run', async () => {
    shelf.set('/all.csv', { text: mixed })
    const run = await dueRun(await make({ source: fromAddress('/all.csv'), afterRehearsal: 'runAll' }, ada, true))
    expect(run).toMatchObject({ outcome: 'done', counts: { problem: 1, done: 1 } })
    expect(await titles('M-1', 'M-2')).toEqual(['Lamp'])
  })

  it('a file that the profile does not fit is a failure, with the bulk change that says why', async () => {
    shelf.set('/unfit.csv', { text: 'artikel;namn\n1;2\n' })
    const run = await dueRun(await make({ source: fromAddress('/unfit.csv') }))
    expect(run).toMatchObject({ outcome: 'failed', problem: { code: 'FILE_UNFIT' } })
    expect(run?.bulkChangeId).not.toBeNull()
  })
})

describe('the times of schedules', () => {
  it.runIf(isWholeRun)('run once on two servers that look at once', async () => {
    const objects = filesOf(server)
    await server.anotherNode({ objects })
    await server.anotherNode({ objects })
    const many = []
    for (let times = 0; times < 12; times++) many.push(await make())
    await due(many)
    for (const each of many) await ended(each)
    await looked()
    for (const each of many) expect(await runsOf(each)).toHaveLength(1)
  })

  it.runIf(isWholeRun)('that were missed are made up for once', async () => {
    const schedule = await make()
    await due([schedule], 72)
    await ended(schedule)
    await looked()
    expect(await runsOf(schedule)).toHaveLength(1)
    expect(await isAhead(schedule)).toBe(true)
  })

  it('pass while it is paused', async () => {
    const schedule = await make()
    const params = { scheduleId: schedule.scheduleId }
    expect(await server.ok(calls.pauseSchedule, { as: ada, params })).toMatchObject({ state: 'paused', nextAt: null })
    await server.rows.look(`update schedule set wake_at = now() where schedule_id = '${schedule.scheduleId}'`)
    await looked()
    expect(await runsOf(schedule)).toEqual([])
    expect(await server.ok(calls.resumeSchedule, { as: ada, params })).toMatchObject({ state: 'active' })
  })

  it('are in a time zone that there is', async () => {
    const { savedChoiceId } = await profile(ada)
    const times = { every: 'day', at: '06:00', timeZone: 'Europe/Atlantis' } as const
    const { problem } = await server.call(calls.createSchedule, { as: ada, body: plan(savedChoiceId, { times }) })
    expect(problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'body.times.timeZone' }])
  })
})

describe('who answers for a schedule', () => {
  const inTenant = (userId: string) => ({ as: 'admin' as const, params: { externalId: 'acme', userId } })

  it('is who made it; once that person is no member, it stops and says so', async () => {
    const bo = await member('editor')
    const schedule = await make({}, bo)
    await server.ok(contract.installation.removeMember, inTenant(bo.userId))
    expect(await dueRun(schedule)).toMatchObject({ outcome: 'failed', problem: { code: 'OWNER_GONE' } })
    expect(await read(schedule)).toMatchObject({ state: 'stopped', stopReason: 'OWNER_GONE', nextAt: null })
  })

  it('has to have the role still; an editor who resumes it answers for it from then on', async () => {
    const bo = await member('editor')
    const schedule = await make({}, bo)
    await server.ok(contract.installation.setMemberRole, { ...inTenant(bo.userId), body: { role: 'viewer' } })
    await dueRun(schedule)
    expect(await read(schedule)).toMatchObject({ state: 'stopped', stopReason: 'OWNER_ROLE' })
    const params = { scheduleId: schedule.scheduleId }
    await server.refused(calls.resumeSchedule, 'FORBIDDEN', { as: { ...bo, roles: ['acme:viewer'] }, params })
    expect(await server.ok(calls.resumeSchedule, { as: ada, params })).toMatchObject({ ownerId: ada.userId })
    expect(await dueRun(schedule, 2)).toMatchObject({ outcome: 'nothingNew' })
  })

  it('needs the role publisher where the profile publishes, also to change what somebody with that role has made', async () => {
    const boss = await member('publisher')
    const publishing = await profile(boss, { publishes: true })
    const body = plan(publishing.savedChoiceId)
    await server.refused(calls.createSchedule, 'FORBIDDEN', { as: ada, body })
    const { scheduleId } = await server.ok(calls.createSchedule, { as: boss, body })
    const params = { scheduleId }
    await server.refused(calls.changeSchedule, 'FORBIDDEN', { as: ada, params, body })
    const other = plan((await profile(ada)).savedChoiceId)
    expect(await server.ok(calls.changeSchedule, { as: ada, params, body: other })).toMatchObject({
      ownerId: ada.userId,
    })
  })

  it.runIf(isWholeRun)('lends the role publisher to nobody who changes the profile later', async () => {
    const boss = await member('publisher')
    shelf.set('/lent.csv', { text: 'sku,title\nP-1,Lamp\n' })
    const shared = await profile(ada)
    const source = fromAddress('/lent.csv')
    const schedule = await server.ok(calls.createSchedule, { as: boss, body: plan(shared.savedChoiceId, { source }) })
    await server.ok(contract.savedChoices.changeSavedChoice, {
      as: ada,
      params: { savedChoiceId: shared.savedChoiceId },
      body: { kind: 'importProfile', name: shared.name, isShared: true, content: contentOf({ publishes: true }) },
    })
    expect(await dueRun(schedule)).toMatchObject({ outcome: 'failed', problem: { code: 'OWNER_ROLE' } })
    expect(await titles('P-1')).toEqual([])
    const params = { scheduleId: schedule.scheduleId }
    await server.ok(calls.resumeSchedule, { as: boss, params })
    expect(await dueRun(schedule, 2)).toMatchObject({ outcome: 'done' })
  })

  it('has to see the profile still', async () => {
    const schedule = await make()
    const params = { savedChoiceId: schedule.savedChoiceId }
    await server.ok(contract.savedChoices.deleteSavedChoice, { as: ada, params })
    await dueRun(schedule)
    expect(await read(schedule)).toMatchObject({ state: 'stopped', stopReason: 'PROFILE_GONE', profileName: null })
    const elsewhere = await profile(personWith('editor'), { isShared: false })
    const body = plan(elsewhere.savedChoiceId)
    const refused = await server.call(calls.createSchedule, { as: ada, body })
    expect(refused.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'body.savedChoiceId' }])
  })
})

describe('a schedule of a folder', () => {
  /** Beside the uploaded files of the installation; files that have just come are left for the next time. */
  async function put(tenantId: string, folder: string, name: string, text: string, secondsAhead = -120) {
    const path = join(filesOf(server), 'exchange', tenantId, 'incoming', folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    const at = Date.now() / 1_000 + secondsAhead
    await utimes(path, at, at)
  }

  it('takes each file once, the oldest first, and none of another tenant', async () => {
    const schedule = await make({ source: { kind: 'folder', folder: 'prices' } })
    expect(schedule.folderPath).toBe(`exchange/${server.acme.tenantId}/incoming/prices/`)
    await put(server.nordic.tenantId, 'prices', 'theirs.csv', 'sku,title\nF-9,Theirs\n')
    await put(server.acme.tenantId, 'prices', 'b second.csv', 'sku,title\nF-1,Second\n', -200)
    await put(server.acme.tenantId, 'prices', 'ä first.csv', 'sku,title\nF-1,First\nF-2,Two\n', -300)
    await put(server.acme.tenantId, 'prices', 'unfinished.csv', 'sku,ti', -1)
    await due([schedule])
    const [second, first] = await ended(schedule, 2)
    expect([first, second]).toMatchObject([
      { outcome: 'done', fileName: 'ä first.csv', counts: { created: 2 } },
      { outcome: 'done', fileName: 'b second.csv', counts: { changed: 1 } },
    ])
    expect(await titles('F-1', 'F-2', 'F-9')).toEqual(['First', 'Two'])
    await put(server.acme.tenantId, 'prices', 'copy.csv', 'sku,title\nF-1,Second\n', -100)
    expect(await dueRun(schedule, 3)).toMatchObject({ outcome: 'nothingNew' })
    expect(await runsOf(schedule)).toHaveLength(3)
  })

  it.runIf(isWholeRun)('comes to the file that has failed again, before those behind it', async () => {
    const schedule = await make({ source: { kind: 'folder', folder: 'broken' } })
    await put(server.acme.tenantId, 'broken', '1.csv', 'nothing;fits\n1;2\n', -300)
    await put(server.acme.tenantId, 'broken', '2.csv', 'sku,title\nF-3,Lamp\n', -200)
    expect(await dueRun(schedule)).toMatchObject({ outcome: 'failed', fileName: '1.csv' })
    await put(server.acme.tenantId, 'broken', '1.csv', 'sku,title\nF-3,Mended\n', -100)
    await due([schedule])
    const runs = await ended(schedule, 3)
    expect(runs.map(({ fileName, outcome }) => [fileName, outcome])).toEqual([
      ['1.csv', 'done'],
      ['2.csv', 'done'],
      ['1.csv', 'failed'],
    ])
  })

  it('has a name that leads nowhere else', async () => {
    const { savedChoiceId } = await profile(ada)
    for (const folder of ['..', 'a/b', `../../${server.nordic.tenantId}/incoming/x`, 'A', '']) {
      const body = plan(savedChoiceId, { source: { kind: 'folder', folder } })
      expect([folder, (await server.call(calls.createSchedule, { as: ada, body })).status]).toEqual([folder, 400])
    }
  })
})

it('a schedule that is deleted while it runs ends quietly, and what it has imported stays', async () => {
  shelf.set('/gone.csv', { text: 'sku,title\nG-1,Lamp\n' })
  const schedule = await make({ source: fromAddress('/gone.csv') })
  const params = { scheduleId: schedule.scheduleId }
  await server.ok(calls.runSchedule, { as: ada, params })
  await server.refused(calls.runSchedule, 'ALREADY_RUNNING', { as: ada, params })
  await server.ok(calls.deleteSchedule, { as: ada, params })
  await server.refused(calls.getScheduleRuns, 'NOT_FOUND', { as: ada, params })
})
