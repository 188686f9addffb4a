import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { contract } from '@pim/contract'
import type { Route } from '@pim/contract/core/route.ts'
import { urlOf } from '../testing/caller.ts'
import type { BenchDatabase } from './bench-database.ts'
import { copyIdOf, itemIdOf, itemOf } from './catalogue.ts'
import { type Cpu, CpuMeter } from './cpu.ts'
import type { ProcessUsage } from './delivery-server.ts'
import { forkServer } from './fork-server.ts'
import { Caller, request } from './load.ts'
import { type Measured, measure, print } from './measure.ts'
import { PlainSave } from './plain-save.ts'
import { randomFrom } from './random.ts'
import type { SaveServer, SaveServerOptions } from './save-server.ts'

interface Bars {
  /** The upper limit of p99 in milliseconds. */
  readonly p99?: number
  /** The lower limit of how many one caller gets done in a second. */
  readonly perSecond?: number
  /** The upper limit of CPU milliseconds of server and database together. */
  readonly cpu?: number
  /** The upper limit of the median, in medians of the row before. */
  readonly ratio?: number
}

/** Measures reading and saving single items over a real connection, by one caller, with durable commits. */
export async function benchSaves(db: BenchDatabase, runs: number): Promise<boolean> {
  const { large } = db
  // The database is reused, and writing the value of an earlier run again would not be a save, so the values are
  // random.
  const random = randomFrom(Date.now() % 2 ** 31)
  /** Numbers of draft items of a type that can be saved and published. */
  const drafts = (technicalName: string, count: number): number[] => {
    const numbers = new Set<number>()
    while (numbers.size < count) {
      const number = random.below(large.items)
      const { type, isDeleted, copies } = itemOf(large, number)
      const isDraft = copies[0]?.status === 'draft' && copies[1]?.status !== 'archived'
      if (type.technicalName === technicalName && !isDeleted && isDraft) numbers.add(number)
    }
    return [...numbers]
  }
  const products = drafts('product', Math.min(runs * 4, large.items / 20))
  const articles = drafts('article', Math.min(runs, large.items / 50))
  const next = (from: number[]) => {
    const number = from.shift() ?? 0
    from.push(number)
    return number
  }
  const anyOf = () => {
    for (;;) {
      const number = random.below(large.items)
      if (!itemOf(large, number).isDeleted) return number
    }
  }
  const server = await Server.start(db)
  const plain = new PlainSave(db.address, large)
  const edit = (contentVariationId: string, fields: Record<string, unknown>) =>
    server.ask(contract.contentVariation.updateVariation, {
      body: {
        contentVariationId,
        fields: Object.entries(fields).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
      },
    })
  const save = (fields: Record<string, unknown>, variation = 0) =>
    edit(copyIdOf(large, next(products), variation), fields)
  const publish = (contentVariationId: string) =>
    server.ask(contract.contentVariation.publish, { params: { contentVariationId } })

  const lines: string[][] = []
  const verdicts: boolean[] = []
  let beforeIt: Measured | undefined
  const row = async (what: string, times: number, work: (run: number) => Promise<unknown>, bars: Bars = {}) => {
    const measured = await measure(times, work, server)
    const { cells, isMet } = lineOf(measured, bars, beforeIt)
    lines.push([what, ...cells])
    verdicts.push(isMet)
    beforeIt = measured
  }

  try {
    // A server that has just started runs code that is not compiled yet: twice the CPU time.
    for (let number = 0; number < runs * 3; number++) {
      await save({ description: `warm ${random.next()}` }, 1)
      await edit(copyIdOf(large, next(articles), 1), { title: `warm ${random.next()}` })
      await server.ask(contract.contentItem.createItem, {
        query: { name: `warm ${number}`, technicalContentTypeName: 'part' },
      })
    }
    await row('read one variation', runs, () =>
      server.ask(contract.contentVariation.getVariation, {
        params: { contentVariationId: copyIdOf(large, anyOf(), 0) },
      }),
    )
    await row('read an item in all its variations', runs, () =>
      server.ask(contract.contentItem.getItemVariations, { params: { contentItemId: itemIdOf(large, anyOf()) } }),
    )
    const writes = await Promise.all(products.map((number) => plain.prepare(copyIdOf(large, number, 1))))
    await row('the rows of the next by hand, in one packet', runs, async (run) =>
      writes[run % writes.length]?.(`changed ${run} ${random.next()}`),
    )
    await plain.restore()
    await row(
      'save a text of one variation',
      runs,
      (run) => save({ description: `changed ${run} ${random.next()}` }, 1),
      {
        p99: 15,
        ratio: 3,
      },
    )
    await row(
      'save a text that two variations may inherit',
      runs,
      (run) => save({ title: `changed ${run} ${random.next()}` }),
      { p99: 15 },
    )
    await row(
      'save a unique value, shared by three variations',
      runs,
      (run) => save({ sku: `NEW-${run}-${random.below(1_000_000_000)}` }),
      { p99: 15 },
    )
    const variationId = large.variations[1]?.variationId
    const latest = { ...(variationId && { variationId }), paging: { pageNumber: 1, pageSize: 25 } }
    await row('save a text of one variation, then the list of the latest', runs, async (run) => {
      await save({ description: `changed ${run} ${random.next()}` }, 1)
      await server.ask(contract.search.searchAll, { body: latest })
    })
    await row('publish', Math.min(runs, articles.length / 2), () => publish(copyIdOf(large, next(articles), 0)))
    await row(
      'update and publish',
      Math.min(runs, articles.length / 2),
      async (run) => {
        const contentVariationId = copyIdOf(large, next(articles), 0)
        await edit(contentVariationId, { title: `changed ${run} ${random.next()}` })
        await publish(contentVariationId)
      },
      { perSecond: 300, cpu: 2.2 },
    )
    await row(
      'create a draft',
      runs,
      (run) =>
        server.ask(contract.contentItem.createItem, {
          query: { name: `made ${run}`, technicalContentTypeName: 'part' },
        }),
      { perSecond: 400, cpu: 2.3 },
    )
  } finally {
    await plain.close()
    await server.stop()
  }
  print(`Reading and saving by one caller, with ${large.items * large.variations.length} variations; milliseconds`, [
    ['', 'p50', 'p99', 'a second', 'CPU server', 'CPU db', 'beside the row before', ''],
    ...lines,
  ])
  return verdicts.every(Boolean)
}

const shown = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(value < 100 ? 2 : 0))

/** The figures of a row, and what its bars say. */
function lineOf(
  measured: Measured,
  bars: Bars,
  beforeIt: Measured | undefined,
): { readonly cells: string[]; readonly isMet: boolean } {
  const { p50, p99, mean, cpu, failed = 0 } = measured
  const perSecond = 1_000 / mean
  const all = cpu?.database === undefined ? undefined : cpu.here + cpu.database
  const ratio = beforeIt && p50 / beforeIt.p50
  const verdicts: [boolean, string][] = [
    [failed === 0, 'timed out'],
    [bars.p99 === undefined || p99 < bars.p99, `p99 < ${bars.p99}`],
    [bars.perSecond === undefined || perSecond >= bars.perSecond, `${bars.perSecond} a second`],
    [bars.cpu === undefined || all === undefined || all <= bars.cpu, `CPU ${bars.cpu}`],
    [bars.ratio === undefined || ratio === undefined || ratio <= bars.ratio, `${bars.ratio} ×`],
  ]
  const missed = verdicts.flatMap(([isMet, bar]) => (isMet ? [] : [bar]))
  const verdict = missed.length > 0 ? `MISSED ${missed.join(', ')}` : Object.keys(bars).length > 0 ? 'met' : ''
  return {
    cells: [
      ...[shown(p50), shown(p99), shown(perSecond), shown(cpu?.here), shown(cpu?.database)],
      bars.ratio === undefined || ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
      verdict,
    ],
    isMet: missed.length === 0,
  }
}

/** The server in a process of its own, and one caller's connection to it. */
class Server {
  readonly #process: ChildProcess
  readonly #meter: CpuMeter
  readonly #caller: Caller
  readonly #headers: Readonly<Record<string, string>>

  private constructor(
    process: ChildProcess,
    meter: CpuMeter,
    caller: Caller,
    headers: Readonly<Record<string, string>>,
  ) {
    this.#process = process
    this.#meter = meter
    this.#caller = caller
    this.#headers = headers
  }

  static async start({ address, superuser, large, lists }: BenchDatabase): Promise<Server> {
    const process = forkServer('./save-server.ts')
    process.send({ address, tenants: [large], lists } satisfies SaveServerOptions)
    const [{ port, tokens }] = (await once(process, 'message')) as [SaveServer]
    const headers = { authorization: `Bearer ${tokens[0]}`, 'x-tenant-id': large.externalId }
    return new Server(process, await CpuMeter.open(superuser), await Caller.open(port), headers)
  }

  async ask(route: Route, { body, ...asked }: Parameters<typeof urlOf>[1] & { readonly body?: object }): Promise<void> {
    const status = await this.#caller.ask(request(route.method, urlOf(route, asked), body, this.#headers))
    if (status !== 200) throw new Error(`${route.method} ${route.path} was answered with ${status}`)
  }

  /** CPU time of the server's process and of the database; that of the bench is not among it. */
  async read(): Promise<Cpu> {
    this.#process.send('usage')
    const [{ cpu }] = (await once(this.#process, 'message')) as [ProcessUsage]
    return { here: cpu, database: await this.#meter.ofDatabase() }
  }

  async stop(): Promise<void> {
    this.#caller.close()
    await this.#meter.close()
    this.#process.disconnect()
    await once(this.#process, 'exit')
  }
}
