import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BulkChange } from '@pim/contract'
import { contract, maxItemsPerBatch } from '@pim/contract'
import { sql } from 'kysely'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { addTenant } from '../testing/tenants.ts'
import type { BenchApp } from './bench-app.ts'
import type { ProcessUsage } from './delivery-server.ts'
import type { JobServerOptions } from './job-server.ts'
import { print } from './measure.ts'

const as = 'editor'
/** Items of three variations each, with own values in all of them. */
const itemCount = 6_000
const bars = { rehearsed: 5_000, executed: 500, megabytes: 512 }
const texts = Array.from({ length: 20 }, (_, at) => `text${at}`)

/**
 * One text of three variations changed in every item that a search finds, and a file of as many items: rehearsed and executed,
 * as items a second. The jobs run in a process of their own.
 */
export async function benchBulkChanges(app: BenchApp, address: DatabaseAddress): Promise<boolean> {
  const jobs = fork(fileURLToPath(new URL('./job-server.ts', import.meta.url)))
  try {
    jobs.send({ address, objectFolder: app.objectFolder } satisfies JobServerOptions)
    await once(jobs, 'message')
    let most = 0
    jobs.on('message', ({ resident }: ProcessUsage) => {
      most = Math.max(most, resident)
    })
    const watch = setInterval(() => jobs.send('usage'), 200)
    try {
      return await measure(app, () => most)
    } finally {
      clearInterval(watch)
    }
  } finally {
    jobs.disconnect()
    await once(jobs, 'exit')
  }
}

async function measure(app: BenchApp, mostBytes: () => number): Promise<boolean> {
  const tenant = `bulk-${Date.now()}`
  const languages = [
    ['en-US', null],
    ['de-DE', 'en-US'],
    ['sv-SE', 'en-US'],
  ] as const
  const added = await addTenant(app.database, {
    externalId: tenant,
    taxonomyEnabled: false,
    deliveryTargets: ['web'],
    languages,
  })
  const { tenantId, variations } = added
  const fields = texts.map((technicalName) => ({
    technicalName,
    friendlyName: { 'en-US': technicalName },
    type: 'text' as const,
  }))
  const type = { technicalName: 'thing', friendlyName: { 'en-US': 'Thing' }, kind: 'user' as const, fields }
  await app.ok(contract.contentModel.seedContentTypes, { tenant, body: { contentTypes: [type] } })
  const variationIds = Object.values(variations)
  for (let from = 0; from < itemCount; from += maxItemsPerBatch / 2) {
    const items = Array.from({ length: maxItemsPerBatch / 2 }, (_, at) => ({
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
    await app.ok(contract.contentItem.batchItems, { tenant, as, body: { items } })
  }
  const settled = async ({ bulkChangeId }: BulkChange): Promise<BulkChange> => {
    for (;;) {
      const now = await app.ok(contract.bulkChange.getBulkChange, { tenant, as, params: { bulkChangeId } })
      if (now.state === 'ready' || now.state === 'done') return now
      if (now.state === 'failed') throw new Error('the bulk change has failed')
      await wait(50)
    }
  }
  let since = performance.now()
  const rate = () => {
    const took = performance.now() - since
    since = performance.now()
    return Math.round((itemCount / took) * 1_000)
  }
  const edit = { kind: 'replaceText', technicalFieldName: 'text0', find: 'old', replaceBy: 'new' } as const
  const body = { selection: {}, variationIds, edits: [edit] }
  const made = await settled(await app.ok(contract.bulkChange.createBulkChange, { tenant, as, body }))
  const rehearsed = rate()
  const { bulkChangeId, fingerprint } = made
  const params = { bulkChangeId }
  await settled(await app.ok(contract.bulkChange.executeBulkChange, { tenant, as, params, body: { fingerprint } }))
  const executed = rate()
  const undo = await settled(
    await app.ok(contract.bulkChange.createBulkChange, { tenant, as, body: { undoOf: bulkChangeId } }),
  )
  const undoRehearsed = rate()
  const read = await importedFile(app, { tenant, variationIds })
  since = performance.now()
  const file = { importFileId: read, technicalContentTypeName: 'thing', ...mappingOf(variationIds) }
  const imported = await settled(await app.ok(contract.bulkChange.createBulkChange, { tenant, as, body: { file } }))
  const fileRehearsed = rate()
  const options = { params: { bulkChangeId: imported.bulkChangeId }, body: { fingerprint: imported.fingerprint } }
  await settled(await app.ok(contract.bulkChange.executeBulkChange, { tenant, as, ...options }))
  const fileExecuted = rate()
  const bytes = await app.database.inTenantReadOnly(tenantId, async (trx) => {
    const { rows } = await sql<{
      bytes: number
    }>`select pg_total_relation_size('bulk_change_row')::float8 as bytes`.execute(trx)
    return (rows[0]?.bytes ?? 0) / (itemCount + undo.counts.rows)
  })
  const megabytes = Math.round(mostBytes() / 2 ** 20)
  const line = (what: string, figure: number, bar: number | undefined, isMet: boolean) => [
    what,
    String(figure),
    bar === undefined ? '' : String(bar),
    bar === undefined ? '' : isMet ? 'met' : 'MISSED',
  ]
  print('Bulk changes; items of three variations a second', [
    ['', '', 'bar', ''],
    line('rehearsed, with the search', rehearsed, bars.rehearsed, rehearsed >= bars.rehearsed),
    line('executed', executed, bars.executed, executed >= bars.executed),
    line('taking back, rehearsed', undoRehearsed, undefined, true),
    line('of a file, read and rehearsed', fileRehearsed, bars.rehearsed, fileRehearsed >= bars.rehearsed),
    line('of a file, made', fileExecuted, bars.executed, fileExecuted >= bars.executed),
    line('memory of the server, MB', megabytes, bars.megabytes, megabytes <= bars.megabytes),
    line('bytes of a row', Math.round(bytes), undefined, true),
  ])
  const areRehearsed = Math.min(rehearsed, fileRehearsed) >= bars.rehearsed
  const areExecuted = Math.min(executed, fileExecuted) >= bars.executed
  return areRehearsed && areExecuted && megabytes <= bars.megabytes
}

/** Columns for each text in each variation, and one for the name. */
const columnName = (text: string, at: number) => `${text} ${at}`
const mappingOf = (variationIds: readonly string[]) => ({
  columns: [
    { column: 'name', target: { kind: 'name' as const } },
    ...variationIds.flatMap((variationId, at) =>
      texts.map((technicalFieldName) => ({
        column: columnName(technicalFieldName, at),
        target: { kind: 'field' as const, technicalFieldName, variationId },
      })),
    ),
  ],
})

/** A CSV of as many items, sent to the server. */
async function importedFile(
  app: BenchApp,
  { tenant, variationIds }: { readonly tenant: string; readonly variationIds: readonly string[] },
): Promise<string> {
  const columns = variationIds.flatMap((_, at) => texts.map((text) => columnName(text, at)))
  const lines = Array.from({ length: itemCount }, (_, at) =>
    [`New thing ${at}`, ...columns.map((column) => `a new ${column} ${at}`)].join(','),
  )
  const bytes = Buffer.from([['name', ...columns].join(','), ...lines].join('\n'))
  const body = { fileName: 'things.csv', byteSize: bytes.length }
  const { importFileId, partBytes } = await app.ok(contract.import.createImportFile, { tenant, as, body })
  for (let from = 0; from < bytes.length; from += partBytes) {
    const file = new Blob([Uint8Array.from(bytes.subarray(from, from + partBytes))])
    const params = { importFileId, partNumber: String(from / partBytes) }
    await app.ok(contract.import.putImportFilePart, { tenant, as, params, file, fileName: 'part' })
  }
  return importFileId
}
