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
import { conceptIdOf, plantLargeTaxonomy } from './large-taxonomy.ts'
import { isMet, measure, printTable, type TableRow } from './measure.ts'

const { taxonomies } = contract
const conceptCount = 100_000
const as = 'publisher' as const
const tenant = 'bench-concepts'
/** Rows of the file that is rehearsed; files are limited to 25,000. */
const importedRows = 10_000
/** How often what reads or sends the whole taxonomy is run. */
const longRuns = 5

/** The calls for concepts in a taxonomy of 100,000 concepts with names in ten languages. */
export async function benchConcepts(log: (line: string) => void, runs: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'pim-concepts-'))
  const running = await startEmbeddedDatabase({ dataFolder: folder })
  try {
    await migrate(running.address)
    const app = await openBenchApp(running.address)
    const client = new pg.Client({ ...running.superuser })
    try {
      await client.connect()
      const added = await addTenant(app.database, {
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
      const variationId = added.variations['sv-SE']
      const params = { taxonomyId }
      const of = (run: number) => ({ taxonomyId, conceptId: conceptIdOf(1_000 + run * 7) })
      const search = async (text: string) => {
        const { status } = await app.call(taxonomies.searchConcepts, { tenant, as, body: { text, variationId } })
        // Cancelled because of its time-out: counted as such.
        if (status === 503) throw new DatabaseUnavailable('took too long')
      }
      const table = async (
        what: string,
        count: number,
        work: (run: number) => Promise<unknown>,
        bar?: number,
      ): Promise<TableRow> => ({ what, bar, ...(await measure(count, work)) })
      const get = { tenant, as, params, query: { variationId } }
      const exported = (format: 'csv' | 'turtle' | 'jsonld') =>
        app.call(taxonomies.exportConcepts, { tenant, as, params, query: { format } })
      const lines = (await exported('csv')).bytes.toString().split('\r\n')
      const file = new Blob([
        lines
          .slice(0, importedRows + 1)
          .join('\r\n')
          .replaceAll('C-77', 'D-77'),
      ])
      const rehearsal = { tenant, as, params, query: {}, file, fileName: 'concepts.csv' }
      const rows = [
        await table('the whole tree, in a variation', longRuns, () => app.call(taxonomies.getTaxonomy, get)),
        await table(
          'look-up of 25 by their ids',
          runs,
          (run) => {
            const conceptIds = Array.from({ length: 25 }, (_, at) => conceptIdOf((run * 25 + at * 997) % conceptCount))
            return app.ok(taxonomies.lookUpConcepts, { tenant, as, body: { conceptIds, variationId } })
          },
          bars.lookUp,
        ),
        await table('search for a word of 3,000 concepts', runs, () => search('jackor'), bars.search),
        await table('search for the beginning of a word', runs, () => search('wat'), bars.search),
        await table('search for a code', runs, (run) => search(`C-${run * 31}`), bars.search),
        await table(
          'search for two words with a typing error',
          runs,
          (run) => search(`bottel ${run * 31}`),
          bars.search,
        ),
        await table('search for what is not there', runs, () => search('xyzzyx'), bars.search),
        await table('rename', runs, (run) =>
          app.ok(taxonomies.changeConcept, { tenant, as, params: of(run), query: { friendlyName: `Renamed ${run}` } }),
        ),
        await table('change of words', runs, (run) =>
          app.ok(taxonomies.changeConceptWords, {
            tenant,
            as,
            params: of(run),
            body: { synonyms: { de: [`S ${run}`] } },
          }),
        ),
        await table('move below another parent', runs, (run) =>
          app.ok(taxonomies.changeConcept, {
            tenant,
            as,
            params: of(run),
            query: { parentConceptId: conceptIdOf(30 + (run % 300)), position: 0 },
          }),
        ),
        await table('delete', runs, (run) =>
          app.ok(taxonomies.deleteConcept, { tenant, as, params: of(run), query: {} }),
        ),
        await table('rehearsal of a file of 10,000 rows', longRuns, () =>
          app.ok(taxonomies.rehearseConceptImport, rehearsal),
        ),
        await table('export as CSV', longRuns, () => exported('csv')),
        await table('export as Turtle', longRuns, () => exported('turtle')),
        await table('export as JSON-LD', longRuns, () => exported('jsonld')),
      ]
      printTable('A taxonomy of 100,000 concepts in ten languages', rows)
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

/** Milliseconds, p99. */
const bars = { search: 50, lookUp: 25 }
