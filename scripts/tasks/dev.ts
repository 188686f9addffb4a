// Runs every app with hot reload: a bundler for the shell and for each section, and a server that restarts when its
// code changes. Open the shell's address. `--section media` runs one section alone, see `section-alone.ts`.
import { parseArgs } from 'node:util'
import { runEverything } from '../dev/everything.ts'
import { CannotRun, runSectionAlone } from '../dev/section-alone.ts'

const usage = `npm run dev                                             every app and the server, with hot reload
npm run dev -- --section media                          one section, with the demo started beside it
npm run dev -- --section media --against https://…      one section, against a running installation`

function asked() {
  try {
    const { values } = parseArgs({ options: { section: { type: 'string' }, against: { type: 'string' } } })
    if (values.against === undefined) return values
    return values.section !== undefined && URL.canParse(values.against) ? values : undefined
  } catch {
    return undefined
  }
}

const refuse = (words: string): never => {
  console.error(words)
  process.exit(2)
}

const port = Number(process.env.PIM_DEV_PORT ?? 3100)
const { section, against } = asked() ?? refuse(usage)
if (section === undefined) await runEverything(port)
else {
  try {
    const address = against === undefined ? undefined : new URL(against)
    const running = await runSectionAlone({ section, against: address, port, log: console.log })
    console.log(`\n  ${running.url}   ${section}, hot\n  ${running.installation.origin}   the installation\n`)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => void running.close().then(() => process.exit(0)))
    }
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    refuse(error.message)
  }
}
