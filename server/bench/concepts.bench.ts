import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import pg from 'pg'
import { DatabaseUnavailable } from '../src/platform/database/database-errors.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'
import { addTenant } from '../testing/tenants.ts'
import { openBenchApp } from './bench-app.ts'
import { conceptCodeOf, conceptIdOf, plantLargeTaxonomy } from './large-taxonomy.ts'
import { isMet, measure, print, printTable, type TableRow } from './measure.ts'

const { taxonomies } = contract
const conceptCount = 100_000
const as = 'publisher' as const
const tenant = 'bench-concepts'
/** How often what reads the whole taxonomy is run. */
const longRuns = 5
/** At most so many runs of the others: the whole table is done in a minute and a half. */
const mostRuns = 100

/** Milliseconds, p99. */
const bars = { search: 50, lookUp: 25 }

/**
 * The calls for concepts in a taxonomy of 100,000 concepts with names in ten languages, beside a query that reads the lines of
 * all of them.
 */
export async function benchConcepts(log: (line: string) => void, wanted: number): Promise<boolean> {
  const runs = Math.min(wanted, mostRuns)
  const folder = await mkdtemp(join(tmpdir(), 'pim-concepts-'))
  const running = await startEmbeddedDatabase({ dataFolder: folder })
  try {
    await migrate(running.address)
    const app = await openBenchApp(running.address)
    const client = new pg.Client({ ...running.superuser })
    try {
      await client.connect()
      const { variations } = await addTenant(app.database, {
        externalId: tenant,
        taxonomyEnabled: true,
        deliveryTargets: ['web'],
        languages: [
          ['en-US', null],
          ['sv-SE', 'en-US'],
        ],
      })
      const started = performance.now()
      const { taxonomyId } = await plantLargeTaxonomy(client, tenant, conceptCount)
      log(`${conceptCount} concepts (${Math.round((performance.now() - started) / 1_000)} s)`)
      const variationId = variations['sv-SE']
      const scan = await measure(longRuns, () =>
        client.query(`select count(*) from concept where strpos(search_lines, 'xyzzyx') > 0`),
      )
      const row = async (
        what: string,
        count: number,
        work: (run: number) => Promise<unknown>,
        bar?: number,
      ): Promise<TableRow> => ({ what, bar, raw: scan.p50, ...(await measure(count, work)) })
      const found = (text: (run: number) => string, isExpected: (found: number) => boolean) => async (run: number) => {
        const body = { text: text(run), variationId }
        const { status, body: answer } = await app.call(taxonomies.searchConcepts, { tenant, as, body })
        // Cancelled because of its time-out: counted as such.
        if (status === 503) throw new DatabaseUnavailable('took too long')
        if (answer === undefined || !isExpected(answer.length)) throw new Error(`wrong answer to "${body.text}"`)
      }
      const [some, none] = [(count: number) => count > 0, (count: number) => count === 0]
      const place = (run: number) => ({ taxonomyId, conceptId: conceptIdOf(1_000 + run * 7) })
      const rows = [
        await row(
          'search: a word of 3,333 concepts',
          runs,
          found(() => 'jackor', some),
          bars.search,
        ),
        await row(
          'search: the beginning of a word',
          runs,
          found(() => 'wat', some),
          bars.search,
        ),
        await row(
          'search: two words',
          runs,
          found((run) => (run % 2 ? 'lätta jackor' : 'hopfällbara jackor'), some),
          bars.search,
        ),
        await row(
          'search: two letters',
          runs,
          found(() => 'ja', some),
          bars.search,
        ),
        await row(
          'search: a code',
          runs,
          found((run) => conceptCodeOf(run * 31), some),
          bars.search,
        ),
        await row(
          'search: a code without its signs',
          runs,
          found((run) => `c${10_000 + run * 31}`, some),
          bars.search,
        ),
        await row(
          'search: a word with a typing error',
          runs,
          found(() => 'jakcor', some),
          bars.search,
        ),
        await row(
          'search: what is not there',
          runs,
          found(() => 'xyzzyxwv', none),
          bars.search,
        ),
        await row(
          'look-up of 25 by their ids, with names in a variation',
          runs,
          (run) => {
            const conceptIds = Array.from({ length: 25 }, (_, at) => conceptIdOf((run * 25 + at * 997) % conceptCount))
            return app.ok(taxonomies.lookUpConcepts, { tenant, as, body: { conceptIds, variationId } })
          },
          bars.lookUp,
        ),
        await row('the whole tree, with names in a variation', longRuns, () =>
          app.call(taxonomies.getTaxonomy, { tenant, as, params: { taxonomyId }, query: { variationId } }),
        ),
        await row('change of words', runs, (run) =>
          app.ok(taxonomies.changeConceptWords, {
            tenant,
            as,
            params: place(run),
            body: { names: { 'en-US': `Renamed ${run}`, 'sv-SE': `Omdöpt ${run}`, 'ru-RU': `Новое ${run}` } },
          }),
        ),
        await row('move to the front of another parent', runs, (run) =>
          app.ok(taxonomies.changeConcept, {
            tenant,
            as,
            params: place(run),
            query: { parentConceptId: conceptIdOf(30 + (run % 300)), position: 0 },
          }),
        ),
      ]
      printTable('A taxonomy of 100,000 concepts in ten languages (raw SQL: reading the lines of all)', rows)
      await printSizes(client)
      return rows.every(isMet)
    } finally {
      await client.end()
      await app.close()
    }
  } finally {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function printSizes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Record<'concepts' | 'search' | 'index', string>>(
    `select pg_total_relation_size('concept') as concepts, pg_total_relation_size('concept_search') as search,
      pg_relation_size('concept_search_lines') as index`,
  )
  const megabytes = (bytes = '0') => (Number(bytes) / 2 ** 20).toFixed(1)
  print('Their size', [
    ['MB', 'concepts', 'what the search is found by', 'of this, its index'],
    ['', megabytes(rows[0]?.concepts), megabytes(rows[0]?.search), megabytes(rows[0]?.index)],
  ])
}
