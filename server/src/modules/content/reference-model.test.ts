import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { type Move, moves } from '../../../testing/content-walk/random-moves.ts'
import { parents, ReferenceModel, type Where } from '../../../testing/content-walk/reference-model.ts'
import {
  applyToModel,
  baseOf,
  expectAgreement,
  isUnambiguous,
  requestOf,
  targets,
  type,
  variationIds,
  wheres,
} from '../../../testing/content-walk/walked-item.ts'
import { rounds, seed } from '../../../testing/random.ts'
import { addType, addVariation } from '../../../testing/tenants.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { Problem } from '../../core/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { wholeFields } from '../content-index/index.ts'
import type { Reader } from '../reader/index.ts'
import type { ItemState } from './domain/item-state.ts'
import { createItem } from './operations/create-item.ts'
import { discardChanges } from './operations/discard-changes.ts'
import { renameItem } from './operations/rename-item.ts'
import { saveVariation } from './operations/save-variation.ts'
import { takeStep } from './operations/take-step.ts'
import { loadItem } from './store/load.ts'

/*
 * Random walks over one item: edits in any variation, with and without a base, steps of the lifecycle, renames,
 * discards. After each step the real thing has to say exactly what a model of a hundred lines says, for every
 * variation: status, version, what may follow, every value and whose it is, in the working copy and live. This one
 * looks at what is stored and delivered; walk-in-memory.test.ts takes many times the steps without it.
 */
const maxWalkLength = 60
/** Lanes walk beside each other: one works in the database while another thinks. */
const lanes = 2
/** Walks of each lane, with up to `maxWalkLength` steps: some 100 steps in all. */
const walks = rounds(3)

let test: TestDatabase
let tenant: TestTenant
let reader: Reader

beforeAll(async () => {
  test = await testDatabase()
  reader = await openTestReader(test.database)
  tenant = await test.createTenant('walks')
  variationIds.en = tenant.variationId
  await inTenant(async (trx) => {
    await trx.updateTable('tenant').set({ delivery_targets: targets }).execute()
    for (const where of wheres.filter((each) => each !== 'en')) {
      const parent = parents[where]
      await addVariation(trx, tenant.tenantId, {
        variationId: variationIds[where],
        languageCode: where,
        fallbackVariationId: parent === null ? null : variationIds[parent],
      })
    }
    await addType(trx, tenant.tenantId, type)
  })
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const inTenant = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> =>
  test.database.inTenant(tenant.tenantId, work)

async function makeReal(item: ItemState, move: Move, base: number | undefined): Promise<ItemState | string> {
  const actor = { tenantId: tenant.tenantId, userId: 'walker' }
  const idOf = (place: Where) => item.variations.get(variationIds[place])?.contentVariationId ?? ''
  try {
    return await inTenant(async (trx) => {
      if (move.kind === 'rename') {
        await renameItem(trx, actor, { contentItemId: item.contentItemId, name: move.name })
        return (await loadItem(trx, tenant.tenantId, item.contentItemId)).item
      }
      const contentVariationId = idOf(move.where)
      if (move.kind === 'step') {
        const request = { contentVariationId }
        if (move.step === 'discard') return (await discardChanges(trx, actor, request)).item
        return (await takeStep(trx, actor, move.step, request)).item
      }
      const request = { contentVariationId, ...requestOf(move, base) }
      return (await saveVariation(trx, actor, request)).item
    })
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** What delivery has of the item, beside what the model says is live: the same from the tenant's file and from the truth. */
async function deliveredOf(contentItemId: string) {
  const reach = { targets: null, limited: [] }
  const asked = { contentItemIds: [contentItemId], variationId: undefined, contentTypeIds: undefined, reach, limit: 99 }
  const [{ rows }, truth] = await Promise.all([
    reader.ask(tenant.tenantId, 'liveItems', asked),
    inTenant((trx) => reader.trueLiveItems(trx, tenant.tenantId, asked)),
  ])
  expect(rows).toEqual(truth.rows)
  return new Map(rows.map((row) => [row.variationId, JSON.parse(wholeFields(type, row))]))
}

async function walkOnce(walk: readonly Move[]): Promise<number> {
  const actor = { tenantId: tenant.tenantId, userId: 'walker' }
  const model = new ReferenceModel({ tone: 'calm' })
  const { contentItemId } = await inTenant((trx) =>
    createItem(trx, actor, { name: 'n', technicalContentTypeName: 'thing' }, async () => {}),
  )
  const stored = async () => (await inTenant((trx) => loadItem(trx, tenant.tenantId, contentItemId))).item
  let item = await stored()
  let steps = 0
  for (const move of walk.filter(isUnambiguous)) {
    const base = baseOf(model, move)
    const expected = applyToModel(model, move, base)
    const outcome = await makeReal(item, move, base)
    expect(typeof outcome === 'string' ? outcome : 'done').toBe(expected)
    if (typeof outcome !== 'string') item = outcome
    expectAgreement(item, model)
    steps += 1
  }
  // What a change answers is what is stored, and what delivery has is what is live.
  expectAgreement(await stored(), model)
  const delivered = await deliveredOf(contentItemId)
  for (const each of wheres) {
    const live = model.copies[each].live === null ? undefined : model.resolve(each, 'live')
    const values = live && Object.fromEntries(Object.entries(live).map(([name, [value]]) => [name, value]))
    expect(delivered.get(variationIds[each])).toEqual(values)
  }
  return steps
}

describe('a content item', () => {
  it('does what the model does, wherever one walks', async () => {
    let steps = 0
    const walk = fc.array(moves, { minLength: 20, maxLength: maxWalkLength, size: 'max' })
    const property = fc.asyncProperty(walk, async (walked) => {
      steps += await walkOnce(walked)
    })
    const lane = (_: unknown, at: number) => fc.assert(property, { numRuns: walks, seed: seed + at })
    await Promise.all(Array.from({ length: lanes }, lane))
    console.info(`${steps} steps of random walks from seed ${seed}, no difference`)
    expect(steps).toBeGreaterThan(lanes * walks * 5)
  })
})
