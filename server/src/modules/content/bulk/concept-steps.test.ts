import { type ConceptStep, type ContentTypeInput, contract } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

const { taxonomies, contentVariation } = contract
let server: TestServer
let taxonomyId: string

const recipe: ContentTypeInput = {
  technicalName: 'recipe',
  friendlyName: { 'en-US': 'Recipe' },
  kind: 'user',
  fields: [
    { technicalName: 'tags', friendlyName: { 'en-US': 'Tags' }, type: 'concepts' },
    { technicalName: 'season', friendlyName: { 'en-US': 'Season' }, type: 'concept', localizable: false },
    {
      technicalName: 'parts',
      friendlyName: { 'en-US': 'Parts' },
      type: 'group',
      settings: {
        fields: [
          { technicalName: 'what', friendlyName: { 'en-US': 'What' }, type: 'text' },
          { technicalName: 'about', friendlyName: { 'en-US': 'About' }, type: 'concept' },
        ],
      },
    },
  ],
}

beforeAll(async () => {
  server = await startTestServer()
  await server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes: [recipe] } })
  taxonomyId = (await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: 'Food' } })).taxonomyId
})
afterAll(() => server.close())

async function concept(friendlyName: string, parentConceptId?: string): Promise<string> {
  const query = { friendlyName, ...(parentConceptId !== undefined && { parentConceptId }) }
  return (await server.ok(taxonomies.createConcept, { params: { taxonomyId }, query })).conceptId
}

async function make(fields: Record<string, unknown>): Promise<string> {
  const query = { name: 'Cake', technicalContentTypeName: 'recipe' }
  const { contentItemId } = await server.ok(contract.contentItem.createItem, { query })
  const [copy] = await server.ok(contract.contentItem.getItemVariations, { params: { contentItemId } })
  const contentVariationId = copy?.contentVariationId ?? ''
  const values = Object.entries(fields).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
  await server.ok(contentVariation.updateVariation, { body: { contentVariationId, fields: values } })
  return contentVariationId
}

const valuesOf = async (contentVariationId: string) => {
  const { fields } = await server.ok(contentVariation.getVariation, { params: { contentVariationId } })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

const planOf = (conceptId: string, step: ConceptStep) =>
  server.ok(taxonomies.planConceptStep, { params: { taxonomyId, conceptId }, body: step })

async function take(conceptId: string, step: ConceptStep) {
  const plan = await planOf(conceptId, step)
  const body = { step, fingerprint: plan.fingerprint }
  await server.ok(taxonomies.takeConceptStep, { params: { taxonomyId, conceptId }, body })
  return plan
}

/** The names below a concept (or the top), in their order. */
async function namesBelow(parentConceptId: string | null): Promise<string[]> {
  const { concepts } = await server.ok(taxonomies.getTaxonomy, { params: { taxonomyId } })
  return concepts.filter((each) => each.parentConceptId === parentConceptId).map((each) => each.friendlyName)
}

describe('a merge of concepts', () => {
  it('moves assignments, own and live, and children; the old id, code and names lead to the other concept', async () => {
    const [pome, apple] = [await concept('Pome'), await concept('Apple')]
    const seeds = await concept('Seeds', apple)
    const below = await concept('Pips', seeds)
    await concept('Stalks', pome)
    await server.ok(taxonomies.changeConceptWords, {
      params: { taxonomyId, conceptId: apple },
      body: { code: 'A-1', names: { 'en-US': 'Apple', 'de-DE': 'Apfel' }, synonyms: { 'de-DE': ['Kernobst'] } },
    })
    const item = await make({
      tags: [apple, pome],
      season: apple,
      parts: [
        { what: 'filling', about: apple },
        { what: 'top', about: seeds },
      ],
    })
    await server.ok(contentVariation.publish, { params: { contentVariationId: item }, query: {} })

    expect(await planOf(apple, { kind: 'merge', conceptId: pome })).toMatchObject({
      conceptCount: 1,
      movedCount: 1,
      itemCount: 1,
      liveItemCount: 1,
      nameConflicts: [],
      lostWords: [],
    })
    expect(await valuesOf(item)).toMatchObject({ season: apple })
    await take(apple, { kind: 'merge', conceptId: pome })

    const after = await valuesOf(item)
    expect(after).toMatchObject({ tags: [pome], season: pome })
    expect(after.parts).toMatchObject([
      { what: 'filling', about: pome },
      { what: 'top', about: seeds },
    ])
    const live = await server.ok(contentVariation.getPublishedVariation, { params: { contentVariationId: item } })
    expect([live.fields.tags?.value, live.fields.season?.value]).toEqual([[pome], pome])
    expect(await namesBelow(pome)).toEqual(['Stalks', 'Seeds'])
    expect(await namesBelow(seeds)).toEqual(['Pips'])
    const old = await server.ok(taxonomies.getConcept, { params: { taxonomyId, conceptId: apple } })
    expect(old).toMatchObject({ conceptId: pome, synonyms: { 'en-US': ['Apple'], 'de-DE': ['Apfel', 'Kernobst'] } })
    const lookedUp = await server.ok(taxonomies.lookUpConcepts, { body: { conceptIds: [below, apple] } })
    expect(lookedUp.map(({ conceptId, path }) => [conceptId, path])).toEqual([
      [below, ['Pome', 'Seeds']],
      [pome, []],
    ])
    const found = await server.ok(taxonomies.searchConcepts, { body: { text: 'A-1', limit: 10 } })
    expect(found.map(({ conceptId }) => conceptId)).toEqual([pome])

    // What led to the first one leads on, where that one is merged too.
    const fruit = await concept('Fruit')
    await take(pome, { kind: 'merge', conceptId: fruit })
    expect((await server.ok(taxonomies.getConcept, { params: { taxonomyId, conceptId: apple } })).conceptId).toBe(fruit)
    const { items } = await server.ok(contract.audit.getAuditEntries, { query: {} })
    expect(items[0]).toMatchObject({ action: 'concept.merge', entityId: pome })
  })

  it('is taken back: words, code, place, children and what content named are as before, also where it is live', async () => {
    const [shelf, old] = [await concept('Dairy'), await concept('Old')]
    const [gone, taken] = [await concept('Milk', shelf), await concept('Cream')]
    await concept('Butter', shelf)
    const [below, moved] = [await concept('Whole milk', gone), await concept('Skimmed', gone)]
    await server.ok(taxonomies.changeConceptWords, {
      params: { taxonomyId, conceptId: gone },
      body: { code: 'M-1', names: { 'en-US': 'Milk', 'de-DE': 'Milch' }, synonyms: { 'en-US': ['Own', 'Lait'] } },
    })
    await server.ok(taxonomies.changeConceptWords, {
      params: { taxonomyId, conceptId: taken },
      body: { names: { 'en-US': 'Cream' }, synonyms: { 'en-US': ['Own'] } },
    })
    // Leads to the concept that goes.
    await take(old, { kind: 'merge', conceptId: gone })
    const wordsOf = async (conceptId: string) => {
      const { version: _version, ...words } = await server.ok(taxonomies.getConcept, {
        params: { taxonomyId, conceptId },
      })
      return words
    }
    const [goneBefore, takenBefore] = [await wordsOf(gone), await wordsOf(taken)]
    const fields = {
      tags: [taken, gone, below],
      season: gone,
      parts: [
        { what: 'filling', about: gone },
        { what: 'top', about: taken },
      ],
    }
    const [live, changed, stranger] = [await make(fields), await make(fields), await make({ tags: [taken] })]
    await server.ok(contentVariation.publish, { params: { contentVariationId: live }, query: {} })

    await take(gone, { kind: 'merge', conceptId: taken })
    expect(await valuesOf(live)).toMatchObject({ tags: [taken, below], season: taken })
    const params = { taxonomyId, conceptId: taken }
    const merges = await server.ok(taxonomies.getConceptMerges, { params })
    expect(merges.map(({ conceptId, name }) => [conceptId, name])).toEqual([[gone, 'Milk']])
    // A colleague goes on working meanwhile.
    const body = { contentVariationId: changed, fields: [{ technicalFieldName: 'season', value: shelf }] }
    await server.ok(contentVariation.updateVariation, { body })
    const query = { parentConceptId: shelf }
    await server.ok(taxonomies.changeConcept, { params: { taxonomyId, conceptId: moved }, query })
    const undoing = { params: { taxonomyId, conceptId: gone } }
    await server.refused(taxonomies.undoConceptMerge, 'FORBIDDEN', { ...undoing, as: 'editor' })
    const twin = await concept('milk', shelf)
    await server.refused(taxonomies.undoConceptMerge, 'NAME_CONFLICT', undoing)
    await server.ok(taxonomies.deleteConcept, { params: { taxonomyId, conceptId: twin }, query: {} })

    expect(await server.ok(taxonomies.undoConceptMerge, undoing)).toEqual({
      childCount: 1,
      childrenLeftCount: 1,
      itemCount: 1,
      itemsLeftCount: 1,
      followsByJob: false,
    })
    expect([await wordsOf(gone), await wordsOf(taken)]).toEqual([goneBefore, takenBefore])
    expect(await namesBelow(shelf)).toEqual(['Milk', 'Butter', 'Skimmed'])
    expect([await namesBelow(gone), await namesBelow(taken)]).toEqual([['Whole milk'], []])
    expect((await wordsOf(old)).conceptId).toBe(gone)
    expect(await valuesOf(live)).toMatchObject(fields)
    const published = await server.ok(contentVariation.getPublishedVariation, { params: { contentVariationId: live } })
    expect([published.fields.tags?.value, published.fields.season?.value]).toEqual([fields.tags, gone])
    expect(await valuesOf(changed)).toMatchObject({ ...fields, season: shelf })
    expect(await valuesOf(stranger)).toMatchObject({ tags: [taken] })
    expect(await server.ok(taxonomies.getConceptMerges, { params })).toEqual([])
    await server.refused(taxonomies.undoConceptMerge, 'NOT_FOUND', undoing)
  })

  it('leaves no gap among its siblings, and no two in one place, where it goes into a later one of them', async () => {
    const top = await concept('Herbs')
    const [basil, thyme] = [await concept('Basil', top), await concept('Thyme', top)]
    await concept('Sage', top)
    await take(basil, { kind: 'merge', conceptId: thyme })
    const { concepts } = await server.ok(taxonomies.getTaxonomy, { params: { taxonomyId } })
    const below = concepts.filter(({ parentConceptId }) => parentConceptId === top)
    expect(below.map(({ friendlyName, position }) => [friendlyName, position])).toEqual([
      ['Thyme', 0],
      ['Sage', 1],
    ])
  })

  it('is refused into itself, into what is below it, and where a child has the name of one that is there', async () => {
    const [one, two] = [await concept('One'), await concept('Two')]
    const below = await concept('Same', one)
    await concept('same', two)
    for (const conceptId of [one, below]) {
      const body: ConceptStep = { kind: 'merge', conceptId }
      await server.refused(taxonomies.planConceptStep, 'CONCEPT_CYCLE', {
        params: { taxonomyId, conceptId: one },
        body,
      })
    }
    const step: ConceptStep = { kind: 'merge', conceptId: two }
    const plan = await planOf(one, step)
    expect(plan.nameConflicts).toEqual(['Same'])
    const asked = { params: { taxonomyId, conceptId: one }, body: { step, fingerprint: plan.fingerprint } }
    await server.refused(taxonomies.takeConceptStep, 'NAME_CONFLICT', asked)
    await server.refused(taxonomies.takeConceptStep, 'FORBIDDEN', { ...asked, as: 'editor' })
    expect(await namesBelow(one)).toEqual(['Same'])
  })

  it('is refused where the tree has changed since it was planned', async () => {
    const [from, to] = [await concept('From'), await concept('To')]
    const step: ConceptStep = { kind: 'merge', conceptId: to }
    const { fingerprint } = await planOf(from, step)
    await concept('New below', from)
    const asked = { params: { taxonomyId, conceptId: from }, body: { step, fingerprint } }
    await server.refused(taxonomies.takeConceptStep, 'PLAN_OUTDATED', asked)
    expect(await namesBelow(from)).toEqual(['New below'])
  })
})

describe('a concept that is deleted', () => {
  it('leaves its children in its place, and its assignments to nobody', async () => {
    const top = await concept('Menu')
    await concept('Starters', top)
    const mains = await concept('Mains', top)
    await concept('Sweets', top)
    const fish = await concept('Fish', mains)
    await concept('Meat', mains)
    const item = await make({ tags: [mains, fish], season: mains })
    expect(await take(mains, { kind: 'delete', children: 'moveUp', assignTo: null })).toMatchObject({
      conceptCount: 1,
      movedCount: 2,
      itemCount: 1,
      liveItemCount: 0,
    })
    expect(await namesBelow(top)).toEqual(['Starters', 'Fish', 'Meat', 'Sweets'])
    expect(await valuesOf(item)).toMatchObject({ tags: [fish], season: null })
    await server.refused(taxonomies.getConcept, 'NOT_FOUND', { params: { taxonomyId, conceptId: mains } })
  })

  it('is asked about again where one more item carries it than was counted; deleted items are not counted', async () => {
    const [soup, other] = [await concept('Soup'), await concept('Stew')]
    await make({ tags: [soup] })
    const gone = await make({ tags: [soup] })
    const { contentItemId } = await server.ok(contentVariation.getVariation, { params: { contentVariationId: gone } })
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId } })
    const step: ConceptStep = { kind: 'delete', children: 'moveUp', assignTo: other }
    const plan = await planOf(soup, step)
    expect(plan).toMatchObject({ itemCount: 1, liveItemCount: 0 })
    const late = await make({ tags: [soup] })
    const body = { step, fingerprint: plan.fingerprint }
    await server.refused(taxonomies.takeConceptStep, 'PLAN_OUTDATED', { params: { taxonomyId, conceptId: soup }, body })
    expect((await valuesOf(late)).tags).toEqual([soup])
    expect(await take(soup, step)).toMatchObject({ itemCount: 2 })
    expect((await valuesOf(late)).tags).toEqual([other])
  })

  it('takes its children with it, and all their assignments go to another concept', async () => {
    const [top, other] = [await concept('Tools'), await concept('Equipment')]
    const knife = await concept('Knife', top)
    const item = await make({ tags: [knife, top], season: knife })
    const step: ConceptStep = { kind: 'delete', children: 'delete', assignTo: other }
    expect(await take(top, step)).toMatchObject({ conceptCount: 2, movedCount: 0, itemCount: 1 })
    expect(await valuesOf(item)).toMatchObject({ tags: [other], season: other })
    const { concepts, conceptCount } = await server.ok(taxonomies.getTaxonomy, { params: { taxonomyId } })
    expect(concepts).toHaveLength(conceptCount)
    expect((await server.ok(taxonomies.getConcept, { params: { taxonomyId, conceptId: knife } })).conceptId).toBe(other)
  })
})

describe('the assignments of a concept', () => {
  it.runIf(isWholeRun)(
    'are given to another one, at once where they are few and in the background where they are many',
    async () => {
      const [from, to] = [await concept('Draft'), await concept('Final')]
      const few = await make({ tags: [from], season: from })
      await take(from, { kind: 'reassign', conceptId: to })
      expect(await valuesOf(few)).toMatchObject({ tags: [to], season: to })

      const many: string[] = []
      for (let batch = 0; batch < 21; batch += 1) {
        many.push(...(await Promise.all(Array.from({ length: 10 }, () => make({ tags: [to] })))))
      }
      await take(to, { kind: 'reassign', conceptId: from })
      const lastJob = async (kind: string) => {
        const { items: jobs } = await server.ok(contract.jobs.getJobs, {})
        const job = jobs.find((each) => each.kind === kind)
        const ended = await server.dependencies.jobs.finished(server.acme.tenantId, job?.jobId ?? '', 15_000)
        return [ended?.status, ended?.result]
      }
      expect(await lastJob(jobKinds.reassignConcept)).toEqual(['done', { itemCount: 211 }])
      for (const id of [few, many[0] ?? '', many[209] ?? '']) expect((await valuesOf(id)).tags).toEqual([from])
      expect((await planOf(to, { kind: 'reassign', conceptId: from })).itemCount).toBe(0)
      expect(await namesBelow(null)).toContain('Final')

      // So are those of a merge, and of one that is taken back.
      await take(from, { kind: 'merge', conceptId: to })
      expect(await lastJob(jobKinds.detachConcepts)).toEqual(['done', { itemCount: 211 }])
      expect((await valuesOf(many[209] ?? '')).tags).toEqual([to])
      const undoing = { params: { taxonomyId, conceptId: from } }
      expect(await server.ok(taxonomies.undoConceptMerge, undoing)).toMatchObject({ itemCount: 0, followsByJob: true })
      expect(await lastJob(jobKinds.reassignConcept)).toEqual(['done', { itemCount: 211 }])
      for (const id of [few, many[0] ?? '', many[209] ?? '']) expect((await valuesOf(id)).tags).toEqual([from])
      expect(await server.rows.look(`select from concept_merge where concept_id = '${from}'`)).toEqual([])
    },
  )
})
