import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { reproject } from '../../server/src/upkeep/verify.ts'

const usage = `Makes the index of content anew from the content: keys, references, words, and what is delivered. Servers may run meanwhile;
an item waits for its batch only. Safe to cut off and to repeat.

  npm run task reproject -- [--tenant <external id>]

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR.`

const { values } = parseArgs({ options: { tenant: { type: 'string' }, help: { type: 'boolean', default: false } } })
if (values.help) {
  console.error(usage)
  process.exit(2)
}

try {
  console.log(`The index of ${await reproject(process.env, values.tenant)} items was made anew.`)
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
