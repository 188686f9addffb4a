import type { AddressInfo } from 'node:net'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { personWith } from '../testing/caller.ts'
import { openBenchApp } from './bench-app.ts'
import type { BenchTenant } from './catalogue.ts'
import type { ProcessUsage } from './delivery-server.ts'
import { haveLists } from './reader-file.ts'

// The server in a process of its own, so that its CPU time is known without that of the bench.

export interface SaveServerOptions {
  readonly address: DatabaseAddress
  /** A publisher is made for each; their lists are there, and written behind each save. */
  readonly tenants: readonly BenchTenant[]
  /** See `BenchDatabase.lists`. */
  readonly lists: string
}

export interface SaveServer {
  readonly port: number
  /** Access tokens of the publishers, in the order of `tenants`. */
  readonly tokens: readonly string[]
}

process.once('message', async ({ address, tenants, lists }: SaveServerOptions) => {
  const app = await openBenchApp(address, { lists })
  for (const tenant of tenants) await haveLists(app, tenant)
  await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.server.address() as AddressInfo
  const tokens = await Promise.all(tenants.map(({ externalId }) => app.tokenFor(personWith('publisher', externalId))))
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
