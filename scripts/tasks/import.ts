import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readAkeneo } from '../catalogue/akeneo/read-akeneo.ts'
import type { Bundle, Note } from '../catalogue/bundle.ts'
import { ApiRefusal, ApiSession } from '../catalogue/load/api-session.ts'
import { loadBundle } from '../catalogue/load/load-bundle.ts'
import { placeOf } from '../catalogue/load/load-report.ts'
import { missingOf, SignInRefused } from '../catalogue/load/sign-in-words.ts'
import { readBundle } from '../catalogue/read-bundle.ts'

const usage = `Loads a catalogue through the public API. Safe to repeat.

  npm run task import -- akeneo <folder> --tenant <externalId>    an export of Akeneo (csv/, products.jsonl, media/)
  npm run task import -- bundle <file>   --tenant <externalId>    our own form, described in scripts/catalogue/bundle.ts

  --url       where the product answers                           http://localhost:3000
  --user      who loads (an admin, where the tenant is new). It needs PIM_PASSWORD, with the password, and a server with
              PIM_DIRECT_GRANT=1 (the demo has it on; with Keycloak, "Direct access grants" of the client pim-tools);
              or in place of the password an access token in PIM_TOKEN
  --source    a name for where the catalogue comes from, where    catalogue
              several write the same items
  --restore   brings back items of the catalogue that were deleted in the product; without it they stay deleted and are named
  --width     uploads at a time                                   8
  --report    a file that takes all failures, kept values, items that stay deleted or unpublished,
              what was left out of rich texts, and notes, as JSON

What was changed since the last run, by whomever, is kept and named. Ends with 1 where something could not be loaded.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tenant: { type: 'string' },
    url: { type: 'string', default: 'http://localhost:3000' },
    user: { type: 'string' },
    source: { type: 'string', default: 'catalogue' },
    width: { type: 'string', default: '8' },
    report: { type: 'string' },
    restore: { type: 'boolean', default: false },
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
if (!read || !path || !options.tenant || !(width >= 1 && width <= 64)) {
  console.error(usage)
  process.exit(2)
}
const missing = missingOf({ tenant: options.tenant, user: options.user, password, token }, false)
if (missing.length > 0) {
  console.error(`Missing: ${missing.join('; ')}.\n\n${usage}`)
  process.exit(2)
}

const started = performance.now()
const bundle = await read(resolve(path))
const credentials = token ? { token } : { username: options.user ?? '', password: password ?? '' }
const session = new ApiSession({ baseUrl: options.url, credentials })
const report = await loadBundle(session, options.tenant, bundle, {
  width,
  source: options.source,
  restoresDeleted: options.restore,
}).catch((error: unknown) => {
  if (!(error instanceof ApiRefusal || error instanceof SignInRefused)) throw error
  console.error(`\n${error.message}\nWhat was loaded until here stays; the next run goes on from there.`)
  process.exit(1)
})
const { failures, kept, unready, deleted, leftOut } = report
if (options.report) {
  await writeFile(
    options.report,
    `${JSON.stringify({ failures, kept, unready, deleted, leftOut, notes: bundle.notes }, null, 2)}\n`,
  )
}

showNotes(bundle.notes)
showFirst(
  `kept as it was changed since (${kept.length})`,
  kept.map((each) => `${placeOf(each)}: by ${each.by}, ${each.at}`),
)
showFirst(
  `stay deleted, as they were deleted in the product; --restore brings them back (${deleted.length})`,
  deleted.map((each) => `${placeOf(each)}: ${each.contentItemId}`),
)
showFirst(
  `left out of rich texts, which have no place for it (${leftOut.length})`,
  leftOut.map((each) => `${placeOf(each)}: ${each.kind} ${each.name}${each.count > 1 ? `, ${each.count} times` : ''}`),
)
showFirst(
  `stay unpublished, as no channel has all that it requires (${unready.length})`,
  unready.map((each) => {
    const more = each.fields.length - 5
    return `${placeOf(each)}: ${each.fields.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more fields` : ''}`
  }),
)
showFirst(
  `FAILED (${failures.length})`,
  failures.map((each) => `${placeOf(each)}: ${each.message}`),
)
const { created, changed, unchanged, published } = report
const seconds = (performance.now() - started) / 1_000
console.log(
  `${created} created, ${changed} changed, ${unchanged} unchanged, ${published} variations published, ${kept.length} values kept, ${failures.length} failures`,
)
const count = bundle.media.length + bundle.items.length
console.log(`${count} items in ${seconds.toFixed(1)} s: ${(count / seconds).toFixed(1)} items per second`)
if (failures.length > 0) process.exitCode = 1

function showFirst(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  console.log(title)
  for (const line of lines.slice(0, 50)) console.log(`  ${line}`)
  if (lines.length > 50) console.log(`  … and ${lines.length - 50} more; --report has them all`)
}

/** Each kind of oddity with how often, and the first few by name; the report has them all. */
function showNotes(notes: readonly Note[]): void {
  for (const [code, same] of Map.groupBy(notes, (note) => note.code)) {
    console.log(`${code} (${same.length})`)
    for (const { subject, message } of same.slice(0, 5)) console.log(`  ${subject}: ${message}`)
    if (same.length > 5) console.log(`  … and ${same.length - 5} more`)
  }
}
