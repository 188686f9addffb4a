import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../testing/budget.ts'
import { articleType, ContentCalls, imageType, putType, updateOf } from '../../../testing/content-calls.ts'
import { holdWrites } from '../../../testing/held-writes.ts'
import { type CallResult, startOwnServer, type TestServer } from '../../../testing/test-server.ts'

/*
 * Two transactions overlap, one that makes a reference and one that deletes what it points to. Each is stopped between
 * its checks and its commit, so every try overlaps, none by luck.
 */
const tries = isWholeRun ? 10 : 3

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  // A server of its own: who writes in its database is held back, and counted.
  server = await startOwnServer()
  content = new ContentCalls(server, server.acme)
  for (const type of [articleType, imageType]) await putType(server, server.acme, type)
})
afterAll(() => server.close())

const { updateVariation, restoreVersion } = contract.contentVariation
const { deleteItem, restoreItem } = contract.contentItem
const { taxonomies } = contract

type Answer = Pick<CallResult<typeof updateVariation>, 'status' | 'problem'>
const codeOf = ({ status, problem }: Answer) => problem?.code ?? status

interface Overlapping {
  readonly first: () => Promise<Answer>
  readonly second: () => Promise<Answer>
}

/**
 * Starts `second` when `first` has made its checks and not committed; answers both outcomes and what they were made of.
 * Tries again with others where one waited for so long that its statement was ended: on a machine that stood still.
 */
async function overlap<Made extends Overlapping>(make: () => Promise<Made>) {
  let missed: unknown
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const made = await make()
    const held = await holdWrites(server.rows)
    const answers = [made.first()]
    missed = undefined
    try {
      await held.untilWaiting(1, answers)
      answers.push(made.second())
      await held.untilWaiting(2, answers)
    } catch (error) {
      missed = error
    } finally {
      await held.release()
    }
    const outcome = (await Promise.all(answers)).map(codeOf)
    if (missed === undefined) return { outcome, made }
    if (!outcome.includes('UNAVAILABLE')) break
  }
  throw missed
}

interface Pair {
  /** Makes the reference. */
  readonly refer: () => Promise<Answer>
  /** Deletes its target. */
  readonly remove: () => Promise<Answer>
}

async function outcomes(makePair: () => Promise<Pair>, order: 'refer first' | 'remove first') {
  const seen: unknown[] = []
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { outcome } = await overlap(async () => {
      const { refer, remove } = await makePair()
      return order === 'refer first' ? { first: refer, second: remove } : { first: remove, second: refer }
    })
    seen.push(outcome)
  }
  return seen
}

const all = (outcome: readonly unknown[]) => Array.from({ length: tries }, () => outcome)

async function concept(friendlyName: string, within?: string) {
  const taxonomyId =
    within ?? (await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: `T ${friendlyName}` } })).taxonomyId
  const { conceptId } = await server.ok(taxonomies.createConcept, { params: { taxonomyId }, query: { friendlyName } })
  return { taxonomyId, conceptId }
}

let names = 0
const fresh = () => `Fresh ${++names}`

const restored = 'a version with a link and a deleted item'
const pairs: Record<string, () => Promise<Pair>> = {
  'a link and a deleted item': async () => {
    const [{ en }, target] = [await content.make(), await content.create()]
    return {
      refer: () => server.call(updateVariation, { body: updateOf(en, { related: [target.contentItemId] }) }),
      remove: () => server.call(deleteItem, { params: { contentItemId: target.contentItemId }, query: {} }),
    }
  },
  'a media link and a deleted media item': async () => {
    const [{ en }, target] = [await content.make(), await content.create('A picture', 'image')]
    return {
      refer: () => server.call(updateVariation, { body: updateOf(en, { cover: target.contentItemId }) }),
      remove: () => server.call(deleteItem, { params: { contentItemId: target.contentItemId }, query: {} }),
    }
  },
  [restored]: async () => {
    const [{ en }, target] = [await content.make(), await content.create()]
    const { version } = await content.update(en, { related: [target.contentItemId] })
    await content.update(en, { related: [] })
    return {
      refer: () => server.call(restoreVersion, { params: { contentVariationId: en, version }, query: {} }),
      remove: () => server.call(deleteItem, { params: { contentItemId: target.contentItemId }, query: {} }),
    }
  },
  'a concept and its deletion': async () => {
    const [{ en }, { taxonomyId, conceptId }] = [await content.make(), await concept(fresh())]
    return {
      refer: () => server.call(updateVariation, { body: updateOf(en, { topics: [conceptId] }) }),
      remove: () => server.call(taxonomies.deleteConcept, { params: { taxonomyId, conceptId }, query: {} }),
    }
  },
  'a concept and the deletion of its taxonomy': async () => {
    const [{ en }, { taxonomyId, conceptId }] = [await content.make(), await concept(fresh())]
    return {
      refer: () => server.call(updateVariation, { body: updateOf(en, { topics: [conceptId] }) }),
      remove: () => server.call(taxonomies.deleteTaxonomy, { params: { taxonomyId }, query: {} }),
    }
  },
}

describe('a reference that is made while its target is deleted', () => {
  it.for(Object.entries(pairs))('stands, and the target is in use: %s', async ([, makePair]) => {
    expect(await outcomes(makePair, 'refer first')).toEqual(all([200, 'IN_USE']))
  })

  const { [restored]: restores, ...others } = pairs
  it.for(Object.entries(others))('is refused where the deletion was first: %s', async ([, makePair]) => {
    const seen = await outcomes(makePair, 'remove first')
    for (const outcome of seen) expect(outcome).toEqual([expect.toBeOneOf([200, 204]), 'VALIDATION_FAILED'])
  })

  it('is left out of a version that is restored where the deletion was first', async () => {
    if (restores === undefined) throw new Error('the pair is there')
    expect(await outcomes(restores, 'remove first')).toEqual(all([200, 200]))
  })

  it.runIf(isWholeRun)('is taken away again where the deletion detaches', async () => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const { outcome, made } = await overlap(async () => {
        const { en } = await content.make()
        const params = await concept(fresh())
        return {
          en,
          first: () => server.call(updateVariation, { body: updateOf(en, { topics: [params.conceptId] }) }),
          second: () => server.call(taxonomies.deleteConcept, { params, query: { detach: true } }),
        }
      })
      expect(outcome).toEqual([200, 204])
      // By a job: the deletion knows of the item only once it holds the lock.
      await expect.poll(async () => (await content.get(made.en)).fields.topics?.value).toBe(null)
    }
  })

  it.runIf(isWholeRun)('of a deleted item that is restored names no concept that is gone', async () => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const { outcome, made } = await overlap(async () => {
        const params = await concept(fresh())
        const { contentItemId, en } = await content.make({ topics: [params.conceptId] })
        await server.ok(deleteItem, { params: { contentItemId }, query: {} })
        return {
          en,
          first: () => server.call(taxonomies.deleteConcept, { params, query: {} }),
          second: () => server.call(restoreItem, { params: { contentItemId } }),
        }
      })
      expect(outcome).toEqual([204, 200])
      expect((await content.get(made.en)).fields.topics?.value ?? []).toEqual([])
    }
  })
})
