import { contract, type PlanRequest } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, type Made, putType } from '../../../testing/content-calls.ts'
import { notificationsReceived } from '../../../testing/notifications-received.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { claimRecipe } from '../content-index/index.ts'
import { rebuildIndex } from './bulk/rebuild-index.ts'

/** Values that are unique in each variation, as delivery answers them: own ones, and those that are inherited. */
let server: TestServer
let content: ContentCalls
let apiKey: string
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
  apiKey = (await server.ok(contract.apiKeys.createApiKey, { body: { name: 'shop' } })).key
})
afterAll(() => server.close())

const { publish } = contract.contentVariation
const { makePlan, executePlan } = contract.publishPlan
const variationId = (language: string) => server.acme.variations[language] ?? ''
let count = 0
const fresh = () => `audio-${++count}`

const publishOf = (contentVariationId: string) => server.call(publish, { params: { contentVariationId } })
const refusedPublish = (contentVariationId: string) =>
  server.refused(publish, 'UNIQUENESS_CONFLICT', { params: { contentVariationId } })
const planOf = (...ids: readonly string[]): PlanRequest => ({
  steps: ids.map((contentVariationId) => ({ contentVariationId, step: 'publish' })),
})

const asked = (slug: string, contentVariationId: string, language: string) =>
  server.ok(contract.contentVariation.checkUniqueness, {
    body: {
      contentTypeTechnicalName: 'article',
      technicalFieldName: 'slug',
      value: slug,
      contentVariationId,
      variationId: variationId(language),
    },
  })

/** The items that delivery answers for a slug. */
async function delivered(slug: string, language: string): Promise<string[]> {
  await notificationsReceived(server.dependencies)
  const { items } = await server.ok(contract.delivery.filterVariations, {
    apiKey,
    body: {
      contentTypeTechnicalName: 'article',
      variationId: variationId(language),
      filters: [{ technicalFieldName: 'slug', operator: 'equals', value: slug }],
    },
  })
  return items.map(({ contentItemId }) => contentItemId)
}

/** One item has the slug in English and inherits it in the others, which are published as asked; the other one has it itself. */
async function pair(live: readonly ('en' | 'sv' | 'de')[], place: 'sv' | 'de' = 'sv') {
  const slug = fresh()
  const heir = await content.make({ title: 'T', slug }, 'Inherits')
  for (const each of live) await content.step('publish', heir[each])
  const other = await content.make({ title: 'T' }, 'Has its own')
  await content.update(other.en, { slug: `${slug}-other` })
  await content.step('publish', other.en)
  await content.update(other[place], { slug })
  return { slug, heir, other }
}

describe('a slug that one item inherits', () => {
  it('may be saved for another item, and is not delivered for both: the check call and the plan say whose it is', async () => {
    const { slug, heir, other } = await pair(['en', 'sv'])
    const named = { contentItemId: heir.contentItemId, name: 'Inherits' }
    expect(await asked(slug, other.sv, 'sv-SE')).toEqual({
      isUnique: false,
      scope: 'variation',
      conflicts: [{ ...named, contentVariationId: heir.sv, isInherited: true }],
    })
    // Asked for where it is written: one of those that inherit it would meet the other item.
    expect((await asked(slug, heir.en, 'en-US')).conflicts).toMatchObject([{ contentVariationId: other.sv }])
    expect((await asked(slug, heir.sv, 'sv-SE')).conflicts).toMatchObject([{ contentItemId: other.contentItemId }])
    // With nothing live, the working copies decide.
    const drafts = await pair([])
    const ofDrafts = await asked(drafts.slug, drafts.other.sv, 'sv-SE')
    expect(ofDrafts.conflicts).toMatchObject([{ contentItemId: drafts.heir.contentItemId, isInherited: true }])

    const plan = await server.ok(makePlan, { body: planOf(other.sv) })
    expect(plan.canExecute).toBe(false)
    expect(plan.items[0]?.blocking).toMatchObject([{ code: 'NOT_UNIQUE', technicalFieldName: 'slug', items: [named] }])
    const body = { ...planOf(other.sv), fingerprint: plan.fingerprint }
    await server.refused(executePlan, 'VALIDATION_FAILED', { body })
    const problem = await refusedPublish(other.sv)
    expect(problem).toMatchObject({
      usedBy: [named],
      fieldErrors: [{ technicalFieldName: 'slug', code: 'NOT_UNIQUE' }],
    })
    expect(await delivered(slug, 'sv-SE')).toEqual([heir.contentItemId])

    await content.step('unpublish', heir.sv)
    await content.step('publish', other.sv)
    expect(await delivered(slug, 'sv-SE')).toEqual([other.contentItemId])
    expect(await delivered(slug, 'en-US')).toEqual([heir.contentItemId])
    await refusedPublish(heir.sv)
  })

  it('reaches no variation by a publish of its source where another item has it', async () => {
    const heir = await content.make({ title: 'T', slug: fresh() })
    for (const id of [heir.en, heir.sv]) await content.step('publish', id)
    const owner = await content.make({ title: 'T' })
    await content.step('publish', owner.en)
    const taken = fresh()
    await content.update(owner.sv, { slug: taken })
    await content.step('publish', owner.sv)
    await content.update(heir.en, { slug: taken })
    await refusedPublish(heir.en)
    const plan = await server.ok(makePlan, { body: planOf(heir.en) })
    expect(plan.items.filter(({ blocking }) => blocking.length > 0).map((each) => each.variationId)).toEqual([
      variationId('sv-SE'),
    ])
    expect(await delivered(taken, 'sv-SE')).toEqual([owner.contentItemId])
  })

  it('is delivered for its item until that is published with another one', async () => {
    const slug = fresh()
    const first = await content.make({ title: 'T', slug })
    await content.step('publish', first.en)
    await content.update(first.en, { slug: `${slug}-new` })
    const second = await content.make({ title: 'T', slug })
    expect((await asked(slug, second.en, 'en-US')).conflicts).toMatchObject([{ contentItemId: first.contentItemId }])
    await refusedPublish(second.en)
    await content.step('publish', first.en)
    await content.step('publish', second.en)
    expect(await delivered(slug, 'en-US')).toEqual([second.contentItemId])
  })

  it('has to be free where its item is restored, also by a plan', async () => {
    const { slug, heir, other } = await pair(['en', 'sv'])
    const params = { contentItemId: heir.contentItemId }
    await server.ok(contract.contentItem.deleteItem, { params, query: {} })
    await content.step('publish', other.sv)
    await server.refused(contract.contentItem.restoreItem, 'UNIQUENESS_CONFLICT', { params })
    const body: PlanRequest = { steps: [{ contentVariationId: heir.en, step: 'restore' }] }
    const plan = await server.ok(makePlan, { body, as: 'editor' })
    expect(plan.items.flatMap(({ blocking }) => blocking)).toMatchObject([{ code: 'NOT_UNIQUE' }])
    expect(await delivered(slug, 'sv-SE')).toEqual([other.contentItemId])
  })
})

describe('a plan for both items', () => {
  it('blocks the second, or leaves it as it is where it may', async () => {
    const { slug, heir, other } = await pair(['en'])
    const both = planOf(heir.sv, other.sv)
    const blocked = await server.ok(makePlan, { body: both })
    expect(blocked).toMatchObject({ canExecute: false, blockedCount: 1 })
    const body = { ...both, skipBlocked: true }
    const { canExecute, fingerprint } = await server.ok(makePlan, { body })
    expect(canExecute).toBe(true)
    await server.ok(executePlan, { body: { ...body, fingerprint } })
    expect(await delivered(slug, 'sv-SE')).toEqual([heir.contentItemId])
  })

  it('passes a value on in one step', async () => {
    const { slug, heir, other } = await pair(['en', 'sv'])
    const body: PlanRequest = {
      steps: [
        { contentVariationId: heir.sv, step: 'unpublish' },
        { contentVariationId: other.sv, step: 'publish' },
      ],
    }
    const { canExecute, fingerprint } = await server.ok(makePlan, { body })
    expect(canExecute).toBe(true)
    await server.ok(executePlan, { body: { ...body, fingerprint } })
    expect(await delivered(slug, 'sv-SE')).toEqual([other.contentItemId])
  })
})

describe('thirty-two publishers at once', () => {
  it('by calls and plans, two for each slug and language: delivery answers each of them for one item', async () => {
    const groups: { slug: string; heir: Made; sv: Made; de: Made }[] = []
    while (groups.length < 8) {
      const { slug, heir, other: sv } = await pair(['en'])
      const de = await content.make({ title: 'T' })
      await content.step('publish', de.en)
      await content.update(de.de, { slug })
      groups.push({ slug, heir, sv, de })
    }
    const byPlan = async (contentVariationId: string) => {
      const { fingerprint } = await server.ok(makePlan, { body: planOf(contentVariationId) })
      return server.call(executePlan, { body: { ...planOf(contentVariationId), fingerprint } })
    }
    const untilServed = async (work: () => ReturnType<typeof publishOf> | ReturnType<typeof byPlan>) => {
      for (;;) {
        const { status, problem } = await work()
        // Nothing was done where there was no room.
        if (problem?.code !== 'UNAVAILABLE') return problem?.code ?? status
      }
    }
    const answers = await Promise.all(
      groups.flatMap(({ heir, sv, de }, at) => {
        const way = at % 2 === 0 ? publishOf : byPlan
        return [
          untilServed(() => publishOf(heir.sv)),
          untilServed(() => way(sv.sv)),
          untilServed(() => way(heir.de)),
          untilServed(() => publishOf(de.de)),
        ]
      }),
    )
    expect(answers).toHaveLength(32)
    for (const code of answers)
      expect([200, 'UNIQUENESS_CONFLICT', 'PLAN_OUTDATED', 'VALIDATION_FAILED']).toContain(code)
    expect(answers.filter((code) => code === 200)).toHaveLength(16)
    for (const { slug } of groups)
      for (const language of ['sv-SE', 'de-DE']) expect(await delivered(slug, language)).toHaveLength(1)
  })
})

describe('another fallback', () => {
  it('is refused where an item would inherit what another one is delivered with, and changes nothing', async () => {
    const { slug, other } = await pair([])
    await content.step('publish', other.sv)
    const heir = await content.make({ title: 'T', slug: fresh() }, 'Would inherit')
    await content.update(heir.de, { slug })
    for (const id of [heir.en, heir.de, heir.sv]) await content.step('publish', id)
    const { changeVariation } = contract.tenants
    const params = { variationId: variationId('sv-SE') }
    const change = { body: { fallbackVariationId: variationId('de-DE') }, params }
    const problem = await server.refused(changeVariation, 'UNIQUENESS_CONFLICT', change)
    expect(problem.usedBy?.map(({ name }) => name).toSorted()).toEqual(['Has its own', 'Would inherit'])
    expect(await delivered(slug, 'sv-SE')).toEqual([other.contentItemId])
    await content.step('unpublish', heir.sv)
    await server.ok(changeVariation, change)
    await refusedPublish(heir.sv)
    await server.ok(changeVariation, { params, body: { fallbackVariationId: variationId('en-US') } })
    await content.step('publish', heir.sv)
  })
})

describe('a server of an earlier release', () => {
  it('has claimed nothing for what is live: the next start does', async () => {
    const { slug, other } = await pair(['en', 'sv'])
    await server.rows.look(`delete from unique_claim where scope_key like 'live:%'`)
    await server.rows.look(`update index_recipe set version = ${claimRecipe - 1}`)
    await rebuildIndex(server.database, { info: () => undefined })
    await refusedPublish(other.sv)
    expect(await delivered(slug, 'sv-SE')).toHaveLength(1)
  })
})
