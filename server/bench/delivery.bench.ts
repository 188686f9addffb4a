import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { hashOf } from '../src/modules/api-keys/secret.ts'
import type { BenchDatabase } from './bench-database.ts'
import { itemOf } from './catalogue.ts'
import type { DeliveryServerOptions, Ports } from './delivery-server.ts'
import { get, type Load, load, post } from './load.ts'
import { idOf } from './random.ts'

const key = 'bench-delivery-key'
const seconds = 2
/** Two things are compared in turns, so that whatever else the machine does hits both alike. */
const rounds = 3

/** Delivery over real connections, beside the barest server and the barest query that could do the same. */
export async function benchDelivery(db: BenchDatabase): Promise<boolean> {
  const { large } = db
  const variationId = large.variations[0]?.variationId ?? ''
  const ids: string[] = []
  for (let number = 0; ids.length < 60_000 && number < large.items; number++) {
    const { contentItemId, copies } = itemOf(large, number)
    if (copies[0]?.isLive) ids.push(contentItemId)
  }
  const [sample = ''] = ids
  await putKey(db)
  const child = fork(fileURLToPath(new URL('./delivery-server.ts', import.meta.url)))
  try {
    const options: DeliveryServerOptions = { address: db.address, tenantId: large.tenantId, variationId, key, sample }
    child.send(options)
    const [ports] = (await once(child, 'message')) as [Ports]
    return await compare(child, ports, ids, variationId)
  } finally {
    child.disconnect()
    await once(child, 'exit')
  }
}

async function putKey({ superuser, large }: BenchDatabase): Promise<void> {
  const client = new pg.Client({ ...superuser })
  await client.connect()
  await client.query(
    `insert into api_key (tenant_id, api_key_id, name, prefix, key_hash, created_by)
      values ($1, $2, 'bench', 'bench', $3, 'bench') on conflict do nothing`,
    [large.tenantId, idOf(9, 0), hashOf(key)],
  )
  await client.end()
}

interface Line {
  readonly one: Load
  readonly many: Load
}

async function compare(child: ChildProcess, { ours, bare }: Ports, ids: string[], variationId: string) {
  const headers = { 'x-api-key': key }
  const one = (id: string | undefined) =>
    get(`/api/delivery-api/content-item-variations?contentItemId=${id}&variationId=${variationId}`, headers)
  const filterOf = (number: number) =>
    post(
      '/api/delivery-api/content-variations-with-field-value-filter',
      {
        contentTypeTechnicalName: 'product',
        variationId,
        filters: [{ technicalFieldName: 'stock', operator: 'gte', value: number % 500 }],
        paging: { pageNumber: 1 + (Math.floor(number / 500) % 20), pageSize: 25 },
      },
      headers,
    )
  let unseen = 0
  const turns = {
    cached: (callers: number) => load(ours, callers, seconds, () => one(ids[0])),
    bytes: (callers: number) => load(bare, callers, seconds, () => get('/bytes')),
    uncached: (callers: number) => load(ours, callers, seconds, () => one(ids[unseen++ % ids.length])),
    query: (callers: number) => load(bare, callers, seconds, (number) => get(`/query/${ids[number % ids.length]}`)),
    filterCached: (callers: number) => load(ours, callers, seconds, () => filterOf(1)),
    filtered: (callers: number) => load(ours, callers, seconds, () => filterOf(unseen++)),
  }
  const lines = await inTurns(turns)
  const plain: number[] = []
  for (const callers of [1, 32]) {
    child.send({ ids, callers, seconds })
    const [{ perSecond }] = (await once(child, 'message')) as [{ perSecond: number }]
    plain.push(perSecond)
  }
  print(lines, plain)
  const fromCache = lines.cached.many.perSecond / lines.bytes.many.perSecond
  const past = lines.uncached.many.perSecond / (plain[1] ?? 1)
  console.log(
    `\nfrom the cache: ${fromCache.toFixed(2)} × bare Fastify (bar 0.8): ${fromCache >= 0.8 ? 'met' : 'MISSED'}`,
  )
  console.log(`past the cache: ${past.toFixed(2)} × the query alone (bar 0.6): ${past >= 0.6 ? 'met' : 'MISSED'}`)
  return fromCache >= 0.8 && past >= 0.6
}

async function inTurns<Name extends string>(
  turns: Readonly<Record<Name, (callers: number) => Promise<Load>>>,
): Promise<Record<Name, Line>> {
  const names = Object.keys(turns) as Name[]
  const best = new Map<string, Load>()
  for (const callers of [1, 32])
    for (let round = 0; round < rounds; round++)
      for (const name of names) {
        const loaded = await turns[name](callers)
        const before = best.get(`${name} ${callers}`)
        if (before === undefined || before.perSecond < loaded.perSecond) best.set(`${name} ${callers}`, loaded)
      }
  const nothing: Load = { perSecond: 0, p50: 0, p99: 0 }
  const lineOf = (name: Name): Line => ({
    one: best.get(`${name} 1`) ?? nothing,
    many: best.get(`${name} 32`) ?? nothing,
  })
  return Object.fromEntries(names.map((name) => [name, lineOf(name)])) as Record<Name, Line>
}

const titles = {
  cached: 'by id, from the cache',
  bytes: '  bare Fastify, the same bytes',
  uncached: 'by id, past the cache',
  query: '  bare Fastify, the same query',
  filterCached: 'list of 25, filtered, from the cache',
  filtered: 'list of 25, filtered, past the cache',
} as const

function print(lines: Readonly<Record<keyof typeof titles, Line>>, plain: readonly number[]): void {
  const rate = (value: number | undefined) =>
    Math.round(value ?? 0)
      .toLocaleString('en-US')
      .padStart(9)
  console.log('\nDelivery, answers a second with 1 and 32 callers (p99 ms with 32)')
  for (const [name, { one, many }] of Object.entries(lines))
    console.log(
      `${titles[name as keyof typeof titles].padEnd(40)}${rate(one.perSecond)}${rate(many.perSecond)}  ${many.p99.toFixed(2)}`,
    )
  console.log(`${'  the query alone, no server'.padEnd(40)}${rate(plain[0])}${rate(plain[1])}`)
}
