import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { contract } from '@pim/contract'
import type { BenchDatabase } from './bench-database.ts'
import type { BenchTenant } from './catalogue.ts'
import { key, putKey } from './delivery.bench.ts'
import { type Load, load, post } from './load.ts'
import { print } from './measure.ts'
import type { SaveServer, SaveServerOptions } from './save-server.ts'
import { vocabularyOf } from './vocabulary.ts'

const seconds = 4
/** Measured in turns, so that other work of the machine affects all of them alike. */
const rounds = 3
/** By how much another tenant's p99 may grow. */
const bar = 2
/** How many questions of an API key, and how many of a person, are under way all the time. */
const blast = 32

/** One tenant asks as much as it can, by an API key and by a person: what it takes from a person who searches in another one. */
export async function benchShares(db: BenchDatabase): Promise<boolean> {
  const { large, small } = db
  const [quiet] = small
  if (quiet === undefined) throw new Error('there is no other tenant')
  await putKey(db)
  const server = fork(fileURLToPath(new URL('./save-server.ts', import.meta.url)))
  try {
    server.send({
      address: db.address,
      externalIds: [large.externalId, quiet.externalId],
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
    const person = (callers: number) => load(port, callers, seconds, search(quiet, tokens[1]))
    // Any status counts as an answer: the tenant that asks 64 questions at once may get 429 and 503.
    const any = () => true
    const tenant = () =>
      Promise.all([load(port, blast, seconds, deliver, any), load(port, blast, seconds, search(large, tokens[0]), any)])
    await Promise.all([person(1), tenant()])
    let [alone, beside] = [nothing, nothing]
    for (let round = 0; round < rounds; round++) {
      alone = better(alone, await person(1))
      const [measured] = await Promise.all([person(1), tenant()])
      beside = better(beside, measured)
    }
    const ratio = beside.p99 / alone.p99
    const line = ({ p50, p99, perSecond }: Load) => [p50.toFixed(2), p99.toFixed(2), perSecond.toFixed(0)]
    print(`A person who searches, while another tenant asks ${2 * blast} questions at once; milliseconds`, [
      ['', 'p50', 'p99', 'a second', '', ''],
      ['alone', ...line(alone), '', ''],
      ['beside it', ...line(beside), `${ratio.toFixed(2)} × (bar ${bar})`, ratio <= bar ? 'met' : 'MISSED'],
    ])
    return ratio <= bar
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

const nothing: Load = { perSecond: 0, p50: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
const better = (one: Load, other: Load): Load => (one.p99 < other.p99 ? one : other)
