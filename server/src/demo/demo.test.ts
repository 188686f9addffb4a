import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { behaviourOf } from '@pim/field-types'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { createTestIdentity } from '../../testing/test-server.ts'
import { readConfig } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import { openNotifications } from '../platform/database/notifications.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createLogger } from '../platform/logging/index.ts'
import { createMetrics } from '../platform/metrics/index.ts'
import { openObjectStore } from '../platform/object-storage/index.ts'
import { sectionsIn } from '../platform/sections/index.ts'
import { articles } from './catalogue/articles.ts'
import { type Twig, taxonomies } from './catalogue/assortment.ts'
import { nordicProducts } from './catalogue/nordic.ts'
import { products } from './catalogue/products.ts'
import { tenantIdOf } from './foundation.ts'
import { gtin } from './gtin.ts'
import { seedDemo } from './index.ts'
import { findItemsByName } from './repository.ts'

describe('the catalogue', () => {
  it('has about sixty products, each with a name and a number of its own', () => {
    expect(products.length).toBeGreaterThanOrEqual(55)
    expect(new Set(products.map(({ sku }) => sku)).size).toBe(products.length)
    expect(new Set(products.map(({ en }) => en.title)).size).toBe(products.length)
  })

  it('points only to what comes before, to categories that exist, and to products that exist', () => {
    const namesOf = (twig: string | Twig): string[] =>
      typeof twig === 'string' ? [twig] : [twig.name, ...(twig.below ?? []).flatMap(namesOf)]
    const concepts = new Set(taxonomies.flatMap((taxonomy) => taxonomy.concepts.flatMap(namesOf)))
    const seen = new Set<string>()
    const unknown: string[] = []
    for (const product of products) {
      const links = [...(product.accessories ?? []), ...(product.alternatives ?? [])]
      unknown.push(...links.filter((sku) => !seen.has(sku)))
      unknown.push(...[product.category, ...(product.materials ?? [])].filter((name) => !concepts.has(name)))
      seen.add(product.sku)
    }
    for (const { products: shown, pictureOf, topics } of articles) {
      unknown.push(
        ...[...shown, pictureOf].filter((sku) => !seen.has(sku)),
        ...topics.filter((name) => !concepts.has(name)),
      )
    }
    expect(unknown).toEqual([])
  })

  it('has bar codes whose last digit checks the others', () => {
    const field = { technicalName: 'gtin', friendlyName: {}, type: 'identifier', settings: { kind: 'gtin' } } as const
    for (let serial = 0; serial < 100; serial += 1) {
      expect(behaviourOf({ ...field, settings: { ...field.settings } }).read(gtin(serial)).issues).toEqual([])
    }
  })
})

describe('the demo on an empty database', () => {
  let rows: TestDatabase
  let platform: Dependencies
  let folder: string

  beforeAll(async () => {
    rows = await testDatabase()
    folder = await mkdtemp(join(tmpdir(), 'pim-demo-'))
    const log = createLogger({ level: 'error', format: 'json' })
    const notifications = await openNotifications({ connection: rows.address.platform })
    const identity = await createTestIdentity()
    platform = {
      config: readConfig({ PIM_DATA_DIR: folder }),
      log,
      metrics: createMetrics(),
      database: rows.database,
      notifications,
      jobs: createJobs({ database: rows.database, notifications, log, pollMs: 200 }),
      identity: identity.service,
      objects: openObjectStore(join(folder, 'objects')),
      temporaryFolder: folder,
      root: folder,
      sections: sectionsIn({ root: folder }),
    }
  })
  afterAll(async () => {
    await platform.jobs.close()
    await platform.notifications.close()
    await rows.close()
    await rm(folder, { recursive: true, force: true })
  })

  const made = async (externalId: string) => {
    const tenantId = await tenantIdOf(platform, externalId)
    return platform.database.inTenantReadOnly(tenantId, (trx) => findItemsByName(trx, tenantId))
  }

  it('is whole: every text fits its field, everything that is to be live is live', async () => {
    // Four servers that start on one database: one makes it, all can say what it is opened with.
    const servers = Array.from({ length: 4 }, () => ({ ...platform, database: rows.open() }))
    const hints = await Promise.all(servers.map((each) => seedDemo(each)))
    expect(new Set(hints.flat())).toEqual(new Set(['Delivery key of acme: demo-delivery-key']))
    platform.jobs.start()
    for (const [externalId, count] of [
      ['acme', products.length * 2 + articles.length],
      ['nordic', nordicProducts.length * 2],
    ] as const) {
      const tenantId = await tenantIdOf(platform, externalId)
      const { items } = await platform.jobs.list(tenantId, { pageNumber: 1, pageSize: 10 })
      const job = items.find((each) => each.kind === 'demo-content')
      const ended = await platform.jobs.finished(tenantId, job?.jobId ?? '', 110_000)
      expect([ended?.status, ended?.error]).toEqual(['done', null])
      expect((await made(externalId)).size).toBe(count)
    }
    const tenantId = await tenantIdOf(platform, 'acme')
    const standings = await platform.database.inTenantReadOnly(tenantId, (trx) =>
      trx
        .selectFrom('content_variation')
        .where('tenant_id', '=', tenantId)
        .select(['status', 'has_unpublished_changes'])
        .distinct()
        .execute(),
    )
    expect(standings.map((row) => `${row.status} ${row.has_unpublished_changes}`).toSorted()).toEqual([
      'archived false',
      'draft false',
      'draft true',
      'published false',
      'unpublished false',
    ])
  }, 120_000)

  it('is not made a second time', async () => {
    const before = await made('acme')
    await seedDemo(platform)
    const tenantId = await tenantIdOf(platform, 'acme')
    const { items } = await platform.jobs.list(tenantId, { pageNumber: 1, pageSize: 10 })
    expect(items.filter((each) => each.kind === 'demo-content')).toHaveLength(1)
    expect((await made('acme')).size).toBe(before.size)
  })
})
