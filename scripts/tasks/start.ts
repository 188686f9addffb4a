// The whole product in this process: builds what changed, then opens the door.
import { buildApps } from '../build/build-apps.ts'

/** Errors whose message tells whoever starts the product what to do; of anything else the stack is wanted. */
const saysAll = new Set(['ConfigError', 'BuildFailed', 'DataInUse', 'MigrationRefused', 'NotOnLoopback'])

const started = performance.now()
try {
  const [{ startServer, stopOnSignals }, built] = await Promise.all([import('../../server/src/main.ts'), buildApps()])
  const builtAt = performance.now()
  const server = await startServer(process.env)
  stopOnSignals(server, console.error)
  const took = performance.now() - (built.length === 0 ? started : builtAt)
  const lines = [server.origin, '', ...server.hints, '', `Ready in ${Math.round(took)} ms. Ctrl-C stops all of it.`]
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
} catch (error) {
  console.error(error instanceof Error && saysAll.has(error.name) ? `\n${error.message}\n` : error)
  process.exit(1)
}
