import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SearchInput } from '@pim/contract'
import pg from 'pg'
import { contentTables, readDocuments, readListedFields, readRowValues } from '../src/modules/content/index.ts'
import { search } from '../src/modules/content-index/search/service.ts'
import { ChangeLog, createTenantModels } from '../src/modules/delivery/index.ts'
import { Reader } from '../src/modules/reader/index.ts'
import type { Connection } from '../src/platform/database/addresses.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'
import { createLogger } from '../src/platform/logging/index.ts'
import { CpuMeter, cpuOfEach } from './cpu.ts'
import { print } from './measure.ts'
import { sizesIn } from './reader-file.bench.ts'
import { bytesOfLists, fileOfLists } from './reader-file.ts'
import { compoundCases, exactCases, partCases, type SearchCase, typoCases } from './search-cases.ts'
import { loadRealCatalogue, type RealCatalogue, type RealItem } from './search-catalogue.ts'

/** Where real catalogues lie, unless `PIM_SEARCH_DATA` names another folder. */
const dataFolder = resolve(
  process.env.PIM_SEARCH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url)),
)

/**
 * Measures how well real titles and codes are found in their languages, and how large the index is beside the texts. The
 * catalogues are not part of the project; without them nothing is measured. Another `seed` asks for other titles.
 */
export async function benchSearch(log: (line: string) => void, seed: number): Promise<boolean> {
  if (!existsSync(dataFolder)) {
    log(`no catalogues in ${dataFolder}; PIM_SEARCH_DATA names their folder`)
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'pim-search-'))
  const running = await startEmbeddedDatabase({ dataFolder: folder })
  await migrate(running.address)
  const database = openDatabase({ address: running.address })
  const listFolder = join(folder, 'lists')
  const reader = new Reader({
    folder: listFolder,
    database,
    documents: readDocuments,
    log: createLogger({ level: 'error', format: 'json' }),
  })
  try {
    const started = performance.now()
    const catalogue = await loadRealCatalogue(database, dataFolder, seed, () => vacuum(running.superuser))
    await vacuum(running.superuser)
    log(`${catalogue.items.length} items (${Math.round((performance.now() - started) / 1_000)} s)`)
    const { languages } = catalogue
    const cases = (casesOf: CasesOf) => (language: string) => casesOf(catalogue.items, language, seed)
    const models = createTenantModels(new ChangeLog(), { isCurrent: true })
    const find: Find = async (language, searchText, more = {}) => {
      const variationId = catalogue.variations.get(language) ?? ''
      const input = { variationId, filtering: { searchText }, paging: { pageNumber: 1, pageSize: 5 }, ...more }
      const { items } = await search(
        {
          database,
          reader,
          models,
          tables: contentTables,
          readFields: readListedFields,
          readValues: readRowValues,
        },
        catalogue.tenantId,
        'user',
        input,
        {},
      )
      return items.map(({ contentItemId }) => contentItemId)
    }
    const rows = [
      await share(catalogue, 'whole title, found first', cases(exactCases), 0.98, find, log),
      await share(catalogue, 'part of a code, in the first five', cases(partCases), 0.95, find, log),
      await share(catalogue, 'title with one typing error, in the first five', cases(typoCases), 0.9, find, log),
      await share(catalogue, 'part of a compound, in the first five', cases(compoundCases), 0.8, find, log),
    ]
    print('Search in real catalogues', [
      ['share found', ...languages, 'all', 'bar', '', 'p50 ms', 'p99 ms'],
      ...rows.map(({ cells }) => cells),
    ])
    print(
      'A page of 25, with and without what each row was found by',
      await costOfMatches(running.superuser, catalogue, cases(partCases), find),
    )
    const size = sizes(fileOfLists({ listFolder }, catalogue.tenantId), catalogue)
    print('The index beside the texts', size.cells)
    return rows.every(({ isMet }) => isMet) && size.isMet
  } finally {
    await reader.close()
    await database.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function vacuum(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.end()
}

type CasesOf = (items: readonly RealItem[], language: string, seed: number) => SearchCase[]
type Find = (language: string, searchText: string, more?: Partial<SearchInput>) => Promise<string[]>

async function share(
  { languages }: RealCatalogue,
  what: string,
  casesOf: (language: string) => SearchCase[],
  bar: number,
  find: Find,
  log: (line: string) => void,
) {
  const times: number[] = []
  const found: string[] = []
  let [good, all] = [0, 0]
  for (const language of languages) {
    const cases = casesOf(language)
    let hits = 0
    for (const { searchText, isHit } of cases) {
      const start = performance.now()
      const ids = await find(language, searchText)
      times.push(performance.now() - start)
      if (isHit(ids)) hits += 1
      else if (process.env.PIM_SEARCH_MISSES) log(`${what}: ${language}: ${searchText}`)
    }
    good += hits
    all += cases.length
    found.push(cases.length === 0 ? '' : `${Math.round((100 * hits) / cases.length)}`)
  }
  const sorted = times.sort((one, other) => one - other)
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)
  const isMet = good >= bar * all
  const cells = [
    what,
    ...found,
    `${((100 * good) / all).toFixed(1)} %`,
    `≥ ${bar * 100} %`,
    isMet ? 'met' : 'MISSED',
    at(0.5),
    at(0.99),
  ]
  return { cells, isMet }
}

/** Words of texts and parts of codes: most of these are not in the name. */
async function costOfMatches(
  connection: Connection,
  { languages, items }: RealCatalogue,
  partsOf: (language: string) => SearchCase[],
  find: Find,
): Promise<string[][]> {
  const asked = languages.flatMap((language) => [
    ...partsOf(language).map(({ searchText }) => ({ language, searchText })),
    ...items.slice(0, 400).flatMap(({ texts }, at) => {
      const words = (texts[language] ?? '').split(/\s+/).filter((word) => word.length > 5)
      const searchText = words[words.length >> 1]
      return at % 10 > 0 || searchText === undefined ? [] : [{ language, searchText }]
    }),
  ])
  const meter = await CpuMeter.open(connection)
  const paging = { pageNumber: 1, pageSize: 25 }
  const measured = async (what: string, matches: boolean) => {
    const before = await meter.read()
    const times: number[] = []
    for (const { language, searchText } of asked) {
      const start = performance.now()
      await find(language, searchText, { paging, matches })
      times.push(performance.now() - start)
    }
    const { here, database } = cpuOfEach(before, await meter.read(), asked.length)
    const sorted = times.sort((one, other) => one - other)
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
    return [what, `${asked.length}`, at(0.5), at(0.99), here.toFixed(1), database?.toFixed(1) ?? '']
  }
  await measured('warm', true)
  const rows = [await measured('without', false), await measured('with', true)]
  await meter.close()
  return [['', 'searches', 'p50 ms', 'p99 ms', 'CPU ms of the server', 'of the database'], ...rows]
}

function sizes(path: string, { languages, items }: RealCatalogue) {
  const stored = new Map(sizesIn(path))
  const [words, heads] = [stored.get('words') ?? 0, stored.get('what items are called by') ?? 0]
  // Each text once for each variation that shows it, as every variation is searched by itself.
  const texts = items.reduce(
    (sum, { titles, codes, texts: abouts }) =>
      sum +
      languages.reduce(
        (ofItem, language) =>
          ofItem +
          Buffer.byteLength(titles[language] ?? titles.en ?? '') +
          Buffer.byteLength(titles.en ?? '') +
          Buffer.byteLength(abouts[language] ?? abouts.en ?? '') +
          Buffer.byteLength(codes.join('')),
        0,
      ),
    0,
  )
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
  const isMet = words + heads <= 2 * texts
  return {
    isMet,
    cells: [
      ['MB', 'texts', 'full-text index', 'what items are called by', 'ratio', 'bar', '', 'the whole file'],
      [
        `${items.length * languages.length} variations`,
        megabytes(texts),
        megabytes(words),
        megabytes(heads),
        ((words + heads) / texts).toFixed(2),
        '≤ 2',
        isMet ? 'met' : 'MISSED',
        megabytes(bytesOfLists(path)),
      ],
    ],
  }
}
