import type { ContentType, Status } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { appendCounts, type CountedAs } from '../write/content-count.repository.ts'
import { countCandidates, countPublished, countWorking, type Tally } from './count.repository.ts'
import { sumOf, talliesOf } from './count.ts'
import type { ListQuery } from './list-query.ts'

const product: ContentType = { technicalName: 'product', friendlyName: {}, kind: 'user', fields: [] }
const image: ContentType = { technicalName: 'image', friendlyName: {}, kind: 'media', fields: [] }

let list: ContentList
beforeAll(async () => {
  list = await openContentList([product, image])
})
afterAll(() => list.close())

describe('the counts that are kept', () => {
  it('are right after any changes at once, folded or not', async () => {
    const { database } = list.test
    const { tenantId, variationId } = list.tenant
    const contentTypeId = newId()
    const counted = (at: number): CountedAs => ({
      variationId,
      kind: 'user',
      contentTypeId,
      isDeleted: at % 3 === 0,
      status: at % 2 === 0 ? 'archived' : 'unpublished',
      translationState: at % 4,
    })
    const change = (at: number) =>
      database.inTenant(tenantId, (trx) =>
        appendCounts(
          trx,
          tenantId,
          Array.from({ length: 40 }, () => ({ before: at < 200 ? undefined : counted(at - 200), after: counted(at) })),
        ),
      )
    await Promise.all(Array.from({ length: 200 }, (_, at) => change(at)))
    await Promise.all(Array.from({ length: 200 }, (_, at) => change(200 + at)))
    const real = new Map<string, number>()
    for (let at = 200; at < 400; at++) {
      const { isDeleted, status } = counted(at)
      real.set(`${isDeleted} ${status}`, (real.get(`${isDeleted} ${status}`) ?? 0) + 40)
    }
    const [tallies, found] = await database.inTenantReadOnly(tenantId, (trx) =>
      Promise.all([
        countWorking(trx, tenantId, variationId),
        sql<{ rows: number }>`select count(*) as rows from content_count where tenant_id = ${tenantId}`.execute(trx),
      ]),
    )
    const kept = tallies.filter((tally) => tally.contentTypeId === contentTypeId)
    expect(new Map(kept.map(({ isDeleted, status, count }) => [`${isDeleted} ${status}`, count]))).toEqual(real)
    // Each change appends rows instead of waiting for another; now and then one of them folds them all into a few.
    expect(found.rows[0]?.rows).toBeLessThan(500)
  })
})

describe('the tallies of a variation', () => {
  it('count working copies by kind, type, status and deletion, and apart from them what is live', async () => {
    const counted = await list.anotherTenant([product, image])
    const { tenantId, variationId } = counted.tenant
    await counted.add({ name: 'one' })
    await counted.add({ name: 'two', live: {} })
    await counted.add({ name: 'gone', isDeleted: true })
    await counted.add({ name: 'picture', type: image })
    const read = (count: typeof countWorking, variation: string | undefined) =>
      list.test.database.inTenantReadOnly(tenantId, (trx) => count(trx, tenantId, variation))
    const byRow = (tally: Tally) => [tally.kind, tally.status, tally.isDeleted, tally.count].join()
    // The default variation, where none is named.
    for (const variation of [variationId, undefined]) {
      const working = await read(countWorking, variation)
      expect(working.map(byRow).toSorted()).toEqual([
        'media,draft,false,1',
        'user,draft,false,1',
        'user,draft,true,1',
        'user,published,false,1',
      ])
      expect(sumOf(await read(countPublished, variation))).toBe(1)
    }
    expect(await read(countWorking, newId())).toEqual([])
  })

  const tally = (contentTypeId: string, count: number, more: Partial<Tally>): Tally => ({
    contentTypeId,
    isDeleted: false,
    count,
    ...more,
  })
  const tallies = [
    tally('p', 1, { kind: 'user', status: 'draft' }),
    tally('p', 10, { kind: 'user', status: 'published' }),
    tally('p', 100, { kind: 'user', status: 'draft', isDeleted: true }),
    tally('q', 1_000, { kind: 'user', status: 'draft' }),
    tally('i', 10_000, { kind: 'media', status: 'draft' }),
    // Of what is live, neither kind nor status is counted.
    tally('i', 100_000, {}),
  ]
  const query: ListQuery = {
    tables: { variations: sql`nothing`, copies: sql`nothing`, items: sql`nothing` },
    rowsOf: 'copies',
    variationId: 'v',
    published: false,
    scopes: ['w', 'b'],
    kinds: ['user'],
    deleted: [false],
    types: [
      { contentTypeId: 'p', revision: 1, type: product },
      { contentTypeId: 'i', revision: 1, type: image },
    ],
    typeIds: undefined,
    statuses: undefined,
    conditions: [],
    order: { by: 'modified_at', direction: 'desc' },
    offset: 0,
    limit: 25,
  }
  it.each([
    [{}, 1_011],
    [{ deleted: [false, true] }, 1_111],
    [{ typeIds: new Set(['p']) }, 11],
    [{ statuses: ['draft'] as Status[] }, 1_001],
    [{ kinds: ['media'] as const }, 110_000],
    [{ kinds: ['media'] as const, statuses: ['draft'] as Status[] }, 110_000],
  ])('are summed for a list of %j', (more, expected) => {
    expect(sumOf(talliesOf({ ...query, ...more }, tallies))).toBe(expected)
  })
})

describe('the count of candidates', () => {
  const ids = Array.from({ length: 6 }, () => newId())
  const find = (most: number | null) =>
    sql`select id as content_variation_id from unnest(${[...ids, ...ids.slice(0, 2)]}::uuid[]) id limit ${most}`
  const count = (mayRepeat: boolean, most: number | null) =>
    list.test.database.inTenantReadOnly(list.tenant.tenantId, (trx) => countCandidates(trx, find, { mayRepeat }, most))

  it.each([
    [false, null, { count: 8, isComplete: true }],
    [false, 9, { count: 8, isComplete: true }],
    [false, 8, { count: 8, isComplete: false }],
    [false, 3, { count: 3, isComplete: false }],
    [true, null, { count: 6, isComplete: true }],
    [true, 9, { count: 6, isComplete: true }],
    [true, 8, { count: 6, isComplete: false }],
  ])('counts each once if some may repeat (%s), and stops at %s', async (mayRepeat, most, expected) => {
    expect(await count(mayRepeat, most)).toEqual(expected)
  })
})
