import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ApiRefusal, ApiSession } from '../catalogue/load/api-session.ts'
import { missingOf, SignInRefused } from '../catalogue/load/sign-in-words.ts'
import { importRows } from '../exchange/import-rows.ts'

const usage = `Imports items of one content type from a file of rows (CSV, XLSX, XML, JSON lines) through the public API. Without --run it is
rehearsed alone. What it would do, and what is wrong with rows, is then in "Import and export", where it can be run and undone.

  PIM_IMPORT_KEY=… npm run task import-rows -- <file> --profile <name> [--run]
  PIM_IMPORT_KEY=… npm run task import-rows -- <file> --type <technicalName> [--run]

  --profile   a profile that is saved under this name; for a key, one that is shared
  --mapping   a file with a mapping as JSON, as the API takes it   as it is proposed
  --ignore    a column that goes nowhere, though it could; again for each, as --ignore '$id' --ignore '$name'
  --url       where the product answers                           http://localhost:3000
  --user      without a key for imports: who imports. It needs --tenant and PIM_PASSWORD, with the password, and a server with
              PIM_DIRECT_GRANT=1 (the demo has it on; with Keycloak, "Direct access grants" of the client pim-tools);
              or in place of the password an access token in PIM_TOKEN
  --tenant    its external id; a key has its tenant

Ends with 1 where rows have a problem, or were not written, or where so many items are gone from the file that somebody has to look.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tenant: { type: 'string' },
    type: { type: 'string' },
    profile: { type: 'string' },
    mapping: { type: 'string' },
    ignore: { type: 'string', multiple: true, default: [] },
    run: { type: 'boolean', default: false },
    url: { type: 'string', default: 'http://localhost:3000' },
    user: { type: 'string' },
  },
})
const [path] = positionals
const { tenant, profile, type: technicalContentTypeName } = options
const { PIM_IMPORT_KEY: apiKey, PIM_TOKEN: token, PIM_PASSWORD: password } = process.env
if (!path || !(technicalContentTypeName || profile)) {
  console.error(usage)
  process.exit(2)
}
const missing = missingOf({ tenant, user: options.user, password, token, apiKey })
if (missing.length > 0) {
  console.error(`Missing: ${missing.join('; ')}.\n\n${usage}`)
  process.exit(2)
}
const person = token ? { token } : { username: options.user ?? '', password: password ?? '' }
const session = new ApiSession({ baseUrl: options.url, credentials: apiKey ? { apiKey } : person })
if (tenant) session.tenant = tenant
const mapping = options.mapping === undefined ? undefined : JSON.parse(await readFile(resolve(options.mapping), 'utf8'))
const asked = {
  technicalContentTypeName,
  profile,
  ignored: options.ignore,
  runs: options.run,
  ...(mapping && { mapping }),
  onProgress: console.log,
}
const { state, counts, problem, bulkChangeId } = await importRows(session, resolve(path), asked).catch(
  (error: unknown) => {
    if (!(error instanceof ApiRefusal || error instanceof SignInRefused)) throw error
    console.error(error.message)
    process.exit(1)
  },
)
for (const [name, count = 0] of Object.entries(counts)) if (count > 0) console.log(`${name}: ${count}`)
const { gone = 0, known = 0 } = counts
// Nobody has left out rows of an import that is made here.
if (counts.leftOut > 0)
  console.error(`${gone} of ${known} items are gone from the file: they were left alone until somebody takes them in.`)
if (problem !== null) console.error(problem.message, ...(problem.fieldErrors ?? []).map(({ message }) => message))
console.log(`${state}: ${options.url}/exchange/run/${bulkChangeId}`)
if (problem !== null || counts.problem + counts.failed + counts.outdated + counts.leftOut > 0) process.exitCode = 1
