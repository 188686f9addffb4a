import { once } from 'node:events'
import { contract } from '@pim/contract'
import type { BenchDatabase } from './bench-database.ts'
import { type BenchTenant, itemOf } from './catalogue.ts'
import { key, putKey } from './delivery.bench.ts'
import { forkServer } from './fork-server.ts'
import { type Load, load, post } from './load.ts'
import { print } from './measure.ts'
import type { SaveServer, SaveServerOptions } from './save-server.ts'
import { vocabularyOf } from './vocabulary.ts'

const seconds = 4
/** Measured in turns, so that other work of the machine affects all of them alike. */
const rounds = 3
/** By how much another tenant's p99 may grow. */
const bar = 2
/** How much of each kind is under way all the time. */
const blast = { questions: 32, batches: 16, exports: 32 }
const itemsOfBatch = 100

/**
 * One tenant asks as much as it can: an API key and a person with questions, a person with batches of changes, a person with exports,
 * most of which are refused. What each of it takes from a person who searches in another tenant.
 */
export async function benchShares(db: BenchDatabase): Promise<boolean> {
  const { large, small } = db
  const [quiet] = small
  if (quiet === undefined) throw new Error('there is no other tenant')
  await putKey(db)
  const server = forkServer('./save-server.ts')
  try {
    server.send({
      address: db.address,
      tenants: [large, quiet],
      lists: db.lists,
    } satisfies SaveServerOptions)
    const [{ port, tokens }] = (await once(server, 'message')) as [SaveServer]
    const words = vocabularyOf('en').rare.slice(0, 500)
    const search = (tenant: BenchTenant, token: string | undefined) => (number: number) =>
      post(
        contract.search.searchAll.path,
        { filtering: { searchText: words[number % words.length] }, paging: { pageNumber: 1, pageSize: 25 } },
        { authorization: `Bearer ${token}`, 'x-tenant-id': tenant.externalId },
      )
    const variationId = large.variations[0]?.variationId ?? ''
    const deliver = (number: number) =>
      post(
        contract.delivery.filterVariations.path,
        {
          contentTypeTechnicalName: 'product',
          variationId,
          filters: [{ technicalFieldName: 'stock', operator: 'gte', value: number % 500 }],
          paging: { pageNumber: 1 + (Math.floor(asked++ / 500) % 100), pageSize: 25 },
        },
        { 'x-api-key': key },
      )
    let asked = 0
    const ofLarge = { authorization: `Bearer ${tokens[0]}`, 'x-tenant-id': large.externalId }
    const change = (number: number) => {
      const items = Array.from({ length: itemsOfBatch }, (_, at) => ({
        technicalContentTypeName: 'product',
        contentItemId: products[(number * itemsOfBatch + at) % products.length],
        fields: [{ technicalFieldName: 'stock', value: number + at }],
      }))
      return post(contract.contentItem.batchItems.path, { items }, ofLarge)
    }
    const products = Array.from({ length: Math.min(large.items, 20_000) }, (_, at) => itemOf(large, at))
      .filter(({ type }) => type.technicalName === 'product')
      .map(({ contentItemId }) => contentItemId)
    const exported = () => post(contract.export.exportItems.path, { technicalContentTypeName: 'article' }, ofLarge)
    const person = () => load(port, 1, seconds, search(quiet, tokens[1]))
    // Any status counts as an answer: the tenant that asks so much at once may get 429 and 503.
    const busy = (callers: number, requestOf: (number: number) => string) =>
      load(port, callers, seconds, requestOf, () => true)
    const { questions, batches, exports } = blast
    const loads: readonly (readonly [what: string, () => Promise<unknown>])[] = [
      [
        `${questions} questions of a key and ${questions} searches`,
        () => Promise.all([busy(questions, deliver), busy(questions, search(large, tokens[0]))]),
      ],
      [`${batches} batches of ${itemsOfBatch} changes`, () => busy(batches, change)],
      [`${exports} exports, and the refusals of most`, () => busy(exports, exported)],
    ]
    const line = ({ p50, p99, perSecond }: Load) => [p50.toFixed(2), p99.toFixed(2), perSecond.toFixed(0)]
    const table = [['', 'p50', 'p99', 'a second', '', '']]
    let isMet = true
    for (const [what, tenant] of loads) {
      await Promise.all([person(), tenant()])
      let [alone, beside] = [nothing, nothing]
      for (let round = 0; round < rounds; round++) {
        alone = better(alone, await person())
        const [measured] = await Promise.all([person(), tenant()])
        beside = better(beside, measured)
      }
      const ratio = beside.p99 / alone.p99
      isMet &&= ratio <= bar
      table.push(
        ['alone', ...line(alone), '', ''],
        [`beside ${what}`, ...line(beside), `${ratio.toFixed(2)} × (bar ${bar})`, ratio <= bar ? 'met' : 'MISSED'],
      )
    }
    print('A person who searches, while another tenant asks as much as it can; milliseconds', table)
    return isMet
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

const nothing: Load = { perSecond: 0, p50: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
const better = (one: Load, other: Load): Load => (one.p99 < other.p99 ? one : other)
