// Measures the speed that the product promises on this machine, first of the server and then in the browser.
import { parseArgs } from 'node:util'
import { type BrowserTable, benchBrowser, browserTables } from '../../e2e/bench/main.ts'
import { insertLargeTaxonomy } from '../../server/bench/large-taxonomy.ts'
import { bench } from '../../server/bench/main.ts'
import { benchReadDrafts } from '../../server/bench/read-drafts.bench.ts'
import { printBytesByPackage } from '../bench/bytes-by-package.ts'
import { benchImportMemory } from '../bench/import-memory.bench.ts'
import { benchMemory } from '../bench/memory.bench.ts'
import { benchCatalogue } from '../catalogue/catalogue.bench.ts'
import { findChromium } from '../checks/chromium.ts'

const usage = `
  npm run bench -- --only browser            all that is measured in a browser, or some of it:
  npm run bench -- --only ${browserTables.join(',')}

  --repeat   how often each of it is done; the run in the middle counts (3)

  npm run bench -- --only catalogue          loading a real catalogue

  --copies   how many copies of its items are loaded and measured (2)
  --port     where the product listens meanwhile (3180)

  npm run bench -- --only memory             the first start, mixed load, and what is left of it afterwards

  --minutes  for how long the load goes on (5)

  npm run bench -- --only imports            rows of a file a second, and the memory of an import in many languages
`

const args = process.argv.slice(2)
const { values, tokens } = parseArgs({
  args,
  strict: false,
  tokens: true,
  options: {
    only: { type: 'string' },
    repeat: { type: 'string' },
    port: { type: 'string' },
    copies: { type: 'string' },
    minutes: { type: 'string' },
  },
})
const asked = typeof values.only === 'string' ? values.only.split(',') : undefined
const isOfBrowser = (name: string): name is BrowserTable => browserTables.some((table) => table === name)
const ofBrowser = !asked || asked.includes('browser') ? browserTables : asked.filter(isOfBrowser)
const ofCatalogue = !asked || asked.includes('catalogue')
const ofMemory = !asked || asked.includes('memory')
const ofImports = !asked || asked.includes('imports')
const ofServer = asked?.filter(
  (name) => !['browser', 'catalogue', 'memory', 'imports'].includes(name) && !isOfBrowser(name),
)
const port = Number(values.port ?? 3180)

/** The arguments for the server's bench, without those for the browser's. */
function serverArgs(): string[] {
  const taken = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option' || !['only', 'repeat', 'port', 'copies', 'minutes'].includes(token.name)) continue
    taken.add(token.index)
    if (token.value !== undefined && !token.inlineValue) taken.add(token.index + 1)
  }
  const rest = args.filter((_, at) => !taken.has(at))
  return ofServer ? [...rest, '--only', ofServer.join(',')] : rest
}

async function run(): Promise<boolean> {
  if (args.includes('--help')) console.error(usage)
  const met = ofServer?.length === 0 || (await bench(serverArgs()))
  if (args.includes('--help') || args.includes('--fill')) return met
  const isLoadMet = !ofCatalogue || (await benchCatalogue(Number(values.copies ?? 2)))
  const areImportsMet = !ofImports || [await benchReadDrafts(), await benchImportMemory()].every(Boolean)
  const isMemoryMet = !ofMemory || (await benchMemory(port, Number(values.minutes ?? 5)))
  return (ofBrowser.length === 0 || (await runInBrowser())) && met && isLoadMet && areImportsMet && isMemoryMet
}

async function runInBrowser(): Promise<boolean> {
  const chromium = findChromium(console.error)
  if (!chromium) throw new Error('There is no chromium: install one, or name it with PIM_CHROMIUM.')
  process.env.PIM_CHROMIUM = chromium
  return benchBrowser({
    tables: ofBrowser,
    port,
    runs: Number(values.repeat ?? 3),
    printBytes: printBytesByPackage,
    plantTaxonomy: insertLargeTaxonomy,
  })
}

process.exitCode = (await run()) ? 0 : 1
