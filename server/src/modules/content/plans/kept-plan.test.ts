import { setTimeout as wait } from 'node:timers/promises'
import type { Job, Plan, PlanRequest } from '@pim/contract'
import { contract, maxItemsPerBatch } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { ContentCalls, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'

/** Plans for what a search finds: at once, and, of more items than a call looks at, by jobs. */
let server: TestServer
let content: ContentCalls
let en: string
let at: string
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, {
    technicalName: 'thing',
    friendlyName: { 'en-US': 'Thing' },
    kind: 'user',
    fields: [
      { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text', required: 'onPublish' },
      { technicalName: 'stock', friendlyName: { 'en-US': 'Stock' }, type: 'integer', localizable: false },
    ],
  })
  en = server.acme.variations['en-US'] ?? ''
  at = server.acme.variations['de-AT'] ?? ''
})
afterAll(() => server.close())

const { makePlan, getPlan, getPlans, executePlan } = contract.publishPlan
const publisher = personWith('publisher')
const ofStock = (min: number, max: number): Pick<Extract<PlanRequest, { selection: unknown }>, 'selection'> => ({
  selection: {
    filtering: {
      contentTypeTechnicalNames: ['thing'],
      fields: [{ technicalFieldName: 'stock', operator: 'between', values: [min, max] }],
    },
  },
})

/** Items with a stock from `from` on; those without a title cannot be published. */
async function fill(from: number, count: number, title: (stock: number) => string | null): Promise<void> {
  for (let first = from; first < from + count; first += maxItemsPerBatch) {
    const size = Math.min(maxItemsPerBatch, from + count - first)
    const items = Array.from({ length: size }, (_, index) => ({
      name: `Thing ${first + index}`,
      technicalContentTypeName: 'thing',
      fields: [{ technicalFieldName: 'stock', value: first + index }],
      variations: [
        {
          variationId: en,
          fields: [{ technicalFieldName: 'title', value: title(first + index) }],
          resetFields: [],
        },
      ],
    }))
    await server.ok(contract.contentItem.batchItems, { body: { items }, as: publisher })
  }
}

const liveCount = async (where: string): Promise<number> => {
  const [row] = await server.rows.look<{ n: number }>(
    `select count(*)::int n from content_variation v where v.is_live and v.variation_id = '${where}'`,
  )
  return row?.n ?? 0
}

async function ended(jobId: string | null): Promise<Job> {
  for (;;) {
    const job = await server.ok(contract.jobs.getJob, { params: { jobId: jobId ?? '' } })
    if (job.finishedAt !== null) return job
    await wait(50)
  }
}

async function made(plan: Plan, pageSize = 10): Promise<Plan> {
  for (;;) {
    const now = await server.ok(getPlan, { params: { planId: plan.planId ?? '' }, query: { pageSize } })
    if (now.state !== 'planning') return now
    await ended(plan.jobId)
  }
}

describe('a plan for what a search finds', () => {
  it('is made at once, goes to the variations that are named, and is outdated when more is found', async () => {
    await fill(1, 4, (stock) => `T${stock}`)
    const asked: PlanRequest = { ...ofStock(1, 9), step: 'publish', variationIds: [en, at] }
    const plan = await server.ok(makePlan, { body: asked })
    expect(plan).toMatchObject({ planId: null, state: 'ready', canExecute: true, stepCount: 8, itemCount: 4 })
    await fill(5, 1, (stock) => `T${stock}`)
    const outdated = await server.refused(executePlan, 'PLAN_OUTDATED', {
      body: { ...asked, fingerprint: plan.fingerprint },
    })
    expect(outdated.plan).toMatchObject({ stepCount: 10 })
    const { fingerprint } = outdated.plan ?? plan
    const { variations } = await server.ok(executePlan, { body: { ...asked, fingerprint }, as: publisher })
    expect(variations).toHaveLength(10)
    expect([await liveCount(en), await liveCount(at)]).toEqual([5, 5])
  })

  it('leaves out what is blocked where that is asked for', async () => {
    await fill(10, 3, (stock) => (stock === 11 ? null : `T${stock}`))
    const asked: PlanRequest = { ...ofStock(10, 19), step: 'publish' }
    const plan = await server.ok(makePlan, { body: asked })
    expect(plan).toMatchObject({
      canExecute: false,
      blockedCount: 1,
      items: [{ blocking: [{ code: 'REQUIRED' }] }, {}, {}],
    })
    const others: PlanRequest = { ...asked, skipBlocked: true }
    const { canExecute, fingerprint } = await server.ok(makePlan, { body: others })
    expect(canExecute).toBe(true)
    const { variations } = await server.ok(executePlan, { body: { ...others, fingerprint } })
    expect(variations).toHaveLength(2)
  })

  it('names what it cannot read', async () => {
    const body: PlanRequest = {
      ...ofStock(1, 2),
      step: 'publish',
      variationIds: ['01900000-0000-7000-8000-000000000000'],
    }
    const { fieldErrors } = await server.refused(makePlan, 'INVALID_REQUEST', { body })
    expect(fieldErrors?.[0]?.technicalFieldName).toBe('body.variationIds[0]')
  })
})

describe('a plan for more items than a call looks at', () => {
  it.runIf(isWholeRun)(
    'is made and done by jobs, batch for batch, and leaves alone what somebody has changed since',
    async () => {
      await fill(100, 1_050, (stock) => (stock % 100 === 0 ? null : `T${stock}`))
      const asked: PlanRequest = { ...ofStock(100, 2_000), step: 'publish', skipBlocked: true }
      await server.refused(makePlan, 'FORBIDDEN', { body: asked, as: 'editor' })
      const begun = await server.ok(makePlan, { body: asked, as: publisher })
      expect(begun).toMatchObject({ state: 'planning', itemCount: 0, items: [] })
      const plan = await made(begun)
      expect(plan).toMatchObject({ state: 'ready', canExecute: true, itemCount: 1_050, blockedCount: 11 })
      expect(plan.outcomes).toMatchObject({ goesLive: 1_050 })
      // What is blocked comes first, with its reason; the pages have each item once.
      expect(plan.items.map(({ blocking }) => blocking[0]?.code)).toEqual(Array.from({ length: 10 }, () => 'REQUIRED'))
      const names = new Set<string>()
      for (const pageNumber of [1, 2, 6]) {
        const query = { pageNumber, pageSize: 200 }
        const page = await server.ok(getPlan, { params: { planId: plan.planId ?? '' }, query })
        for (const { name } of page.items) names.add(name)
      }
      expect(names.size).toBe(450)
      // Another one writes into an item between plan and execution.
      const [changed] = plan.items.slice(-1)
      const found = await server.ok(contract.search.searchUserContent, {
        body: { variationId: en, ...ofStock(777, 777).selection },
      })
      const edited = found.items[0]?.contentVariationId ?? ''
      await content.update(edited, { title: 'Somebody has changed this' })
      const before = await liveCount(en)
      const body = { planId: plan.planId ?? '', fingerprint: plan.fingerprint }
      await server.refused(executePlan, 'PLAN_OUTDATED', { body: { ...body, fingerprint: 'another' } })
      const { jobId } = await server.ok(executePlan, { body, as: publisher })
      // A repeat of the call is the same execution.
      expect(await server.ok(executePlan, { body, as: publisher })).toEqual({ jobId, variations: [] })
      expect(await ended(jobId)).toMatchObject({
        status: 'done',
        doneCount: 1_050,
        result: { done: 1_038, blocked: 11, outdated: 1 },
      })
      expect(await liveCount(en)).toBe(before + 1_038)
      expect(await content.get(edited)).toMatchObject({ status: 'draft', publishedVersion: null })
      expect(valuesOf(await content.get(edited)).title).toBe('Somebody has changed this')
      expect(await content.get(changed?.contentVariationId ?? '')).toMatchObject({ status: 'draft' })
      // What was left out comes first, each with what became of it.
      const ends = await made(begun, 13)
      expect(ends).toMatchObject({ state: 'done', done: { done: 1_038, blocked: 11, outdated: 1 } })
      const results = ends.items.map(({ result }) => result)
      expect(results).toEqual([...Array.from({ length: 11 }, () => 'blocked'), 'outdated', 'done'])
    },
    120_000,
  )

  it('is kept for few items too where that is asked for, and planned again with another choice', async () => {
    await fill(30, 3, (stock) => (stock === 31 ? null : `T${stock}`))
    const asked: PlanRequest = { ...ofStock(30, 39), step: 'publish', variationIds: [en], keep: true }
    await server.refused(makePlan, 'FORBIDDEN', { body: asked, as: 'editor' })
    const plan = await made(await server.ok(makePlan, { body: asked, as: publisher }))
    expect(plan).toMatchObject({ asked: { step: 'publish', variationIds: [en] }, canExecute: false, blockedCount: 1 })
    expect(plan.items.map(({ result }) => result)).toEqual([undefined, undefined, undefined])
    const again: PlanRequest = { planId: plan.planId ?? '', skipBlocked: true }
    await server.refused(makePlan, 'FORBIDDEN', { body: again, as: 'editor' })
    const other = await made(await server.ok(makePlan, { body: again, as: publisher }))
    expect(other).toMatchObject({ asked: { step: 'publish', skipBlocked: true }, canExecute: true, itemCount: 3 })
    expect(other.planId).not.toBe(plan.planId)
    const missing = { planId: '01900000-0000-7000-8000-000000000000' }
    await server.refused(makePlan, 'NOT_FOUND', { body: missing, as: publisher })
  })

  it('has a name where one is given, and is found again by those who publish', async () => {
    const name = 'Autumn, first part'
    const asked: PlanRequest = { ...ofStock(30, 39), step: 'publish', variationIds: [en], skipBlocked: true, name }
    const plan = await made(await server.ok(makePlan, { body: asked, as: publisher }))
    expect(plan).toMatchObject({ asked: { name, step: 'publish' }, itemCount: 3 })
    const again = await made(await server.ok(makePlan, { body: { planId: plan.planId ?? '' }, as: publisher }))
    const { items, paging } = await server.ok(getPlans, { query: { pageSize: 2 }, as: publisher })
    expect(items).toMatchObject([
      { planId: again.planId, asked: { name }, state: 'ready', itemCount: 3, createdBy: publisher.userId },
      { planId: plan.planId, asked: { name, skipBlocked: true }, blockedCount: 1 },
    ])
    expect(paging).toMatchObject({ pageNumber: 1, pageSize: 2, totalPages: Math.ceil(paging.totalCount / 2) })
    await server.refused(getPlans, 'FORBIDDEN', { query: {}, as: 'editor' })
    const elsewhere = await server.ok(getPlans, { query: {}, tenant: server.nordic.externalId })
    expect(elsewhere.items).toEqual([])
  })

  it('is of its tenant alone', async () => {
    const [row] = await server.rows.look<{ plan_id: string }>(
      `select plan_id from publish_plan where tenant_id = '${server.acme.tenantId}'`,
    )
    await server.refused(getPlan, 'NOT_FOUND', {
      params: { planId: row?.plan_id ?? '' },
      query: {},
      tenant: server.nordic.externalId,
    })
  })
})
