import type { AddressInfo } from 'node:net'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { personWith } from '../testing/caller.ts'
import { openBenchApp } from './bench-app.ts'
import type { ProcessUsage } from './delivery-server.ts'

// The server in a process of its own, so that its CPU time is known without that of the bench.

export interface SaveServerOptions {
  readonly address: DatabaseAddress
  /** External ids of tenants; a publisher is made for each. */
  readonly externalIds: readonly string[]
}

export interface SaveServer {
  readonly port: number
  /** Access tokens of the publishers, in the order of `externalIds`. */
  readonly tokens: readonly string[]
}

process.once('message', async ({ address, externalIds }: SaveServerOptions) => {
  const app = await openBenchApp(address)
  await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.server.address() as AddressInfo
  const tokens = await Promise.all(externalIds.map((each) => app.tokenFor(personWith('publisher', each))))
  process.send?.({ port, tokens } satisfies SaveServer)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1_000, resident: process.memoryUsage.rss() } satisfies ProcessUsage)
  })
  process.once('disconnect', async () => {
    await app.close()
    process.exit(0)
  })
})
