import { isDeepStrictEqual } from 'node:util'
import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { Problem } from '../../http/problem.ts'
import { newId } from '../../platform/database/new-id.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../platform/database/testing.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { createItem, renameItem } from '../content-item/index.ts'
import { discardChanges, type ItemState, loadItem, present, saveVariation, takeStep } from './index.ts'
import { presentLive } from './present.ts'
import { type Move, moves } from './testing/random-moves.ts'
import { parents, ReferenceModel, type Where } from './testing/reference-model.ts'

/*
 * Random walks over one item: edits in any variation, with and without a base, steps of the lifecycle, renames,
 * discards. After each step the real thing has to say exactly what a model of a hundred lines says, for every
 * variation: status, version, what may follow, every value and whose it is, in the working copy and live.
 */
const longestWalk = 60
/** Lanes walk beside each other: one works in the database while another thinks. */
const lanes = 2
const seconds = Number(process.env.PIM_WALK_SECONDS ?? 45)

const wheres = Object.keys(parents) as Where[]
const type: ContentType = {
  technicalName: 'thing',
  friendlyName: { 'en-US': 'Thing' },
  kind: 'user',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text', required: 'onPublish' },
    { technicalName: 'note', friendlyName: {}, type: 'text' },
    { technicalName: 'tone', friendlyName: {}, type: 'text', defaultValue: 'calm' },
    { technicalName: 'weight', friendlyName: {}, type: 'integer', localizable: false },
  ],
}

let test: TestDatabase
let tenant: TestTenant
const variationIds = Object.fromEntries(wheres.map((where) => [where, newId()])) as Record<Where, string>

beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant('walks')
  variationIds.en = tenant.variationId
  await inTenant(async (trx) => {
    await trx
      .updateTable('tenant')
      .set({ delivery_targets: ['print', 'web'] })
      .execute()
    for (const where of wheres.filter((each) => each !== 'en')) {
      const parent = parents[where]
      await trx
        .insertInto('variation')
        .values({
          tenant_id: tenant.tenantId,
          variation_id: variationIds[where],
          language_code: where,
          market_code: null,
          friendly_name: where,
          fallback_variation_id: parent === null ? null : variationIds[parent],
          is_default: false,
        })
        .execute()
    }
    await trx
      .insertInto('content_type')
      .values({
        tenant_id: tenant.tenantId,
        content_type_id: newId(),
        technical_name: type.technicalName,
        kind: type.kind,
        definition: JSON.stringify(type),
        modified_by: 'test',
      })
      .execute()
  })
})
afterAll(() => test.close())

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
      const { $targets, ...set } = move.set
      const request = {
        contentVariationId,
        fields: Object.entries(set).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
        resetFields: move.reset,
        ...(base !== undefined && { baseVersion: base }),
        ...(Array.isArray($targets) && { deliveryTargets: $targets.map(String) }),
      }
      return (await saveVariation(trx, actor, request)).item
    })
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

function makeModel(model: ReferenceModel, move: Move, base: number | undefined): string {
  if (move.kind === 'rename') return model.rename(move.name)
  if (move.kind === 'step') return model.step(move.where, move.step)
  return model.edit(move.where, move.set, move.reset, base)
}

/** What can be seen of an item, in the words of the model. */
function seenOf(item: ItemState) {
  const whereOf = new Map(wheres.map((each) => [variationIds[each], each]))
  const fieldsOf = (fields: Record<string, { value: unknown; sourceVariationId: string | null }>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { value, sourceVariationId }]) => [
        name,
        [value, sourceVariationId === null ? null : whereOf.get(sourceVariationId)],
      ]),
    )
  return wheres.map((each) => {
    const variation = item.variations.get(variationIds[each])
    if (variation === undefined) throw new Error(`nothing in ${each}`)
    const shown = present(item, variation)
    return {
      where: each,
      status: shown.status,
      version: shown.version,
      publishedVersion: shown.publishedVersion,
      hasUnpublishedChanges: shown.hasUnpublishedChanges,
      completeness: shown.completeness,
      working: fieldsOf(shown.fields),
      live: shown.publishedVersion === null ? null : fieldsOf(presentLive(item, variation).fields),
    }
  })
}

const expectedOf = (model: ReferenceModel) =>
  wheres.map((each) => {
    const { status, history, live } = model.copies[each]
    const working = model.resolve(each, 'working')
    return {
      where: each,
      status,
      version: history.length,
      publishedVersion: live?.version ?? null,
      hasUnpublishedChanges: model.hasUnpublishedChanges(each),
      completeness: working.title?.[0] == null ? 0 : 100,
      working,
      live: live === null ? null : model.resolve(each, 'live'),
    }
  })

/** What delivery has of the item, beside what the model says is live. */
async function deliveredOf(contentItemId: string) {
  const rows = await inTenant((trx) =>
    trx
      .selectFrom('delivery_document')
      .select(['variation_id', 'body'])
      .where('content_item_id', '=', contentItemId)
      .execute(),
  )
  return new Map(rows.map((row) => [row.variation_id, JSON.parse(row.body).fields]))
}

async function walkOnce(walk: readonly Move[]): Promise<number> {
  const actor = { tenantId: tenant.tenantId, userId: 'walker' }
  const model = new ReferenceModel({ tone: 'calm' })
  const { contentItemId } = await inTenant((trx) =>
    createItem(trx, actor, { name: 'n', technicalContentTypeName: 'thing' }),
  )
  const stored = async () => (await inTenant((trx) => loadItem(trx, tenant.tenantId, contentItemId))).item
  let item = await stored()
  let steps = 0
  for (const move of walk) {
    // A reset and a value for the same field is refused as ambiguous; that is not what is walked here.
    if (move.kind === 'edit' && move.reset.some((name) => name in move.set)) continue
    const version = move.kind === 'edit' ? model.copies[move.where].history.length : 0
    const base = move.kind === 'edit' && move.back !== null ? Math.max(1, version - move.back) : undefined
    const expected = makeModel(model, move, base)
    const outcome = await makeReal(item, move, base)
    expect(typeof outcome === 'string' ? outcome : 'done').toBe(expected === 'nothing' ? 'done' : expected)
    if (typeof outcome !== 'string') item = outcome
    agree(item, model)
    steps += 1
  }
  // What a change answers is what is stored, and what delivery has is what is live.
  agree(await stored(), model)
  const delivered = await deliveredOf(contentItemId)
  for (const each of wheres) {
    const live = model.copies[each].live === null ? undefined : model.resolve(each, 'live')
    const values = live && Object.fromEntries(Object.entries(live).map(([name, [value]]) => [name, value]))
    expect(delivered.get(variationIds[each])).toEqual(values)
  }
  return steps
}

/** `expect` draws its picture of a difference only where there is one. */
function agree(item: ItemState, model: ReferenceModel): void {
  const [seen, expected] = [seenOf(item), expectedOf(model)]
  if (!isDeepStrictEqual(seen, expected)) expect(seen).toEqual(expected)
}

describe('a content item', () => {
  it('does what the model does, wherever one walks', async () => {
    let steps = 0
    const property = fc.asyncProperty(fc.array(moves, { minLength: 20, maxLength: longestWalk }), async (walk) => {
      steps += await walkOnce(walk)
    })
    const lane = () => fc.assert(property, { numRuns: 1_000_000, interruptAfterTimeLimit: seconds * 1_000 })
    await Promise.all(Array.from({ length: lanes }, lane))
    console.info(`${steps} steps of random walks, no difference`)
    // Fewer says that the machine has stood still, not that content is right.
    expect(steps).toBeGreaterThan(200)
  }, 150_000)
})
