import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { verify } from '../../server/src/upkeep/verify.ts'

const usage = `Checks the data of the product, while it runs or while it does not, and changes nothing: rows and what they refer to,
the history of items, long values, files with their hashes, the index of content, files of lists, and kept counts. Names what differs, also a
variation that was added and in which some items have no copy yet, and ends with 1.

  npm run task verify

  --tenant   one tenant, by its external id
  --every    compare the index of one batch of 100 items in so many (1)

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE.`

const { values } = parseArgs({
  options: {
    tenant: { type: 'string' },
    every: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
const every = Number(values.every)
if (values.help || !Number.isInteger(every) || every < 1) {
  console.error(usage)
  process.exit(2)
}

try {
  const findings = await verify(process.env, { tenant: values.tenant, every })
  for (const { tenantId, kind, about } of findings) console.log(`${tenantId} ${kind}: ${about}`)
  console.error(findings.length === 0 ? 'Everything is as it should be.' : `${findings.length} differences`)
  if (findings.length > 0) process.exitCode = 1
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
