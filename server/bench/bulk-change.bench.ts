import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { BulkChange } from '@pim/contract'
import { contract, maxItemsPerBatch } from '@pim/contract'
import type { RouteRequest } from '@pim/contract/core/route.ts'
import { sql } from 'kysely'
import { addTenant } from '../testing/tenants.ts'
import type { BenchApp } from './bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'
import { type FileOfItems, fileOfItems, longFile, texts } from './bulk-change-files.ts'
import { CpuMeter } from './cpu.ts'
import type { ProcessUsage } from './delivery-server.ts'
import { forkServer } from './fork-server.ts'
import type { JobServerOptions } from './job-server.ts'
import { print, summary } from './measure.ts'

const as = 'editor'
/** What is promised of a hundred thousand items with three variations: rows of a file and items a second. */
const bars = { rehearsed: 5_000, executed: 500, megabytes: 512, list: 10 }

export interface BulkSizes {
  readonly itemCount: number
  /** Of the long file. */
  readonly rowCount: number
}

/**
 * One text of three variations changed in every item that a search finds, and two files of as many items, one with a row for each item
 * and one with a row for each variation: rehearsed and executed, the first also taken back. Then a long file whose rows link to each other, rehearsed alone, for
 * the memory that this takes. The jobs run in a process of their own. Meanwhile a staff list
 * of the same tenant is asked for. CPU time is printed beside the speed, as it depends less on what else the machine does.
 */
export async function benchBulkChanges(
  app: BenchApp,
  db: BenchDatabase,
  { itemCount, rowCount }: BulkSizes,
): Promise<boolean> {
  const jobs = forkServer('./job-server.ts')
  const meter = await CpuMeter.open(db.superuser)
  try {
    jobs.send({ address: db.address, objectFolder: app.objectFolder } satisfies JobServerOptions)
    await once(jobs, 'message')
    return await new BulkBench(app, new JobsMeter(jobs, meter), { itemCount, rowCount }).run()
  } finally {
    await meter.close()
    jobs.disconnect()
    await once(jobs, 'exit')
  }
}

/** The CPU time of the process of the jobs and of the database, and the most memory that the process has taken. */
class JobsMeter {
  readonly #jobs: ChildProcess
  readonly #database: CpuMeter
  /** Of the connections by their process, those that are closed by now included. */
  readonly #ofConnections = new Map<number, number>()
  most = 0

  constructor(jobs: ChildProcess, database: CpuMeter) {
    this.#jobs = jobs
    this.#database = database
  }

  async read(): Promise<{ readonly jobs: number; readonly database: number }> {
    this.#jobs.send('usage')
    const [{ cpu, resident }] = (await once(this.#jobs, 'message')) as [ProcessUsage]
    this.most = Math.max(this.most, resident)
    for (const [pid, milliseconds] of (await this.#database.byConnection()) ?? [])
      this.#ofConnections.set(pid, milliseconds)
    return { jobs: cpu, database: this.#ofConnections.values().reduce((sum, each) => sum + each, 0) }
  }
}

/** `bar`: of rows or items a second; `rowsOfItem`: rows of a file that an item has, where rows are promised. */
interface Measure {
  readonly what: string
  readonly bar?: number
  readonly rowsOfItem?: number
  /** Where they are not as many as all others. */
  readonly itemCount?: number
}

type Asked = RouteRequest<typeof contract.bulkChange.createBulkChange>['body']

interface Phase extends Measure {
  readonly itemsPerSecond: number
  readonly cpu: { readonly jobs: number; readonly database: number }
}

class BulkBench {
  readonly #app: BenchApp
  readonly #meter: JobsMeter
  readonly #itemCount: number
  readonly #rowCount: number
  readonly #tenant = `bulk-${Date.now()}`
  readonly #phases: Phase[] = []
  /** Milliseconds of the pages of the list that were asked for while a bulk change was executed. */
  readonly #pages: number[] = []

  constructor(app: BenchApp, meter: JobsMeter, { itemCount, rowCount }: BulkSizes) {
    this.#app = app
    this.#meter = meter
    this.#itemCount = itemCount
    this.#rowCount = rowCount
  }

  async run(): Promise<boolean> {
    const { tenantId, variations } = await addTenant(this.#app.database, {
      externalId: this.#tenant,
      taxonomyEnabled: false,
      deliveryTargets: ['web'],
      languages: [
        ['en-US', null],
        ['de-DE', 'en-US'],
        ['sv-SE', 'en-US'],
      ],
    })
    const variationIds = Object.values(variations)
    await this.#makeItems(variationIds)
    const edit = { kind: 'replaceText', technicalFieldName: 'text0', find: 'old', replaceBy: 'new' } as const
    const made = await this.#rehearse(
      { what: 'a search: found and rehearsed', bar: bars.rehearsed },
      { selection: {}, variationIds, edits: [edit] },
    )
    await this.#execute('a search: executed', made)
    const undo = await this.#rehearse({ what: 'taking back: rehearsed' }, { undoOf: made.bulkChangeId })
    const wide = await this.#import('a row an item', fileOfItems('rowAnItem', this.#itemCount, variations), 1)
    const back = await this.#rehearse({ what: 'a file, taken back: rehearsed' }, { undoOf: wide.bulkChangeId })
    await this.#execute('a file, taken back: items deleted', back)
    const long = await this.#import(
      'a row a variation',
      fileOfItems('rowAVariation', this.#itemCount, variations),
      variationIds.length,
    )
    const bytes = await this.#app.database.inTenantReadOnly(tenantId, async (trx) => {
      const { rows } = await sql<{
        bytes: number
      }>`select pg_total_relation_size('bulk_change_row')::float8 as bytes`.execute(trx)
      return (
        (rows[0]?.bytes ?? 0) /
        (made.counts.rows + undo.counts.rows + wide.counts.rows + back.counts.rows + long.counts.rows)
      )
    })
    await this.#rehearseFile('of long lists, linked', longFile(this.#rowCount), 1, this.#rowCount)
    return this.#report(Math.round(bytes))
  }

  async #makeItems(variationIds: readonly string[]): Promise<void> {
    const fields = [
      {
        technicalName: 'sku',
        friendlyName: { 'en-US': 'Number' },
        type: 'identifier' as const,
        localizable: false,
        unique: 'tenant' as const,
      },
      { technicalName: 'related', friendlyName: { 'en-US': 'Related' }, type: 'links' as const, localizable: false },
      ...texts.map((each) => ({ technicalName: each, friendlyName: { 'en-US': each }, type: 'text' as const })),
    ]
    const type = { technicalName: 'thing', friendlyName: { 'en-US': 'Thing' }, kind: 'user' as const, fields }
    const tenant = this.#tenant
    await this.#app.ok(contract.contentModel.seedContentTypes, { tenant, body: { contentTypes: [type] } })
    const atOnce = maxItemsPerBatch / 2
    for (let from = 0; from < this.#itemCount; from += atOnce) {
      const items = Array.from({ length: Math.min(atOnce, this.#itemCount - from) }, (_, at) => ({
        name: `Thing ${from + at}`,
        technicalContentTypeName: 'thing',
        variations: variationIds.map((variationId) => ({
          variationId,
          fields: texts.map((technicalFieldName) => ({
            technicalFieldName,
            value: `an old ${technicalFieldName} ${at}`,
          })),
        })),
      }))
      await this.#app.ok(contract.contentItem.batchItems, { tenant, as, body: { items } })
    }
  }

  async #import(shape: string, file: FileOfItems, rowsOfItem: number): Promise<BulkChange> {
    const change = await this.#rehearseFile(shape, file, rowsOfItem, this.#itemCount)
    await this.#execute(`a file, ${shape}: made`, change)
    return change
  }

  async #rehearseFile(
    shape: string,
    { bytes, mapping }: FileOfItems,
    rowsOfItem: number,
    itemCount: number,
  ): Promise<BulkChange> {
    const [app, tenant] = [this.#app, this.#tenant]
    const body = { fileName: 'things.csv', byteSize: bytes.length }
    const { importFileId, partBytes } = await app.ok(contract.import.createImportFile, { tenant, as, body })
    for (let from = 0; from < bytes.length; from += partBytes) {
      const file = new Blob([Uint8Array.from(bytes.subarray(from, from + partBytes))])
      const params = { importFileId, partNumber: String(from / partBytes) }
      await app.ok(contract.import.putImportFilePart, { tenant, as, params, file, fileName: 'part' })
    }
    const file = { importFileId, technicalContentTypeName: 'thing', ...mapping }
    const what = `a file, ${shape}: read and rehearsed`
    const change = await this.#rehearse({ what, bar: bars.rehearsed, rowsOfItem, itemCount }, { file })
    if (change.counts.created !== itemCount) throw new Error(`of the file: ${JSON.stringify(change.counts)}`)
    return change
  }

  #rehearse(measure: Measure, body: Asked): Promise<BulkChange> {
    const tenant = this.#tenant
    return this.#phase(measure, () => this.#app.ok(contract.bulkChange.createBulkChange, { tenant, as, body }))
  }

  async #execute(what: string, { bulkChangeId, fingerprint }: BulkChange): Promise<void> {
    const tenant = this.#tenant
    const request = { tenant, as, params: { bulkChangeId }, body: { fingerprint } } as const
    let isExecuted = false
    const pages = (async () => {
      while (!isExecuted) {
        const since = performance.now()
        await this.#app.ok(contract.search.searchUserContent, { tenant, as, body: {} })
        this.#pages.push(performance.now() - since)
        await wait(100)
      }
    })()
    const done = await this.#phase({ what, bar: bars.executed }, () =>
      this.#app.ok(contract.bulkChange.executeBulkChange, request),
    )
    isExecuted = true
    await pages
    if (done.counts.done !== this.#itemCount) throw new Error(`executed: ${JSON.stringify(done.counts)}`)
  }

  async #phase(measure: Measure, begin: () => Promise<BulkChange>): Promise<BulkChange> {
    const before = await this.#meter.read()
    const since = performance.now()
    const { bulkChangeId } = await begin()
    for (;;) {
      const request = { tenant: this.#tenant, as, params: { bulkChangeId } } as const
      const now = await this.#app.ok(contract.bulkChange.getBulkChange, request)
      const after = await this.#meter.read()
      if (now.state === 'failed') throw new Error('the bulk change has failed')
      if (now.state === 'ready' || now.state === 'done') {
        const { itemCount = this.#itemCount } = measure
        const of = (milliseconds: number) => milliseconds / itemCount
        const cpu = { jobs: of(after.jobs - before.jobs), database: of(after.database - before.database) }
        const itemsPerSecond = Math.round((itemCount / (performance.now() - since)) * 1_000)
        this.#phases.push({ ...measure, itemsPerSecond, cpu })
        return now
      }
      await wait(100)
    }
  }

  #report(bytesOfRow: number): boolean {
    const megabytes = Math.round(this.#meter.most / 2 ** 20)
    const { p50, p99 } = summary(this.#pages)
    const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
    const speedOf = ({ itemsPerSecond, rowsOfItem = 1 }: Phase) => itemsPerSecond * rowsOfItem
    const isMet = (phase: Phase) => phase.bar === undefined || speedOf(phase) >= phase.bar
    print(`Bulk changes of ${this.#itemCount} items with three variations; CPU in milliseconds of an item`, [
      ['', 'items/s', 'rows/s', 'CPU jobs', 'CPU db', 'bar', ''],
      ...this.#phases.map((phase) => {
        const { what, bar, rowsOfItem, itemsPerSecond, cpu } = phase
        return [
          what,
          String(itemsPerSecond),
          rowsOfItem === undefined ? '' : String(speedOf(phase)),
          cpu.jobs.toFixed(2),
          cpu.database.toFixed(2),
          bar === undefined ? '' : String(bar),
          bar === undefined ? '' : verdict(isMet(phase)),
        ]
      }),
    ])
    const isSmall = megabytes <= bars.megabytes
    const isListFast = p99 < bars.list
    print('Beside them', [
      ['', '', 'bar', ''],
      ['memory of the process of the jobs, MB', String(megabytes), String(bars.megabytes), verdict(isSmall)],
      ['a page of a list meanwhile, p50, ms', p50.toFixed(1), '', ''],
      ['a page of a list meanwhile, p99, ms', p99.toFixed(1), `< ${bars.list}`, verdict(isListFast)],
      ['bytes of a row of a bulk change', String(bytesOfRow), '', ''],
    ])
    return this.#phases.every(isMet) && isSmall && isListFast
  }
}
