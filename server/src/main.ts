import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Logger } from 'pino'
import { type Closers, closeAll } from './closers.ts'
import { type Config, readConfig } from './config.ts'
import type { RunningServer, StartedDatabase } from './open-product.ts'
import { outsideDatabase } from './platform/database/addresses.ts'
import { createLogger } from './platform/logging/index.ts'
import { runServer } from './run-process.ts'

/** Everything in its order, from settings to open door. What was opened is closed again if a later step fails. */
export async function startServer(variables: Readonly<Record<string, string | undefined>>): Promise<RunningServer> {
  const config = await withPort(variables)
  const log = createLogger({ level: config.logLevel, format: config.logFormat })
  const opened: Closers = []
  try {
    await mkdir(config.dataDir, { recursive: true })
    // PostgreSQL comes up in a process of its own, while this one reads the rest of the product.
    const [started, { openProduct }] = await Promise.all([
      openStorage(config, log, opened),
      import('./open-product.ts'),
    ])
    return await openProduct(config, log, started, opened)
  } catch (error) {
    await closeAll(opened, log)
    throw error
  }
}

async function openStorage(config: Config, log: Logger, opened: Closers): Promise<StartedDatabase> {
  if (config.databaseUrl !== undefined) return { address: outsideDatabase(config.databaseUrl) }
  const { startOwnDatabase } = await import('./own-database.ts')
  const own = await startOwnDatabase(config, {
    info: (message) => log.debug(message),
    warn: (message) => log.warn(message),
  })
  opened.push({ name: 'embedded database', close: () => own.stop() })
  return own
}

/** Port 0 is "any": found now, because the sign-in needs the whole address before anybody listens. */
async function withPort(variables: Readonly<Record<string, string | undefined>>): Promise<Config> {
  const config = readConfig(variables)
  if (config.port !== 0) return config
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, config.host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
  return readConfig({ ...variables, PORT: String(port) })
}

if (import.meta.main) {
  await runServer(
    () => startServer(process.env),
    (server) => [`Ready at ${server.origin}`, ...server.hints],
  )
}
