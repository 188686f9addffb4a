import type { AddressInfo } from 'node:net'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { personWith } from '../testing/caller.ts'
import { openBenchApp } from './bench-app.ts'
import type { ProcessUsage } from './delivery-server.ts'

// The server in a process of its own, so that its CPU time is known without that of the bench.

export interface SaveServerOptions {
  readonly address: DatabaseAddress
  readonly externalId: string
}

export interface SaveServer {
  readonly port: number
  readonly token: string
}

process.once('message', async ({ address, externalId }: SaveServerOptions) => {
  const app = await openBenchApp(address)
  await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.server.address() as AddressInfo
  const token = await app.tokenFor(personWith('publisher', externalId))
  process.send?.({ port, token } satisfies SaveServer)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1_000, resident: process.memoryUsage.rss() } satisfies ProcessUsage)
  })
  process.once('disconnect', async () => {
    await app.close()
    process.exit(0)
  })
})
