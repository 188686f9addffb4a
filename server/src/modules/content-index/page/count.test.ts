import type { ContentType, Status } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'
import { newId } from '../../../platform/database/new-id.ts'
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
  let ids: readonly string[]
  beforeAll(async () => {
    const { tenantId, variationId } = list.tenant
    const { rows } = await list.test.database.inTenant(tenantId, (trx) =>
      sql<{ id: string }>`
        with item as (
          insert into content_item (tenant_id, content_item_id, content_type_id, kind, name, created_by, modified_by)
          select tenant_id, gen_random_uuid(), content_type_id, kind, 'item ' || at, 'test', 'test'
          from content_type, generate_series(1, 1600) at where technical_name = 'product'
          returning *
        )
        insert into content_variation (tenant_id, content_variation_id, content_item_id, variation_id, content_type_id,
          kind, name, name_key, is_deleted, status, version, has_unpublished_changes, completeness, delivery_targets,
          created_by, modified_by)
        select tenant_id, gen_random_uuid(), content_item_id, ${variationId}::uuid, content_type_id, kind, name, name,
          is_deleted, 'draft', 1, false, 100, '{}', created_by, modified_by
        from item returning content_variation_id as id`.execute(trx),
    )
    ids = rows.map(({ id }) => id)
  })

  it('are right after any changes at once, folded or not', async () => {
    const { database } = list.test
    const { tenantId } = list.tenant
    const change = (at: number) =>
      database.inTenant(tenantId, (trx) =>
        trx
          .updateTable('content_variation')
          .set({ status: at % 2 ? 'archived' : 'unpublished', is_deleted: at % 3 === 0 })
          .where('content_variation_id', 'in', ids.slice(at * 40, at * 40 + 40))
          .execute(),
      )
    await Promise.all(Array.from({ length: 40 }, (_, at) => change(at)))
    const { rows } = await database.inTenantReadOnly(tenantId, (trx) =>
      sql<{ kept: number; real: number; rows: number }>`
        select
          (select jsonb_object_agg(key, sum order by key) from (
            select concat_ws(' ', content_type_id, is_deleted, status) as key, sum(change) as sum from content_count
            group by 1 having sum(change) <> 0) kept) as kept,
          (select jsonb_object_agg(key, count order by key) from (
            select concat_ws(' ', content_type_id, is_deleted, status) as key, count(*) as count
            from content_variation group by 1) counted) as real,
          (select count(*) from content_count) as rows`.execute(trx),
    )
    expect(rows[0]?.kept).toEqual(rows[0]?.real)
    // Each change appends rows instead of waiting for another; now and then one of them folds them all into a few.
    expect(rows[0]?.rows).toBeLessThan(2_000)
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
    table: sql`nothing`,
    variationId: 'v',
    published: false,
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
    list.test.database.inTenantReadOnly(list.tenant.tenantId, (trx) => countCandidates(trx, find, mayRepeat, most))

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
