// The whole product in this process: builds what changed, then opens the door.
import { startServer } from '../../server/src/main.ts'
import { stopOnSignals, whyNotStarted } from '../../server/src/run-process.ts'
import { buildApps } from '../build/build-apps.ts'

/** Of this process: what was read before the first line of this file ran counts as well. */
const sinceStart = (): number => Math.round(performance.now())

try {
  const beforeBuild = sinceStart()
  const built = await buildApps()
  // A first build is not part of what a start takes.
  const building = built.length === 0 ? 0 : sinceStart() - beforeBuild
  const server = await startServer(process.env)
  stopOnSignals(server, console.error)
  const lines = [
    server.origin,
    '',
    ...server.hints,
    '',
    `Ready in ${sinceStart() - building} ms. Ctrl-C stops all of it.`,
  ]
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
} catch (error) {
  console.error(whyNotStarted(error))
  process.exit(1)
}
