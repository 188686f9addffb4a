import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, contract, importPartBytes, maxItemsPerBatch } from '@pim/contract'
import { addTenant } from '../testing/tenants.ts'
import type { BenchApp } from './bench-app.ts'
import { printTable, summary, type TableRow } from './measure.ts'

const as = 'editor'
/** Milliseconds in which others are answered while one tenant imports a file: the product promises these. */
const bars = { search: 200, health: 50 }
/** Calls of each kind beside each file, at least. */
const fewest = 200
const items = maxItemsPerBatch

const head = 'sku,title\n'
const files: Readonly<Record<string, () => string>> = {
  '1 MB of blank lines': () => head + '\n'.repeat(1_000_000),
  '5 MB of blank lines': () => head + '\n'.repeat(5_000_000),
  '50 MB of blank lines': () => head + '\n'.repeat(50_000_000),
  '50 MB in 190,000 rows': () =>
    head + Array.from({ length: 190_000 }, (_, at) => `${at},"${'A lamp, '.repeat(31)}"\n`).join(''),
}

/**
 * Files that one tenant imports, hostile ones and a large one, rehearsed again and again; beside them a search of another tenant and `/healthz`. The
 * jobs run in the server that answers the calls.
 */
export async function benchFiles(app: BenchApp): Promise<boolean> {
  const [importing, beside] = [await tenantWithItems(app, 'files'), await tenantWithItems(app, 'beside')]
  const alone = () => callsBeside(app, beside, 'no file', () => wait(50))
  // The first calls of a server are slower than all later ones.
  await alone()
  const rows: TableRow[] = await alone()
  for (const [what, text] of Object.entries(files)) {
    const importFileId = await uploaded(app, importing, Buffer.from(text()))
    rows.push(...(await callsBeside(app, beside, what, () => rehearse(app, importing, importFileId))))
  }
  printTable('Beside a file that another tenant imports', rows)
  return rows.every(({ p99 = 0, bar = 0 }) => p99 < bar)
}

async function tenantWithItems(app: BenchApp, name: string): Promise<string> {
  const tenant = `${name}-${Date.now()}`
  await addTenant(app.database, {
    externalId: tenant,
    taxonomyEnabled: false,
    deliveryTargets: ['web'],
    languages: [['en-US', null]],
  })
  const sku = {
    technicalName: 'sku',
    friendlyName: { 'en-US': 'Number' },
    type: 'identifier' as const,
    localizable: false,
  }
  const title = { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' as const }
  const fields = [{ ...sku, unique: 'tenant' as const }, title]
  const type = { technicalName: 'thing', friendlyName: { 'en-US': 'Thing' }, kind: 'user' as const, fields }
  await app.ok(contract.contentModel.seedContentTypes, { tenant, body: { contentTypes: [type] } })
  const made = Array.from({ length: items }, (_, at) => ({ name: `A lamp ${at}`, technicalContentTypeName: 'thing' }))
  await app.ok(contract.contentItem.batchItems, { tenant, as, body: { items: made } })
  return tenant
}

async function uploaded(app: BenchApp, tenant: string, bytes: Buffer): Promise<string> {
  const body = { fileName: 'things.csv', byteSize: bytes.length }
  const { importFileId } = await app.ok(contract.import.createImportFile, { tenant, as, body })
  for (let from = 0; from < bytes.length; from += importPartBytes) {
    const file = new Blob([Uint8Array.from(bytes.subarray(from, from + importPartBytes))])
    const params = { importFileId, partNumber: String(from / importPartBytes) }
    await app.ok(contract.import.putImportFilePart, { tenant, as, params, file, fileName: 'part' })
  }
  return importFileId
}

/** Looked at, and rehearsed to its end; then given up, as a tenant may have a few of them at once. */
async function rehearse(app: BenchApp, tenant: string, importFileId: string): Promise<void> {
  await app.ok(contract.import.inspectImportFile, { tenant, as, params: { importFileId }, body: {} })
  const columns = ['sku', 'title'].map((column) => ({
    column,
    target: { kind: 'field' as const, technicalFieldName: column },
  }))
  const file = { importFileId, technicalContentTypeName: 'thing', keyField: 'sku', columns }
  const { bulkChangeId } = await app.ok(contract.bulkChange.createBulkChange, { tenant, as, body: { file } })
  const params = { bulkChangeId }
  let now: BulkChange
  do {
    await wait(50)
    now = await app.ok(contract.bulkChange.getBulkChange, { tenant, as, params })
  } while (now.state === 'rehearsing')
  if (now.state === 'ready') await app.ok(contract.bulkChange.cancelBulkChange, { tenant, as, params })
}

async function callsBeside(
  app: BenchApp,
  tenant: string,
  what: string,
  work: () => Promise<void>,
): Promise<TableRow[]> {
  const times: Record<'search' | 'health', number[]> = { search: [], health: [] }
  const took = async (of: keyof typeof times, call: () => Promise<unknown>) => {
    const since = performance.now()
    await call()
    times[of].push(performance.now() - since)
  }
  let isOver = false
  const asking = (async () => {
    while (!isOver || times.search.length < fewest) {
      const body = { filtering: { searchText: 'lamp' } }
      await took('search', () => app.ok(contract.search.searchUserContent, { tenant, as, body }))
      await took('health', () => app.app.server.inject({ url: '/healthz' }))
      await wait(5)
    }
  })()
  do await work()
  while (times.search.length < fewest)
  isOver = true
  await asking
  return [
    { what: `${what}: a search of others`, ...summary(times.search), bar: bars.search },
    { what: `${what}: /healthz`, ...summary(times.health), bar: bars.health },
  ]
}
