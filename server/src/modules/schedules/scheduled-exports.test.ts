import { contract, type NewSchedule, type Schedule } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { exchangeFolder } from '../../platform/object-storage/index.ts'

let server: TestServer
let content: ContentCalls
let ada: TestPerson
beforeAll(async () => {
  server = await startTestServer()
  await putType(server, server.acme, articleType)
  content = new ContentCalls(server, server.acme)
  const { userId } = await server.ok(contract.installation.addMember, {
    as: 'admin',
    params: { externalId: 'acme' },
    body: { username: 'ada', firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', role: 'editor' },
  })
  ada = { userId, tenants: ['acme'], roles: ['acme:editor'] }
})
afterAll(() => server.close())

const calls = contract.schedules
type Export = Extract<NewSchedule, { kind: 'export' }>

let made = 0
async function make(destination: Export['destination'], technicalContentTypeName = 'article'): Promise<Schedule> {
  const body = {
    kind: 'exportProfile' as const,
    name: `Export ${destination.kind} ${technicalContentTypeName} ${++made}`,
    content: { technicalContentTypeName, technicalFieldNames: ['title', 'sku'] },
  }
  const { savedChoiceId } = await server.ok(contract.savedChoices.createSavedChoice, { as: ada, body })
  const times = { every: 'week', weekdays: [1], at: '06:00', timeZone: 'Europe/Stockholm' } as const
  return server.ok(calls.createSchedule, {
    as: ada,
    body: { kind: 'export', name: body.name, savedChoiceId, times: { ...times, weekdays: [1] }, destination },
  })
}

const runsOf = ({ scheduleId }: Schedule) => server.ok(calls.getScheduleRuns, { as: ada, params: { scheduleId } })
async function dueRun(schedule: Schedule, count: number) {
  await server.rows.look(
    `update schedule set next_at = now() - interval '1 h', wake_at = now() where schedule_id = '${schedule.scheduleId}'`,
  )
  await expect.poll(async () => (await runsOf(schedule)).filter(({ endedAt }) => endedAt !== null).length).toBe(count)
  return runsOf(schedule)
}
const fileOf = ({ scheduleId }: Schedule, runId = '', as = ada, tenant = 'acme') =>
  server.call(calls.getScheduleFile, { as, tenant, params: { scheduleId, runId } })

describe('a scheduled export', () => {
  it('keeps its last files to be downloaded, and no other tenant reads them', async () => {
    await content.make({ title: 'Lamp', sku: 'E-1' })
    const schedule = await make({ kind: 'downloads', keep: 2 })
    const [first] = await dueRun(schedule, 1)
    expect(first).toMatchObject({ outcome: 'written', hasFile: true, bulkChangeId: null })
    expect(first?.fileName).toMatch(/^article-\d{8}T\d{6}Z\.csv$/)
    const { bytes, headers } = await fileOf(schedule, first?.runId)
    expect(bytes.toString()).toContain('Lamp')
    expect(first?.byteSize).toBe(bytes.length)
    expect(headers['content-disposition']).toBe(`attachment; filename="${first?.fileName}"`)
    expect((await fileOf(schedule, first?.runId, personWith('editor', 'nordic'), 'nordic')).status).toBe(404)
    expect((await fileOf(schedule, first?.runId, personWith('viewer'))).status).toBe(403)
    await dueRun(schedule, 2)
    const runs = await dueRun(schedule, 3)
    expect(runs.map(({ hasFile }) => hasFile)).toEqual([true, true, false])
    expect((await fileOf(schedule, first?.runId)).status).toBe(404)
    expect(await keysBelow('kept')).toHaveLength(2)
    await server.ok(calls.deleteSchedule, { as: ada, params: { scheduleId: schedule.scheduleId } })
    expect(await keysBelow('kept')).toEqual([])
  })

  it('is whole where the store is slow to open its file', async () => {
    const { objects } = server.dependencies
    const put = rstest.spyOn(objects, 'put')
    put.mockImplementationOnce(async (key, bytes, details) => {
      // More round trips to the database than the export takes, so that nothing of it would be left.
      for (let trip = 0; trip < 20; trip += 1) await server.rows.look('select 1')
      await objects.put(key, bytes, details)
    })
    const schedule = await make({ kind: 'downloads', keep: 1 })
    const [run] = await dueRun(schedule, 1)
    expect((await fileOf(schedule, run?.runId)).bytes.toString()).toContain('Lamp')
    expect(put).toHaveBeenCalledTimes(2)
    put.mockRestore()
    await server.ok(calls.deleteSchedule, { as: ada, params: { scheduleId: schedule.scheduleId } })
  })

  it('is written into a folder of the tenant, each under a name of its own', async () => {
    const schedule = await make({ kind: 'folder', folder: 'shop', keep: 30 })
    const prefix = `${exchangeFolder(server.acme.tenantId)}outgoing/shop/`
    expect(schedule).toMatchObject({ kind: 'export', folderPath: prefix })
    await dueRun(schedule, 1)
    await dueRun(schedule, 2)
    const keys = await keysBelow('outgoing')
    expect(keys).toHaveLength(2)
    for (const key of keys) expect(key).toMatch(new RegExp(`^${prefix}article-\\d{8}T\\d{6}Z-[0-9a-f]{6}\\.csv$`))
  })

  it('of a content type that is gone says so, and leaves no file', async () => {
    await putType(server, server.acme, { ...articleType, technicalName: 'leaflet' })
    const schedule = await make({ kind: 'downloads', keep: 2 }, 'leaflet')
    await server.ok(contract.contentModel.deleteType, { query: { technicalName: 'leaflet' } })
    const [run] = await dueRun(schedule, 1)
    expect(run).toMatchObject({ outcome: 'failed', problem: { code: 'PROFILE_UNFIT' }, hasFile: false })
  })
})

async function keysBelow(folder: 'kept' | 'outgoing'): Promise<string[]> {
  const keys: string[] = []
  const prefix = `${exchangeFolder(server.acme.tenantId)}${folder}/`
  for await (const { key } of server.dependencies.objects.list(prefix)) keys.push(key)
  return keys
}
