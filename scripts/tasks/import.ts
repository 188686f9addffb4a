import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readAkeneo } from '../catalogue/akeneo/read-akeneo.ts'
import type { Bundle, Note } from '../catalogue/bundle.ts'
import { ApiRefusal, ApiSession } from '../catalogue/load/api-session.ts'
import { loadBundle } from '../catalogue/load/load-bundle.ts'
import type { LoadCounts } from '../catalogue/load/load-items.ts'
import { readBundle } from '../catalogue/read-bundle.ts'

const usage = `Loads a catalogue through the public API. Safe to repeat.

  npm run task import -- akeneo <folder> --tenant <externalId>    an export of Akeneo (csv/, products.jsonl, media/)
  npm run task import -- bundle <file>   --tenant <externalId>    our own form, described in scripts/catalogue/bundle.ts

  --url       where the product answers                           http://localhost:3000
  --user      who loads (an admin, where the tenant is new); the password is read from PIM_PASSWORD
              or instead an access token from PIM_TOKEN
  --width     calls at a time                                     8
  --report    a file that takes every note on the source, as JSON`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tenant: { type: 'string' },
    url: { type: 'string', default: 'http://localhost:3000' },
    user: { type: 'string' },
    width: { type: 'string', default: '8' },
    report: { type: 'string' },
  },
})

const readers: Readonly<Record<string, (path: string) => Promise<Bundle>>> = {
  akeneo: readAkeneo,
  bundle: readBundle,
}

const [kind = '', path] = positionals
const read = readers[kind]
const { PIM_TOKEN: token, PIM_PASSWORD: password } = process.env
const width = Number(options.width)
if (!read || !path || !options.tenant || !(token || (options.user && password)) || !(width >= 1 && width <= 64)) {
  console.error(usage)
  process.exit(2)
}

const started = performance.now()
const bundle = await read(resolve(path))
const credentials = token ? { token } : { username: options.user ?? '', password: password ?? '' }
const session = new ApiSession({ baseUrl: options.url, credentials })
const result = await loadBundle(session, options.tenant, bundle, { width }).catch((error: unknown) => {
  if (!(error instanceof ApiRefusal)) throw error
  console.error(`\n${error.message}\nWhat was loaded until here stays; the next run goes on from there.`)
  process.exit(1)
})
if (options.report) await writeFile(options.report, `${JSON.stringify(bundle.notes, null, 2)}\n`)

showNotes(bundle.notes)
const line = (name: string, counts: LoadCounts) =>
  console.log(
    `${name.padEnd(8)} ${counts.created} created, ${counts.changed} changed, ${counts.unchanged} unchanged  (${counts.perSecond.toFixed(1)}/s)`,
  )
line('media', result.media)
line('items', result.items)
line('links', result.links)
console.log(
  `publish  ${result.published.published} variations published  (${result.published.perSecond.toFixed(1)} items/s)`,
)
const seconds = (performance.now() - started) / 1_000
console.log(
  `${bundle.items.length} items in ${seconds.toFixed(1)} s: ${(bundle.items.length / seconds).toFixed(1)} items per second`,
)

/** Each kind of oddity with how often, and the first few by name; the report has them all. */
function showNotes(notes: readonly Note[]): void {
  for (const [code, same] of Map.groupBy(notes, (note) => note.code)) {
    console.log(`${code} (${same.length})`)
    for (const { subject, message } of same.slice(0, 5)) console.log(`  ${subject}: ${message}`)
    if (same.length > 5) console.log(`  … and ${same.length - 5} more`)
  }
}
