// Builds the apps that have changed, then starts the whole product in this process.
import { startServer } from '../../server/src/main.ts'
import { startupErrorMessage, stopOnSignals } from '../../server/src/run-process.ts'
import { buildApps } from '../build/build-apps.ts'

/** Milliseconds since the process started, with the time before the first line of this file. */
const sinceStart = (): number => Math.round(performance.now())

try {
  const beforeBuild = sinceStart()
  const built = await buildApps()
  // The time of building is not counted.
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
  console.error(startupErrorMessage(error))
  process.exit(1)
}
