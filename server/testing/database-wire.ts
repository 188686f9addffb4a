import { connect, createServer, type Socket } from 'node:net'
import type { Connection, DatabaseAddress } from '../src/platform/database/addresses.ts'

/** A cable to the database, for tests of what happens when it falls silent, is slow, or is cut. */
export interface Wire {
  readonly port: number
  /** Nothing passes any more, and nobody is told. */
  hang(): void
  /** Whoever is connected hears that it is over, and nobody gets through any more. */
  cut(): void
  heal(): void
  /** Everything arrives this much later. */
  delay(ms: number): void
  close(): void
}

/** The way to the database of `connection` that leads over this port. */
export const overWire = (connection: Connection, { port }: Wire): DatabaseAddress => {
  const through = { ...connection, host: '127.0.0.1', port }
  return { owner: through, app: through, platform: through }
}

export async function openWire({ host = '', port = 5432 }: Connection): Promise<Wire> {
  const sockets = new Set<Socket>()
  let isSilent = false
  let isCut = false
  let delayMs = 0
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (isSilent) return
        if (delayMs > 0) setTimeout(() => to.writable && to.write(bytes), delayMs)
        else to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    hang: () => {
      isSilent = true
    },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    heal: () => {
      isCut = false
      isSilent = false
      delayMs = 0
    },
    delay: (ms) => {
      delayMs = ms
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
