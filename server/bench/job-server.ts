import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { openBenchApp } from './bench-app.ts'
import type { ProcessUsage } from './delivery-server.ts'

// A server that runs the jobs, in a process of its own, so that its memory is known without that of the bench.

export interface JobServerOptions {
  readonly address: DatabaseAddress
  /** Where the server that takes the calls keeps its files. */
  readonly objectFolder: string
}

process.once('message', async ({ address, objectFolder }: JobServerOptions) => {
  const app = await openBenchApp(address, { objects: objectFolder })
  app.startJobs()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1_000, resident: process.memoryUsage.rss() } satisfies ProcessUsage)
  })
  process.once('disconnect', async () => {
    await app.close()
    process.exit(0)
  })
  process.send?.('ready')
})
