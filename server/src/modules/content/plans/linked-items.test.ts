import { setTimeout as wait } from 'node:timers/promises'
import type { BulkChange, ContentType, Plan, PlanRequest } from '@pim/contract'
import { contract } from '@pim/contract'
import { maxLinkDepth, maxLinkedItems } from '@pim/contract/publish-plan/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, type Made, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

/** Publishing with what is linked to and not live. */
let server: TestServer
let content: ContentCalls
const pictureType: ContentType = {
  ...imageType,
  fields: imageType.fields.map((each) => (each.technicalName === 'alt' ? { ...each, required: 'onPublish' } : each)),
}
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  for (const type of [articleType, pictureType]) await putType(server, server.acme, type)
})
afterAll(() => server.close())

const { makePlan, executePlan } = contract.publishPlan
type OfSelection = Extract<PlanRequest, { selection: unknown }>
type OfSteps = Extract<PlanRequest, { steps: unknown }>
const publishOf = (ids: readonly string[], more: Partial<OfSteps> = {}): OfSteps => ({
  steps: ids.map((contentVariationId) => ({ contentVariationId, step: 'publish' })),
  paging: { pageNumber: 1, pageSize: 200 },
  ...more,
})
const plan = (body: OfSteps): Promise<Plan> => server.ok(makePlan, { body, as: 'publisher' })
const execute = (body: OfSteps, { fingerprint }: Plan) =>
  server.ok(executePlan, { body: { ...body, fingerprint }, as: 'publisher' })
const isLive = async (id: string) => (await content.get(id)).publishedVersion !== null
const codes = (made: Plan) => made.items.flatMap(({ name, blocking }) => blocking.map(({ code }) => [name, code]))

async function picture(alt: string | null, name = 'Picture') {
  const { contentItemId } = await content.create(name, 'image')
  const { 'en-US': en, 'sv-SE': sv } = await content.variations(contentItemId)
  const id = en?.contentVariationId ?? ''
  if (alt !== null) await content.update(id, { alt })
  return { contentItemId, en: id, sv: sv?.contentVariationId ?? '' }
}

describe('an item that is published', () => {
  it('is offered with what it links to and is not live, and takes it along in one step, media first', async () => {
    const picture1 = await picture('A shoe')
    const deep = await content.make({ title: 'Behind the related one' })
    const related = await content.make({ title: 'Related', related: [deep.contentItemId] }, 'Related')
    const there = await content.make({ title: 'Live already' })
    await content.step('publish', there.en)
    const shoe = await content.make(
      { title: 'Shoe', cover: picture1.contentItemId, related: [related.contentItemId, there.contentItemId] },
      'Shoe',
    )
    const offered = await plan(publishOf([shoe.en]))
    expect(offered.linked).toEqual({ mediaCount: 1, otherCount: 1, leftOutCount: 0 })
    expect(offered.items.map(({ contentVariationId }) => contentVariationId)).toEqual([shoe.en])

    const body = publishOf([shoe.en], { withLinked: {} })
    const made = await plan(body)
    expect(made.linked).toEqual({ mediaCount: 1, otherCount: 2, leftOutCount: 0 })
    expect(made).toMatchObject({ canExecute: true, warnedCount: 0, outcomes: { goesLive: 4 } })
    const rows = [shoe.en, picture1.en, related.en, deep.en]
    expect(made.items.map(({ contentVariationId }) => contentVariationId)).toEqual(rows)
    expect(made.items.map(({ isAdded }) => isAdded)).toEqual([false, true, true, true])
    const { variations } = await execute(body, made)
    expect(variations.map(({ contentVariationId }) => contentVariationId).toSorted()).toEqual(rows.toSorted())
    expect(await Promise.all(rows.map(isLive))).toEqual([true, true, true, true])
    expect((await plan(publishOf([shoe.sv]))).linked).toMatchObject({ mediaCount: 1, otherCount: 2 })
  })

  it('goes live in all languages of a new market with its pictures, and with those that they inherit from', async () => {
    const cover = await picture('A shoe')
    const { sv, de, at } = await content.make({ title: 'Shoe', cover: cover.contentItemId })
    const all = [sv, de, at]
    // The alternative text of Swedish is English, which is not live and not asked for.
    const blocked = await plan(publishOf(all, { withLinked: {} }))
    expect(codes(blocked)).toEqual(all.map(() => ['An article', 'NOT_LIVE']))
    const body = publishOf(all, { withLinked: {}, resolve: 'publishAncestors' })
    const made = await plan(body)
    expect(made).toMatchObject({ canExecute: true, outcomes: { goesLive: 8 } })
    await execute(body, made)
    expect(await Promise.all([...all, cover.en, cover.sv].map(isLive))).toEqual(Array(5).fill(true))
  })

  it('is not published with a picture that lacks what it requires, and is without it', async () => {
    const [whole, lacking] = [await picture('Whole', 'Whole'), await picture(null, 'Lacking')]
    const other = await content.make({ title: 'Other', cover: lacking.contentItemId })
    const shoe = await content.make({ title: 'S', cover: whole.contentItemId, related: [other.contentItemId] })
    const made = await plan(publishOf([shoe.en], { withLinked: {} }))
    expect(made.canExecute).toBe(false)
    expect(codes(made)).toEqual([['Lacking', 'REQUIRED']])
    const without = publishOf([shoe.en], { withLinked: { except: [lacking.contentItemId] } })
    const then = await plan(without)
    expect(then).toMatchObject({ canExecute: true, linked: { mediaCount: 1, otherCount: 1 } })
    expect(then.items.flatMap(({ warnings }) => warnings)).toMatchObject([
      { code: 'TARGET_NOT_LIVE', items: [{ name: 'Lacking' }] },
    ])
    await execute(without, then)
    expect(await Promise.all([shoe.en, whole.en, other.en, lacking.en].map(isLive))).toEqual([true, true, true, false])
  })

  it('leaves what is archived or deleted as it is', async () => {
    const [archived, shoe] = [await content.make({ title: 'Away' }), await content.make({ title: 'Shoe' })]
    await content.update(shoe.en, { related: [archived.contentItemId] })
    await content.step('archive', archived.en)
    const made = await plan(publishOf([shoe.en], { withLinked: {} }))
    expect(made).toMatchObject({ canExecute: true, linked: { mediaCount: 0, otherCount: 0, leftOutCount: 0 } })
    expect(made.items).toHaveLength(1)
  })

  it('is planned anew where what it is linked to has been changed since', async () => {
    const related = await content.make({ title: 'Related' })
    const shoe = await content.make({ title: 'Shoe', related: [related.contentItemId] })
    const body = publishOf([shoe.en], { withLinked: {} })
    const { fingerprint } = await plan(body)
    await content.update(related.en, { summary: 'Nobody has seen' })
    const problem = await server.refused(executePlan, 'PLAN_OUTDATED', { body: { ...body, fingerprint } })
    expect(problem.plan?.fingerprint).not.toBe(fingerprint)
    expect(await Promise.all([shoe.en, related.en].map(isLive))).toEqual([false, false])
  })
})

describe('the bounds', () => {
  it('are five links and two hundred items; what is left as it is, is counted', async () => {
    const chain: Made[] = [await content.make({ title: 'The end' })]
    for (let at = 0; at <= maxLinkDepth; at += 1)
      chain.unshift(await content.make({ title: `${at}`, related: [chain[0]?.contentItemId] }))
    const [first] = chain
    const deep = await plan(publishOf([first?.en ?? ''], { withLinked: {} }))
    expect(deep.linked).toEqual({ mediaCount: 0, otherCount: maxLinkDepth, leftOutCount: 1 })
    expect(deep.items.at(-1)?.warnings).toEqual([])
    expect(deep.warnedCount).toBe(1)

    const en = server.acme.variations['en-US'] ?? ''
    const many = Array.from({ length: maxLinkedItems + 3 }, (_, at) => ({
      technicalContentTypeName: 'article',
      name: `Item ${at}`,
      fields: [],
      variations: [{ variationId: en, fields: [{ technicalFieldName: 'title', value: 'T' }] }],
    }))
    const made: string[] = []
    for (let from = 0; from < many.length; from += 100) {
      const items = many.slice(from, from + 100)
      const { results } = await server.ok(contract.contentItem.batchItems, { body: { items, mode: 'create' } })
      made.push(...results.flatMap(({ contentItemId }) => contentItemId ?? []))
    }
    const linking = await content.make({ title: 'Many', related: made })
    const wide = await plan(publishOf([linking.en], { withLinked: {} }))
    expect(wide).toMatchObject({
      itemCount: maxLinkedItems + 1,
      linked: { otherCount: maxLinkedItems, leftOutCount: 3 },
    })
  })
})

const settled = async (bulkChangeId: string): Promise<BulkChange> => {
  for (;;) {
    const now = await server.ok(contract.bulkChange.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
/** Takes back what a plan has published, as people do: rehearsed, then executed. */
async function undo(undoOf: string): Promise<BulkChange> {
  const { createBulkChange, executeBulkChange } = contract.bulkChange
  const made = await server.ok(createBulkChange, { body: { undoOf }, as: 'publisher' })
  const { bulkChangeId, fingerprint } = await settled(made.bulkChangeId)
  await server.ok(executeBulkChange, { params: { bulkChangeId }, body: { fingerprint }, as: 'publisher' })
  return settled(bulkChangeId)
}

describe('a selection that is published', () => {
  /** Two items with a picture of their own, and one that both show, found by the summary. */
  async function selection(summary: string) {
    const [one, two, both] = [await picture('One'), await picture('Two'), await picture('Both')]
    const related = await content.make({ title: 'Related', cover: both.contentItemId })
    const make = ({ contentItemId: cover }: { readonly contentItemId: string }) =>
      content.make({ title: 'Shoe', summary, cover, related: [related.contentItemId] })
    const shoes = [await make(one), await make(two)]
    const asked: OfSelection = {
      selection: {
        filtering: {
          contentTypeTechnicalNames: ['article'],
          fields: [{ technicalFieldName: 'summary', operator: 'equals', values: [summary] }],
        },
      },
      step: 'publish',
    }
    return { asked, shoes: shoes.map(({ en }) => en), along: [one.en, two.en, both.en, related.en] }
  }
  const made = async ({ planId }: Plan): Promise<Plan> => {
    for (;;) {
      const query = { pageSize: 200 }
      const now = await server.ok(contract.publishPlan.getPlan, { params: { planId: planId ?? '' }, query })
      if (now.state === 'ready' || now.state === 'done') return now
      await wait(20)
    }
  }

  it('takes along what its items link to, once, and takes it back with them', async () => {
    const { asked, shoes, along } = await selection('At once')
    const offered = await server.ok(makePlan, { body: asked })
    expect(offered).toMatchObject({ itemCount: 2, linked: { mediaCount: 2, otherCount: 1 } })
    const body = { ...asked, withLinked: {} }
    const { fingerprint, linked, itemCount } = await server.ok(makePlan, { body })
    expect([itemCount, linked]).toEqual([6, { mediaCount: 3, otherCount: 1, leftOutCount: 0 }])
    const { bulkChangeId } = await server.ok(executePlan, { body: { ...body, fingerprint }, as: 'publisher' })
    expect(await Promise.all([...shoes, ...along].map(isLive))).toEqual(Array(6).fill(true))
    // It has no request that could be rehearsed, so it stays done until it is taken back.
    expect(await settled(bulkChangeId ?? '')).toMatchObject({ state: 'done', byPlan: true, allowedActions: ['undo'] })
    const params = { bulkChangeId: bulkChangeId ?? '' }
    await server.refused(contract.bulkChange.rehearseBulkChange, 'INVALID_TRANSITION', { params, as: 'publisher' })
    expect((await undo(bulkChangeId ?? '')).counts).toMatchObject({ done: 6, failed: 0 })
    expect(await Promise.all([...shoes, ...along].map(isLive))).toEqual(Array(6).fill(false))
  })

  it('does so by jobs, what is linked to first, and leaves live what somebody has published again since', async () => {
    const { asked, shoes, along } = await selection('By jobs')
    const { planId: id, ...offered } = await made(
      await server.ok(makePlan, { body: { ...asked, keep: true }, as: 'publisher' }),
    )
    expect(offered).toMatchObject({ itemCount: 2, linked: { mediaCount: 2, otherCount: 1 } })
    const again: PlanRequest = { planId: id ?? '', skipBlocked: true, withLinked: {} }
    const plan = await made(await server.ok(makePlan, { body: again, as: 'publisher' }))
    expect(plan).toMatchObject({ itemCount: 6, asked: { withLinked: {} }, linked: { mediaCount: 3, otherCount: 1 } })
    const rows = plan.items.map(({ contentVariationId, isAdded }) => [contentVariationId, isAdded])
    expect(rows.slice(4)).toEqual(expect.arrayContaining(shoes.map((each) => [each, false])))
    expect(rows.slice(0, 4).every(([, isAdded]) => isAdded)).toBe(true)
    const { planId, fingerprint } = plan
    await server.ok(executePlan, { body: { planId: planId ?? '', fingerprint }, as: 'publisher' })
    const done = await made({ ...plan, state: 'executing' })
    expect(done).toMatchObject({ state: 'done', done: { done: 6, blocked: 0, outdated: 0 }, bulkChangeId: planId })
    expect(await Promise.all([...shoes, ...along].map(isLive))).toEqual(Array(6).fill(true))
    const [first = ''] = along
    await content.update(first, { alt: 'Another text' })
    await content.step('publish', first)
    await undo(planId ?? '')
    expect(await Promise.all([...shoes, ...along].map(isLive))).toEqual([false, false, true, false, false, false])
  })
})

it('a plan with what is linked is made and done by those who may publish', async () => {
  const { en } = await content.make({ title: 'T' })
  const body = publishOf([en], { withLinked: {} })
  const { fingerprint } = await server.ok(makePlan, { body, as: 'viewer' })
  await server.refused(executePlan, 'FORBIDDEN', { body: { ...body, fingerprint }, as: 'editor' })
})
