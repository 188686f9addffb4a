import type { ExecutePlan, Plan, PlanRequest, PlanStep } from '@pim/contract'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let content: ContentCalls
let ids: Readonly<Record<'en' | 'sv' | 'de' | 'at', string>>
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  for (const type of [articleType, imageType]) await putType(server, server.acme, type)
  const { variations } = server.acme
  const of = (language: string) => variations[language] ?? ''
  ids = { en: of('en-US'), sv: of('sv-SE'), de: of('de-DE'), at: of('de-AT') }
})
afterAll(() => server.close())

const { makePlan, executePlan } = contract.publishPlan
const { deleteItem } = contract.contentItem

type Options = Omit<PlanRequest, 'steps' | 'selection' | 'step' | 'variationIds'>
const stepsOf = (steps: readonly (readonly [PlanStep, string])[], options: Options = {}) => ({
  steps: steps.map(([step, contentVariationId]) => ({ step, contentVariationId })),
  ...options,
})
const plan = (body: PlanRequest, as: 'viewer' | 'editor' = 'viewer'): Promise<Plan> => server.ok(makePlan, { body, as })
const execute = (body: PlanRequest, { fingerprint }: Plan) =>
  server.ok(executePlan, { body: { ...body, fingerprint } as ExecutePlan, as: personWith('publisher') })
const issues = (made: Plan) =>
  made.items.flatMap(({ variationId, blocking, warnings }) =>
    [...blocking, ...warnings].map(({ code, technicalFieldName }) => [nameOf(variationId), code, technicalFieldName]),
  )
const nameOf = (variationId: string) => Object.entries(ids).find(([, id]) => id === variationId)?.[0]
const outcomes = (made: Plan) =>
  Object.fromEntries(made.items.map((each) => [nameOf(each.variationId), [each.step, each.outcome]]))

describe('a plan', () => {
  it('says what goes live, field by field, and what follows from it by inheritance', async () => {
    const { en, at } = await content.make({ title: 'Shoe', summary: 'short' })
    const both = stepsOf([
      ['publish', at],
      ['publish', en],
    ])
    const made = await plan(both)
    expect(made).toMatchObject({ canExecute: true, stepCount: 2, itemCount: 1, outcomes: { goesLive: 2 } })
    await execute(both, made)
    await content.update(en, { title: 'Boot', summary: null })
    const one = stepsOf([['publish', en]])
    const again = await plan(one)
    expect(outcomes(again)).toEqual({ en: ['publish', 'changes'], at: [null, 'changes'] })
    expect(again.items.find(({ variationId }) => variationId === ids.at)?.fields).toEqual([
      {
        technicalFieldName: 'title',
        before: { value: 'Shoe', isInherited: true, sourceVariationId: ids.en },
        after: { value: 'Boot', isInherited: true, sourceVariationId: ids.en },
      },
      {
        technicalFieldName: 'summary',
        before: { value: 'short', isInherited: true, sourceVariationId: ids.en },
        after: { value: null, isInherited: true, sourceVariationId: ids.en },
      },
    ])
    expect(issues(again)).toEqual([['at', 'LOSES_VALUE', 'summary']])
    const result = await execute(one, again)
    expect(result.variations).toMatchObject([{ contentVariationId: en, status: 'published' }])
    expect(valuesOf(await content.live(at))).toMatchObject({ title: 'Boot', summary: null })
  })

  it('is refused where a required value is inherited from what is not live, and publishes that too if asked to', async () => {
    const { en, at } = await content.make({ title: 'Shoe' })
    const steps = stepsOf([['publish', at]])
    const made = await plan(steps)
    expect(made.canExecute).toBe(false)
    expect(issues(made)).toEqual([['at', 'NOT_LIVE', 'title']])
    const refused = await server.refused(executePlan, 'VALIDATION_FAILED', {
      body: { ...steps, fingerprint: made.fingerprint },
    })
    expect(refused.fieldErrors).toMatchObject([{ technicalFieldName: 'title', variationId: ids.at, code: 'NOT_LIVE' }])
    const both = { ...steps, resolve: 'publishAncestors' as const }
    const more = await plan(both)
    expect(outcomes(more)).toEqual({ at: ['publish', 'goesLive'], en: ['publish', 'goesLive'] })
    expect(more.items.filter(({ isAdded }) => isAdded).map(({ contentVariationId }) => contentVariationId)).toEqual([
      en,
    ])
    await execute(both, more)
    expect(valuesOf(await content.live(at)).title).toBe('Shoe')
  })

  it('keeps required values of what inherits, or takes it away too, when an ancestor goes', async () => {
    const live = async () => {
      const made = await content.make({ title: 'Shoe', summary: 'short' })
      for (const id of [made.en, made.at, made.sv]) await content.step('publish', id)
      return made
    }
    const first = await live()
    const steps = stepsOf([['unpublish', first.en]])
    const blocked = await plan(steps)
    expect(issues(blocked)).toEqual([
      ['sv', 'STILL_NEEDED', 'title'],
      ['sv', 'LOSES_VALUE', 'summary'],
      ['sv', 'LOSES_VALUE', 'tone'],
      ['at', 'STILL_NEEDED', 'title'],
      ['at', 'LOSES_VALUE', 'summary'],
      ['at', 'LOSES_VALUE', 'tone'],
    ])
    const keeping = { ...steps, resolve: 'keepValues' as const }
    const kept = await plan(keeping)
    expect(kept.canExecute).toBe(true)
    expect(kept.items.find(({ variationId }) => variationId === ids.at)?.keptFields).toContain('title')
    await execute(keeping, kept)
    expect((await content.live(first.at)).fields.title).toEqual({
      value: 'Shoe',
      isInherited: false,
      sourceVariationId: ids.at,
    })
    expect(await content.get(first.at)).toMatchObject({ status: 'published', hasUnpublishedChanges: false })
    const second = await live()
    const leaving = { ...stepsOf([['unpublish', second.en]]), resolve: 'unpublishInheriting' as const }
    const away = await plan(leaving)
    expect(away.outcomes).toMatchObject({ goesAway: 3 })
    await execute(leaving, away)
    expect((await content.list(second.contentItemId)).map(({ publishedVersion }) => publishedVersion)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('tells of links to what is not live and from what stays live, and refuses to break links by deleting', async () => {
    const target = await content.make({ title: 'Lace' })
    const { en } = await content.make({ title: 'Shoe', related: [target.contentItemId] })
    const publishing = stepsOf([['publish', en]])
    const warned = await plan(publishing)
    expect(warned.canExecute).toBe(true)
    expect(issues(warned)).toEqual([['en', 'TARGET_NOT_LIVE', 'related']])
    const together = await plan(
      stepsOf([
        ['publish', en],
        ['publish', target.en],
      ]),
    )
    expect(issues(together)).toEqual([])
    await content.step('publish', target.en)
    await content.step('publish', en)
    const leaving = await plan(stepsOf([['unpublish', target.en]]))
    expect(issues(leaving)).toEqual([['en', 'LINKED_FROM', undefined]])
    expect(leaving.items[0]?.warnings[0]).toMatchObject({ itemCount: 1, items: [{ name: 'An article' }] })
    const deleting = await plan(stepsOf([['delete', target.en]]))
    expect(deleting.canExecute).toBe(false)
    expect(issues(deleting)).toContainEqual(['en', 'STILL_LINKED', undefined])
    const anyway = stepsOf([['delete', target.en]], { allowBrokenLinks: true })
    await execute(anyway, await plan(anyway))
    const back = stepsOf([['restore', target.en]])
    const restoring = await plan(back, 'editor')
    expect(outcomes(restoring).en).toEqual(['restore', 'goesLive'])
    await execute(back, restoring)
    expect(valuesOf(await content.live(target.en)).title).toBe('Lace')
    await server.ok(deleteItem, { params: { contentItemId: target.contentItemId }, query: { allowBrokenLinks: true } })
    expect(issues(await plan(publishing))).toEqual([])
    await content.update(en, { summary: 'new' })
    expect(issues(await plan(publishing))).toEqual([['en', 'BROKEN_LINK', 'related']])
  })

  it('says which steps are not allowed, and which values are invalid', async () => {
    const { en, sv } = await content.make({ title: 'Shoe', summary: 'twenty characters ok' })
    const shorter = articleType.fields.map((field) =>
      field.technicalName === 'summary' ? { ...field, settings: { maxLength: 5 } } : field,
    )
    await putType(server, server.acme, { ...articleType, fields: shorter })
    const made = await plan(
      stepsOf([
        ['publish', en],
        ['unpublish', sv],
      ]),
    )
    await putType(server, server.acme, articleType)
    expect(issues(made)).toEqual([
      ['en', 'TOO_LONG', 'summary'],
      ['sv', 'INVALID_TRANSITION', undefined],
    ])
    expect(made.items.find(({ variationId }) => variationId === ids.sv)?.blocking[0]?.allowedActions).toEqual([
      'publish',
      'archive',
    ])
  })

  it('is done only while what it was made from stands', async () => {
    const { en, at } = await content.make({ title: 'Shoe' })
    const steps = stepsOf([
      ['publish', en],
      ['publish', at],
    ])
    const made = await plan(steps)
    await content.update(en, { title: 'Boot' })
    const outdated = await server.refused(executePlan, 'PLAN_OUTDATED', {
      body: { ...steps, fingerprint: made.fingerprint },
    })
    expect(outdated.plan?.items[0]?.fields[0]?.after?.value).toBe('Boot')
    await execute(steps, outdated.plan ?? made)
    expect(valuesOf(await content.live(at)).title).toBe('Boot')
    // A second time: everything is as the plan wanted it, and nothing is written.
    const done = await plan(steps)
    expect(done.outcomes).toMatchObject({ unchanged: 2 })
    expect((await execute(steps, done)).variations).toEqual([])
  })

  it('refuses steps that contradict each other, and content of others, by name', async () => {
    const { en, sv } = await content.make({ title: 'Shoe' })
    const twice = await server.refused(makePlan, 'INVALID_REQUEST', {
      body: stepsOf([
        ['publish', en],
        ['delete', sv],
      ]),
    })
    expect(twice.fieldErrors?.map(({ technicalFieldName }) => technicalFieldName)).toEqual(['body.steps[1]'])
    const foreign = await server.refused(makePlan, 'INVALID_REQUEST', {
      body: stepsOf([['publish', '01900000-0000-7000-8000-000000000000']]),
    })
    expect(foreign.fieldErrors?.[0]?.technicalFieldName).toBe('body.steps[0].contentVariationId')
  })

  it('shows deleted content to editors alone', async () => {
    const { contentItemId, en } = await content.make({ title: 'Secret of the deleted' })
    await content.step('publish', en)
    await server.ok(deleteItem, { params: { contentItemId }, query: {} })
    const body = stepsOf([['restore', en]])
    const refused = await server.refused(makePlan, 'INVALID_REQUEST', { body, as: 'viewer' })
    expect(refused.fieldErrors).toMatchObject([{ code: 'NOT_FOUND' }])
    const selection = { includeDeleted: true, filtering: { isDeleted: true } }
    await server.refused(makePlan, 'FORBIDDEN', { body: { selection, step: 'restore' }, as: 'viewer' })
    const shown = await server.ok(makePlan, { body, as: 'editor' })
    expect(shown.items[0]?.fields[0]?.after?.value).toBe('Secret of the deleted')
  })

  it('counts a value for each variation that inherits it against the size of its answer', async () => {
    const { en, sv, de, at } = await content.make({ title: 'Shoe' })
    const names = Array.from({ length: 15 }, (_, index) => `story${index}`)
    const stories = names.map((technicalName) => ({
      technicalName,
      friendlyName: { 'en-US': technicalName },
      type: 'longText' as const,
    }))
    await putType(server, server.acme, { ...articleType, fields: [...articleType.fields, ...stories] })
    for (const name of names) await content.update(en, { [name]: name.repeat(40_000).slice(0, 190_000) })
    const made = await plan(stepsOf([en, sv, de, at].map((id) => ['publish', id] as const)))
    // Four variations with 2.85 million characters each: what does not fit is listed, and says that it is left out.
    expect(JSON.stringify(made).length).toBeLessThan(8_500_000)
    const listed = made.items.flatMap(({ fields }) =>
      fields.filter((field) => names.includes(field.technicalFieldName)),
    )
    expect(listed).toHaveLength(60)
    expect(listed.filter(({ isLeftOut }) => isLeftOut === true)).toHaveLength(19)
    expect(listed.filter(({ isLeftOut, after }) => isLeftOut === true && after?.value !== null)).toEqual([])
    await putType(server, server.acme, articleType)
  })

  it('is made by anybody who may read and done by publishers', async () => {
    const { en } = await content.make({ title: 'Shoe' })
    const steps = stepsOf([['publish', en]])
    const { fingerprint } = await plan(steps)
    await server.refused(executePlan, 'FORBIDDEN', { body: { ...steps, fingerprint }, as: 'editor' })
  })
})
