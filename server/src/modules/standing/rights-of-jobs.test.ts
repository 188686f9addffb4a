import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, contract, type Job } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../testing/budget.ts'
import { putType } from '../../../testing/content-calls.ts'
import {
  personWith,
  startOwnServer,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'

/** Jobs whose people may not do them any more: they stop, are taken over, and are ended. */
let server: TestServer
let en = ''
const itemCount = 600
/** Rows of a slice, of which two are written at once. */
const slice = 100
beforeAll(async () => {
  server = await startTestServer()
  const field = { friendlyName: { 'en-US': 'It' } }
  await putType(server, server.acme, {
    technicalName: 'thing',
    friendlyName: { 'en-US': 'Thing' },
    kind: 'user',
    fields: [
      { ...field, technicalName: 'title', type: 'text' },
      { ...field, technicalName: 'sku', type: 'text', unique: 'tenant', localizable: false },
    ],
  })
  en = server.acme.variations['en-US'] ?? ''
  const items = Array.from({ length: itemCount }, (_, index) => ({
    name: `Thing ${index}`,
    technicalContentTypeName: 'thing',
    fields: [{ technicalFieldName: 'sku', value: `S-${index}` }],
    variations: [{ variationId: en, fields: [{ technicalFieldName: 'title', value: 'Old' }] }],
  }))
  await server.ok(contract.contentItem.batchItems, { body: { items }, as: 'editor' })
})
afterEach(() => server.identity.onLookUp(async () => {}))
afterAll(() => server.close())

const { bulkChange: calls, jobs, publishPlan } = contract
const selection = { filtering: { contentTypeTechnicalNames: ['thing'] } }
let count = 0
/** Somebody with this role whom nobody else is. */
const fresh = (role: 'editor' | 'publisher' | 'admin'): TestPerson => ({
  ...personWith(role),
  userId: `${role}-${++count}`,
})

/** The provider gives the person this role as soon as so much is done. */
function demote(person: TestPerson, role: string | undefined, isTime: () => Promise<boolean>): void {
  let isDone = false
  server.identity.onLookUp(async (userId) => {
    if (userId !== person.userId || isDone || !(await isTime())) return
    isDone = true
    await server.identity.tokenFor({
      ...person,
      roles: role === undefined ? [] : [role],
      tenants: role ? ['acme'] : [],
    })
  })
}

const readBulk = ({ bulkChangeId }: Pick<BulkChange, 'bulkChangeId'>) =>
  server.ok(calls.getBulkChange, { params: { bulkChangeId } })
async function settled(of: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await readBulk(of)
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
async function stopped(jobId: string): Promise<Job> {
  for (;;) {
    const job = await server.ok(jobs.getJob, { params: { jobId } })
    if (job.finishedAt !== null || job.paused !== undefined) return job
    await wait(20)
  }
}
const rehearsed = async (as: TestPerson, value: string) =>
  settled(
    await server.ok(calls.createBulkChange, {
      as,
      body: { selection, edits: [{ kind: 'set', technicalFieldName: 'title', value }], variationIds: [en] },
    }),
  )
const begun = ({ bulkChangeId, fingerprint }: BulkChange, as: TestPerson) =>
  server.ok(calls.executeBulkChange, { as, params: { bulkChangeId }, body: { fingerprint } })
const doneOf = async (of: BulkChange) => (await readBulk(of)).counts.done

describe('a bulk change whose person may not do it any more', () => {
  it('stops within a slice and says why; somebody who may takes it over, and is the author from then on', async () => {
    const ada = fresh('editor')
    const ready = await rehearsed(ada, 'By bulk')
    demote(ada, 'viewer', async () => (await doneOf(ready)) >= 2 * slice)
    await begun(ready, ada)
    const paused = await settled(ready)
    expect(paused).toMatchObject({
      state: 'paused',
      paused: { reason: 'OWNER_ROLE', userId: ada.userId, needs: 'editor' },
      allowedActions: ['resume', 'cancel', 'rehearse', 'undo'],
    })
    // Two slices may have been under way.
    expect(paused.counts.done).toBeLessThanOrEqual(4 * slice)
    const { jobId } = paused
    expect((await server.ok(jobs.getJobs, { query: {} })).items.find((job) => job.jobId === jobId)).toMatchObject({
      status: 'queued',
      paused: { reason: 'OWNER_ROLE', userId: ada.userId, needs: 'editor' },
    })
    const params = { bulkChangeId: ready.bulkChangeId }
    await server.refused(calls.resumeBulkChange, 'FORBIDDEN', { as: { ...ada, roles: ['viewer'] }, params })
    const bo = fresh('editor')
    await server.ok(calls.resumeBulkChange, { as: bo, params })
    const done = await settled(ready)
    expect(done).toMatchObject({ state: 'done', executedBy: bo.userId, counts: { done: itemCount, failed: 0 } })
    expect(done.paused).toBeUndefined()
    const authors = await server.rows.look<{ by: string; count: number }>(
      `select by, count(*)::int as count from content_version where bulk_change_id = '${ready.bulkChangeId}' group by 1`,
    )
    expect(new Map(authors.map((each) => [each.by, each.count]))).toEqual(
      new Map([
        [ada.userId, paused.counts.done],
        [bo.userId, itemCount - paused.counts.done],
      ]),
    )
    const { items } = await server.ok(contract.audit.getAuditEntries, { query: { entityId: ready.bulkChangeId } })
    expect(items.map(({ action, userId }) => [action, userId])).toEqual([
      ['bulkChange.resume', bo.userId],
      ['bulkChange.pause', ''],
      ['bulkChange.execute', ada.userId],
      ['bulkChange.create', ada.userId],
    ])
  })

  it('is ended from the list of jobs; what it has written stays', async () => {
    const ada = fresh('editor')
    const ready = await rehearsed(ada, 'Ended')
    demote(ada, undefined, async () => (await doneOf(ready)) >= slice)
    await begun(ready, ada)
    const { counts, jobId, paused } = await settled(ready)
    expect(paused).toEqual({ reason: 'OWNER_GONE', userId: ada.userId, needs: 'editor' })
    const params = { jobId: jobId ?? '' }
    expect(await server.ok(jobs.endJob, { as: fresh('editor'), params })).toMatchObject({ status: 'failed' })
    expect(await readBulk(ready)).toMatchObject({ state: 'cancelled', counts: { done: counts.done } })
    await server.refused(jobs.takeOverJob, 'INVALID_TRANSITION', { as: 'admin', params })
  })

  it('stops as a rehearsal, too, and goes on with the rehearsal', async () => {
    const ada = fresh('editor')
    demote(ada, 'viewer', async () => {
      const { items } = await server.ok(jobs.getJobs, { query: {} })
      return items.some(({ kind, status }) => kind === jobKinds.rehearseBulkChange && status === 'running')
    })
    const made = await rehearsed(ada, 'Rehearsed')
    expect(made).toMatchObject({ state: 'paused', paused: { reason: 'OWNER_ROLE' } })
    await server.ok(jobs.takeOverJob, { as: 'publisher', params: { jobId: made.jobId ?? '' } })
    expect(await settled(made)).toMatchObject({ state: 'ready', counts: { rows: itemCount, changed: itemCount } })
  })
})

describe('an import', () => {
  const text = ['sku;title', ...Array.from({ length: itemCount }, (_, index) => `S-${index};Imported`)].join('\n')
  const toField = (technicalFieldName: string) => ({
    column: technicalFieldName,
    target: { kind: 'field' as const, technicalFieldName },
  })
  const imported = async (by: { readonly as: TestPerson } | { readonly apiKey: string }, publishes: boolean) => {
    const { importFileId } = await server.ok(contract.import.createImportFile, {
      ...by,
      body: { fileName: 'goods.csv', byteSize: text.length },
    })
    const part = { params: { importFileId, partNumber: '0' }, file: new Blob([text]), fileName: 'goods.csv' }
    await server.ok(contract.import.putImportFilePart, { ...by, ...part })
    const columns = [toField('sku'), toField('title')]
    const file = { importFileId, technicalContentTypeName: 'thing', keyField: 'sku', columns, publishes }
    return settled(await server.ok(calls.createBulkChange, { ...by, body: { file } }))
  }

  it.runIf(isWholeRun)(
    'that publishes is stopped where its person may only edit, and not taken over by who may not publish',
    async () => {
      const ada = fresh('publisher')
      const ready = await imported({ as: ada }, true)
      demote(ada, 'editor', async () => (await doneOf(ready)) >= slice)
      await begun(ready, ada)
      const paused = await settled(ready)
      expect(paused).toMatchObject({ state: 'paused', paused: { reason: 'OWNER_ROLE', needs: 'publisher' } })
      expect(paused.counts.done).toBeLessThanOrEqual(3 * slice)
      const params = { bulkChangeId: ready.bulkChangeId }
      const ofJob = { jobId: paused.jobId ?? '' }
      await server.refused(calls.resumeBulkChange, 'FORBIDDEN', { as: fresh('editor'), params })
      await server.refused(jobs.takeOverJob, 'FORBIDDEN', { as: fresh('editor'), params: ofJob })
      const bo = fresh('publisher')
      await server.ok(jobs.takeOverJob, { as: bo, params: ofJob })
      expect(await settled(ready)).toMatchObject({ state: 'done', executedBy: bo.userId })
      const { items } = await server.ok(contract.audit.getAuditEntries, { query: { entityId: ofJob.jobId } })
      expect(items[0]).toMatchObject({ action: 'job.takeOver', userId: bo.userId, details: { from: ada.userId } })
    },
  )

  it('of a key stops once the key is revoked', async () => {
    const { key: apiKey, apiKeyId } = await server.ok(contract.apiKeys.createApiKey, {
      body: { name: 'ERP', kind: 'import' },
    })
    const ready = await imported({ apiKey }, false)
    await server.ok(contract.apiKeys.revokeApiKey, { params: { apiKeyId } })
    await server.database.inTenant(server.acme.tenantId, (trx) =>
      server.dependencies.jobs.enqueue(trx, server.acme.tenantId, {
        kind: jobKinds.fetchImportFile,
        createdBy: ready.createdBy,
      }),
    )
    const [job] = (await server.ok(jobs.getJobs, { query: { pageSize: 1 } })).items
    expect(await stopped(job?.jobId ?? '')).toMatchObject({ paused: { reason: 'OWNER_GONE' } })
  })
})

describe('another job', () => {
  it.runIf(isWholeRun)('that executes a plan stops within a slice, and is taken over', async () => {
    const ada = fresh('publisher')
    const plan = await server.ok(publishPlan.makePlan, { as: ada, body: { selection, step: 'publish', keep: true } })
    const [planId, params] = [plan.planId ?? '', { planId: plan.planId ?? '' }]
    await stopped(plan.jobId ?? '')
    const { fingerprint } = await server.ok(publishPlan.getPlan, { as: ada, params, query: {} })
    const read = () => server.ok(publishPlan.getPlan, { as: 'admin', params, query: {} })
    demote(ada, 'editor', async () => ((await read()).done?.done ?? 0) >= slice)
    const { jobId } = await server.ok(publishPlan.executePlan, { as: ada, body: { planId, fingerprint } })
    const ofJob = { jobId: jobId ?? '' }
    expect(await stopped(ofJob.jobId)).toMatchObject({
      paused: { reason: 'OWNER_ROLE', userId: ada.userId, needs: 'publisher' },
    })
    expect((await read()).done?.done).toBe(slice)
    await server.refused(jobs.takeOverJob, 'FORBIDDEN', { as: { ...ada, roles: ['editor'] }, params: ofJob })
    const bo = fresh('publisher')
    await server.ok(jobs.takeOverJob, { as: bo, params: ofJob })
    expect(await stopped(ofJob.jobId)).toMatchObject({ status: 'done', createdBy: bo.userId })
    expect((await read()).state).toBe('done')
  })

  it.runIf(isWholeRun)('that fills in variations stops within a slice, and the call begins another one', async () => {
    const ada = fresh('admin')
    await server.ok(contract.tenants.createVariation, {
      body: { languageCode: 'fr-FR', friendlyName: 'French', fallbackVariationId: en },
    })
    let first = ''
    demote(ada, 'publisher', async () => {
      const [job] = (await server.ok(jobs.getJobs, { query: { pageSize: 1 } })).items
      first = job?.jobId ?? ''
      return (job?.doneCount ?? 0) >= slice
    })
    const begun = await server.ok(contract.tenants.resyncNewVariations, { as: ada })
    const paused = await stopped(begun.jobId)
    expect(paused).toMatchObject({ jobId: first, paused: { reason: 'OWNER_ROLE', needs: 'admin' } })
    expect(paused.doneCount).toBeLessThan(itemCount)
    const again = await server.ok(contract.tenants.resyncNewVariations, { as: 'admin' })
    expect(again.jobId).not.toBe(begun.jobId)
    expect(await stopped(again.jobId)).toMatchObject({ status: 'done' })
    await server.ok(jobs.endJob, { as: 'admin', params: { jobId: begun.jobId } })
  })

  /** They follow from what is done already, whoever has done it. */
  const ofNobody: readonly string[] = [
    jobKinds.followVariations,
    jobKinds.changeContentOfTypes,
    jobKinds.detachConcepts,
    jobKinds.erase,
    // The embedded sign-in registers it.
    jobKinds.demoContent,
  ]

  it('of any kind acts for a person who may, or for nobody, which a kind has to say', async () => {
    const { dependencies, database, acme } = server
    const ofPeople = Object.values(jobKinds).filter((kind) => !ofNobody.includes(kind))
    for (const kind of Object.values(jobKinds))
      expect([kind, dependencies.jobs.actsFor(kind) ?? 'nobody']).toEqual([
        kind,
        ofNobody.includes(kind) ? 'nobody' : expect.objectContaining({ needs: expect.any(String) }),
      ])
    for (const kind of ofPeople) {
      const input = { bulkChangeId: newId(), scheduleId: newId(), runId: newId() }
      const job = { kind, input, createdBy: 'somebody-else' }
      const jobId = await database.inTenant(acme.tenantId, (trx) => dependencies.jobs.enqueue(trx, acme.tenantId, job))
      const { paused, result } = await stopped(jobId)
      // Schedules say so themselves, and a bulk change that is none has nothing to be taken over.
      if (result !== null)
        expect([jobKinds.runSchedule, jobKinds.rehearseBulkChange, jobKinds.executeBulkChange]).toContain(kind)
      else expect([kind, paused?.reason]).toEqual([kind, 'OWNER_GONE'])
    }
  })
})

describe('beside an external provider', () => {
  it('a job goes by what the last call of its person has shown', async () => {
    // Beside an external provider.
    const other = await startOwnServer({ keepsPeople: false })
    try {
      const { tenantId } = other.acme
      const ada = fresh('editor')
      const job = { kind: jobKinds.fetchImportFile, input: { importFileId: newId() }, createdBy: ada.userId }
      const outcome = async () => {
        const jobId = await other.database.inTenant(tenantId, (trx) =>
          other.dependencies.jobs.enqueue(trx, tenantId, job),
        )
        for (;;) {
          const { finishedAt, paused } = await other.ok(jobs.getJob, { params: { jobId } })
          if (finishedAt !== null || paused !== undefined) return paused?.reason
          await wait(20)
        }
      }
      expect(await outcome()).toBe('OWNER_GONE')
      await other.ok(jobs.getJobs, { as: ada, query: {} })
      expect(await outcome()).toBeUndefined()
      await other.ok(jobs.getJobs, { as: { ...ada, roles: ['viewer'] }, query: {} })
      expect(await outcome()).toBe('OWNER_ROLE')
    } finally {
      await other.close()
    }
  })
})
