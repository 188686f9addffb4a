import { setTimeout as wait } from 'node:timers/promises'
import type { PlanRequest } from '@pim/contract'
import { contract, maxItemsPerBatch } from '@pim/contract'
import { type AddedTenant, addTenant } from '../testing/tenants.ts'
import type { BenchApp } from './bench-app.ts'
import { measure, print } from './measure.ts'

/** A plan that a job makes is a publisher's. */
const as = 'publisher'

/** Milliseconds for a plan of a step on an item with so many variations. */
const bar = 300
const variationCount = 200
/** Items of three variations each, together ten thousand. */
const itemCount = 3_334

const codes = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The first, half of the others below it, and the rest below one of those: chains of three. */
const languages = Array.from({ length: variationCount }, (_, at) => {
  const tag = `en-${codes[Math.floor(at / 26)]}${codes[at % 26]}`
  return [tag, at === 0 ? null : at % 2 === 1 ? 'en-AA' : 'en-AB'] as const
})
const texts = Array.from({ length: 40 }, (_, at) => `text${at}`)
const fieldsOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))

/** Plans of one step that changes what many variations inherit, and of steps for ten thousand variations. */
export async function benchPlans(app: BenchApp, runs: number): Promise<boolean> {
  const [wide, many] = [await open(app, 'plans-wide', languages), await open(app, 'plans-many', languages.slice(0, 3))]
  const onWide = await benchWide(app, wide, runs)
  const onMany = await benchMany(app, many)
  print('Plans; milliseconds', [['', 'p50', 'p99', 'bar', ''], ...onWide.lines, ...onMany])
  return onWide.isMet
}

async function open(app: BenchApp, name: string, of: typeof languages): Promise<AddedTenant> {
  const externalId = `${name}-${Date.now()}`
  const tenant = await addTenant(app.database, {
    externalId,
    taxonomyEnabled: false,
    deliveryTargets: ['web'],
    languages: of,
  })
  const fields = texts.map((technicalName) => ({
    technicalName,
    friendlyName: { 'en-US': technicalName },
    type: 'text' as const,
    ...(technicalName === 'text0' && { required: 'onPublish' as const }),
  }))
  const type = { technicalName: 'thing', friendlyName: { 'en-US': 'Thing' }, kind: 'user' as const, fields }
  await app.ok(contract.contentModel.seedContentTypes, { tenant: externalId, body: { contentTypes: [type] } })
  return tenant
}

async function benchWide(app: BenchApp, { externalId: tenant }: AddedTenant, runs: number) {
  const { contentItemId } = await app.ok(contract.contentItem.createItem, {
    tenant,
    query: { name: 'Wide', technicalContentTypeName: 'thing' },
  })
  const variations = await app.ok(contract.contentItem.getItemVariations, {
    tenant,
    params: { contentItemId },
    query: {},
  })
  const [first] = variations
  if (first === undefined) throw new Error('the item has no variation')
  const write = (text: string) => {
    const fields = fieldsOf(Object.fromEntries(texts.map((name) => [name, `${name} ${text}`])))
    const body = { contentVariationId: first.contentVariationId, fields }
    return app.ok(contract.contentVariation.updateVariation, { tenant, body })
  }
  const plan = (body: PlanRequest) => app.ok(contract.publishPlan.makePlan, { as, tenant, body })
  const execute = async (body: PlanRequest) => {
    const { fingerprint } = await plan(body)
    if (!('steps' in body)) throw new Error('a plan of steps')
    await app.ok(contract.publishPlan.executePlan, { tenant, body: { ...body, fingerprint } })
  }
  const step = 'publish' as const
  await write('first')
  const all = { steps: variations.map(({ contentVariationId }) => ({ contentVariationId, step })) }
  const one = {
    steps: [{ contentVariationId: first.contentVariationId, step }],
    paging: { pageNumber: 1, pageSize: 200 },
  }
  const goingLive = await measure(Math.min(runs, 20), () => plan(all))
  await execute(all)
  await write('second')
  const inherited = await measure(Math.min(runs, 20), () => plan(one))
  const done = await measure(Math.min(runs, 10), async (run) => {
    await write(`text ${run}`)
    await execute(one)
  })
  const line = (what: string, { p50, p99 }: { p50: number; p99: number }, limit?: number) => [
    what,
    p50.toFixed(0),
    p99.toFixed(0),
    limit === undefined ? '' : String(limit),
    limit === undefined ? '' : p99 <= limit ? 'met' : 'MISSED',
  ]
  return {
    isMet: goingLive.p99 <= bar && inherited.p99 <= bar,
    lines: [
      line(`${variationCount} variations of one item go live`, goingLive, bar),
      line(`a step that ${variationCount - 1} others inherit, of ${texts.length} fields`, inherited, bar),
      line('the same: saved, planned and done', done),
    ],
  }
}

async function benchMany(app: BenchApp, { externalId: tenant, variations }: AddedTenant): Promise<string[][]> {
  const variationIds = Object.values(variations)
  const [variationId = ''] = variationIds
  for (let from = 0; from < itemCount; from += maxItemsPerBatch) {
    const items = Array.from({ length: Math.min(maxItemsPerBatch, itemCount - from) }, (_, at) => ({
      name: `Thing ${from + at}`,
      technicalContentTypeName: 'thing',
      variations: [
        {
          variationId,
          fields: fieldsOf(Object.fromEntries(texts.slice(0, 10).map((name) => [name, `${name} ${at}`]))),
        },
      ],
    }))
    await app.ok(contract.contentItem.batchItems, { tenant, body: { items } })
  }
  const body = { selection: {}, step: 'publish' as const, variationIds }
  let since = performance.now()
  const lap = () => {
    const [now, took] = [performance.now(), performance.now() - since]
    since = now
    return took
  }
  const { planId, jobId: making } = await app.ok(contract.publishPlan.makePlan, { as, tenant, body })
  await ended(app, tenant, making)
  const planned = lap()
  const plan = await app.ok(contract.publishPlan.getPlan, {
    as,
    tenant,
    params: { planId: planId ?? '' },
    query: {},
  })
  const page = lap()
  const asked = { planId: planId ?? '', fingerprint: plan.fingerprint }
  const { jobId } = await app.ok(contract.publishPlan.executePlan, { as, tenant, body: asked })
  await ended(app, tenant, jobId)
  const executed = lap()
  const count = itemCount * variationIds.length
  const rate = (ms: number) => `${Math.round((count / ms) * 1_000)} a second`
  return [
    [`${count} variations: the plan, by a job`, planned.toFixed(0), '', '', rate(planned)],
    ['a page of it', page.toFixed(0), '', '', ''],
    ['done, by a job', executed.toFixed(0), '', '', rate(executed)],
  ]
}

async function ended(app: BenchApp, tenant: string, jobId: string | null): Promise<void> {
  for (;;) {
    const { status, finishedAt } = await app.ok(contract.jobs.getJob, { tenant, params: { jobId: jobId ?? '' } })
    if (status === 'failed') throw new Error(`the job ${jobId} has failed`)
    if (finishedAt !== null) return
    await wait(50)
  }
}
