import { startupErrorMessage } from '../../server/src/run-process.ts'
import { checkUpgrade } from '../../server/src/upkeep/check-upgrade.ts'
import { root } from '../workspace.ts'

const usage = `Says which releases of sections will not load in this version of the product: live ones, canaries and pinned ones, with what
they need and do not find. Run it from the new version before its servers start; it changes nothing, and ends with 1 where it names one.

  npm run task check-upgrade

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_RELEASE_STORE.`

if (process.argv.length > 2) {
  console.error(usage)
  process.exit(2)
}
try {
  const lines = await checkUpgrade(process.env, root)
  for (const line of lines) console.log(line)
  console.error(
    lines.length === 0
      ? 'Every release that people get loads in this version.'
      : 'Deploy these anew, or choose others, before the upgrade.',
  )
  if (lines.length > 0) process.exitCode = 1
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
