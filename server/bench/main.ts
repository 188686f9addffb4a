import { parseArgs } from 'node:util'
import { openBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { benchBulkChanges } from './bulk-change.bench.ts'
import { benchConcepts } from './concepts.bench.ts'
import { benchDelivery } from './delivery.bench.ts'
import { benchFiles } from './files.bench.ts'
import { benchLists } from './list.bench.ts'
import { benchPlans } from './plan.bench.ts'
import { benchReaderFile } from './reader-file.bench.ts'
import { benchSaves } from './save.bench.ts'
import { benchSearch } from './search.bench.ts'
import { benchShares } from './shares.bench.ts'

const usage = `Measures the speed of the server, and compares it with the promised figures.

  npm run bench -- [--rows 1000000] [--runs 200] [--items 6000] [--file-rows 100000] [--seed 0] [--only reader,lists,search,concepts,saves,delivery,plans,bulk,files,shares] [--like page] [--fill] [--folder DIR]

  --rows   content variations in the large tenant
  --runs   how often each case is run
  --items  items that bulk changes are measured with
  --file-rows
           rows of the long file that a bulk change reads
  --seed   another one searches for other titles and codes of the real catalogues
  --only   some of the tables
  --like   only the lists and searches whose name contains this
  --fill   only create the database
  --folder keep the filled database here, and use it as it is from then on, with later migrations run

DATABASE_URL names an empty database to use instead of the embedded one.`

/** Runs the bench; true where all measured limits are met. */
export async function bench(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '200' },
      items: { type: 'string', default: '6000' },
      'file-rows': { type: 'string', default: '100000' },
      seed: { type: 'string', default: '0' },
      only: { type: 'string', default: 'reader,lists,search,concepts,saves,delivery,plans,bulk,files,shares' },
      like: { type: 'string' },
      fill: { type: 'boolean', default: false },
      folder: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const [rows, runs] = [Number(values.rows), Number(values.runs)]
  if (values.help || !(rows >= 3) || !(runs >= 1)) {
    console.error(usage)
    return false
  }
  const tables = values.only.split(',')
  const log = (line: string) => console.error(line)
  const found = !tables.includes('search') || (await benchSearch(log, Number(values.seed)))
  const named = !tables.includes('concepts') || (await benchConcepts(log, runs))
  if (tables.every((table) => table === 'search' || table === 'concepts')) return found && named
  const db = await openBenchDatabase(rows, log, values.folder)
  try {
    if (values.fill) return true
    const met: boolean[] = [found, named]
    if (tables.includes('reader')) met.push(await benchReaderFile(db))
    if (tables.includes('lists')) {
      const app = await openBenchApp(db.address, { lists: db.lists })
      try {
        met.push(await benchLists(db, app, runs, values.like))
      } finally {
        await app.close()
      }
    }
    if (tables.includes('saves')) met.push(await benchSaves(db, runs))
    if (tables.includes('delivery')) met.push(await benchDelivery(db))
    if (tables.includes('plans')) {
      const app = await openBenchApp(db.address)
      try {
        app.startJobs()
        met.push(await benchPlans(app, runs))
      } finally {
        await app.close()
      }
    }
    if (tables.includes('bulk')) {
      const sizes = { itemCount: Number(values.items), rowCount: Number(values['file-rows']) }
      const app = await openBenchApp(db.address)
      try {
        met.push(await benchBulkChanges(app, db, sizes))
      } finally {
        await app.close()
      }
    }
    if (tables.includes('files')) {
      const app = await openBenchApp(db.address)
      try {
        app.startJobs()
        met.push(await benchFiles(app))
      } finally {
        await app.close()
      }
    }
    if (tables.includes('shares')) met.push(await benchShares(db))
    return met.every(Boolean)
  } finally {
    await db.stop()
  }
}
