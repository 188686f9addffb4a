import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@pim/contract'
import { fastify } from 'fastify'
import pg from 'pg'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { sessionSettings } from '../src/platform/database/pool.ts'
import { type BenchApp, openBenchApp } from './bench-app.ts'
import type { BenchTenant } from './catalogue.ts'
import { haveLists } from './reader-file.ts'

// Runs in a process of its own, as in production: the server, and beside it a minimal one with the same responses.

export interface DeliveryServerOptions {
  readonly address: DatabaseAddress
  readonly tenantId: string
  readonly externalId: string
  readonly variationId: string
  readonly variations: BenchTenant['variations']
  readonly lists: string
  readonly key: string
  /** The item whose response the minimal server sends. */
  readonly sample: string
  /** The type whose items lists are filtered by their stock. */
  readonly contentTypeId: string
}

export type Order =
  | { readonly what: 'query'; readonly ids: readonly string[]; readonly callers: number; readonly seconds: number }
  | { readonly what: 'usage' }
  | {
      readonly what: 'publish'
      /** Content variations that are live, each to be changed and published. */
      readonly ids: readonly string[]
      readonly perSecond: number
      readonly seconds: number
    }

/** CPU time of this process in milliseconds, and its memory in bytes. */
export interface ProcessUsage {
  readonly cpu: number
  readonly resident: number
}

export interface Ports {
  readonly ours: number
  readonly bare: number
}

/** The query of delivery by id, without anything around it. */
const query = `select body from bench_live where tenant_id = $1 and content_item_id = $2 and variation_id = $3`

/** A filtered page as one query, without a count: an index walks the order with the numbers beside it. */
const listQuery = `with page as materialized (
    select content_variation_id from bench_live
    where tenant_id = $1 and variation_id = $2 and content_type_id = $3 and stock >= $4::numeric
    order by content_variation_id offset $5 limit 25)
  select live.body from page
  cross join lateral (select * from bench_live l
    where l.tenant_id = $1 and l.content_variation_id = page.content_variation_id offset 0) live
  order by page.content_variation_id`

process.once('message', async (options: DeliveryServerOptions) => {
  const { address, tenantId, variationId, variations, lists, key, sample, contentTypeId } = options
  const app = await openBenchApp(address, { lists })
  await app.database.asSystem(async () => {})
  await haveLists(app, { tenantId, variations })
  await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  const answer = await app.app.server.inject({
    url: `/api/delivery-api/content-item-variations?contentItemId=${sample}&variationId=${variationId}`,
    headers: { 'x-api-key': key },
  })
  if (answer.statusCode !== 200) throw new Error(`the sample answered ${answer.statusCode}: ${answer.body}`)
  const bytes = Buffer.from(answer.rawPayload)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`

  const pool = new pg.Pool({ ...sessionSettings(address.app), max: 12, pipeline: true })
  // There are no transactions here, so the tenant for row-level security is set for each session.
  pool.on('connect', (client) => client.query(`set app.tenant_id = '${tenantId}'`))
  const bare = fastify({ logger: false })
  bare.get('/bytes', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').header('etag', etag).send(bytes),
  )
  bare.get('/query/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const { rows } = await pool.query(query, [tenantId, id, variationId])
    return reply.header('content-type', 'application/json; charset=utf-8').send(rows[0]?.body ?? '{}')
  })
  bare.get('/list/:least/:page', async (request, reply) => {
    const { least, page } = request.params as { least: string; page: string }
    const from = (Number(page) - 1) * 25
    const { rows } = await pool.query(listQuery, [tenantId, variationId, contentTypeId, least, from])
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(`{"items":[${rows.map(({ body }) => body).join(',')}]}`)
  })
  await bare.listen({ port: 0, host: '127.0.0.1' })
  const portOf = (server: { server: { address(): AddressInfo | string | null } }) =>
    (server.server.address() as AddressInfo).port
  process.send?.({ ours: portOf(app.app.server), bare: portOf(bare) } satisfies Ports)

  process.on('message', async (order: Order) => {
    if (order.what === 'query') {
      process.send?.({ perSecond: await queriesPerSecond(pool, order, tenantId, variationId) })
      return
    }
    if (order.what === 'publish') {
      process.send?.({ published: await publishing(app, options.externalId, order) })
      return
    }
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1_000, resident: process.memoryUsage.rss() } satisfies ProcessUsage)
  })
  process.once('disconnect', async () => {
    await bare.close()
    await pool.end()
    await app.close()
    process.exit(0)
  })
})

/** Queries a second of the same statement, without any server. */
async function queriesPerSecond(
  pool: pg.Pool,
  { ids, callers, seconds }: { readonly ids: readonly string[]; readonly callers: number; readonly seconds: number },
  tenantId: string,
  variationId: string,
): Promise<number> {
  const started = performance.now()
  const end = started + seconds * 1_000
  let asked = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) await pool.query(query, [tenantId, ids[asked++ % ids.length], variationId])
    }),
  )
  return (asked / (performance.now() - started)) * 1_000
}

/** Changes and publishes live content at this rate, in turns a text and a number that lists are filtered by. */
async function publishing(
  app: BenchApp,
  tenant: string,
  { ids, perSecond, seconds }: Extract<Order, { readonly what: 'publish' }>,
): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let published = 0
  const publish = async (at: number) => {
    const contentVariationId = ids[at % ids.length] ?? ''
    const edit =
      at % 2 === 0
        ? { technicalFieldName: 'title', value: `changed ${performance.now()}` }
        : { technicalFieldName: 'stock', value: at % 1_000 }
    await app.ok(contract.contentVariation.updateVariation, { tenant, body: { contentVariationId, fields: [edit] } })
    // Refused where a link points to what is deleted: the generated content has such links.
    const { status } = await app.call(contract.contentVariation.publish, {
      tenant,
      params: { contentVariationId },
      query: {},
    })
    published += status === 200 ? 1 : 0
  }
  const under: Promise<void>[] = []
  for (let at = 0; performance.now() < end; at++) {
    under.push(publish(at))
    await pause(1_000 / perSecond)
  }
  await Promise.all(under)
  return published / seconds
}
