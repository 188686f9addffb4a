import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { print } from '../../server/bench/measure.ts'
import { heapGrowth, heapLimit, mallocSettings } from '../../server/src/heap-limit.ts'
import { administrator, endAll, launch, newDataFolder, ready } from '../../server/testing/server-process.ts'
import { ApiSession } from '../catalogue/load/api-session.ts'
import { importRows } from '../exchange/import-rows.ts'
import { memoryOfAll } from './process-memory.ts'

/** Megabytes of the server and the processes that it reads files in. */
const bar = 400
const languageCount = 70
const fieldCount = 20
const valueCount = 150_000
const sampleEveryMs = 100

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const languages = Array.from(
  { length: languageCount },
  (_, at) => `en-${letters[Math.floor(at / 26)]}${letters[at % 26]}`,
)
const fields = Array.from({ length: fieldCount }, (_, at) => `text${at}`)
const columns = languages.flatMap((language) => fields.map((field) => `${field}:${language}`))

/** The memory of a server of its own while it rehearses and executes the import of a file with texts in many languages. Only on Linux. */
export async function benchImportMemory(): Promise<boolean> {
  if (process.platform !== 'linux') {
    console.error('Not measured, as only Linux tells it: the memory of an import')
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'pim-import-memory-'))
  const variables = { ...mallocSettings, PIM_RATE_LIMIT: '0', PIM_LOG_LEVEL: 'error' }
  const server = await ready(launch(await newDataFolder(), variables, [...heapLimit, ...heapGrowth]))
  try {
    const session = new ApiSession({ baseUrl: server.origin, credentials: administrator() })
    await tenantOfLanguages(session)
    const path = join(folder, 'things.csv')
    const rowCount = Math.round(valueCount / columns.length)
    const rows = Array.from({ length: rowCount }, (_, row) => [
      `T-${row}`,
      ...columns.map((column) => `A text of some forty letters ${row} ${column}`),
    ])
    await writeFile(path, [['sku', ...columns], ...rows].map((row) => row.join(',')).join('\n'))
    const idle = memoryOfServer(server.child.pid)
    let most = 0
    const sampler = setInterval(() => {
      most = Math.max(most, memoryOfServer(server.child.pid))
    }, sampleEveryMs)
    const since = performance.now()
    const { state, counts } = await importRows(session, path, { technicalContentTypeName: 'thing', runs: true })
    clearInterval(sampler)
    const seconds = (performance.now() - since) / 1_000
    const isMet = most <= bar && state === 'done' && counts.created === rowCount
    print(`An import of ${valueCount} values in ${languageCount} languages`, [
      ['megabytes of the server and its readers', 'before', 'most', 'bar', 'seconds', ''],
      [
        `${rowCount} rows: ${state}`,
        idle.toFixed(0),
        most.toFixed(0),
        `≤ ${bar}`,
        seconds.toFixed(1),
        isMet ? 'met' : 'MISSED',
      ],
    ])
    return isMet
  } finally {
    await endAll()
    await rm(folder, { recursive: true, force: true })
  }
}

const memoryOfServer = (processId = 0): number => memoryOfAll(processId, (name) => !name.startsWith('postgres'))

async function tenantOfLanguages(session: ApiSession): Promise<void> {
  const [first = 'en', ...others] = languages
  const externalId = 'languages'
  const defaultVariation = { friendlyName: first, languageCode: first }
  await session.call(contract.tenants.createTenant, {
    body: { externalId, friendlyName: 'Languages', defaultVariation },
  })
  session.tenant = externalId
  session.forgetToken()
  for (const languageCode of others)
    await session.call(contract.tenants.createVariation, { body: { friendlyName: languageCode, languageCode } })
  const sku = {
    technicalName: 'sku',
    friendlyName: { en: 'Number' },
    type: 'identifier' as const,
    localizable: false,
    unique: 'tenant' as const,
  }
  const texts = fields.map((technicalName) => ({
    technicalName,
    friendlyName: { en: technicalName },
    type: 'text' as const,
  }))
  const type = {
    technicalName: 'thing',
    friendlyName: { en: 'Thing' },
    kind: 'user' as const,
    titleField: 'text0',
    fields: [sku, ...texts],
  }
  await session.call(contract.contentModel.seedContentTypes, { body: { contentTypes: [type] } })
}
