import { connect, createServer, type Socket } from 'node:net'
import type { Connection, DatabaseAddress } from '../src/platform/database/addresses.ts'

/** A cable to the database, for tests of what happens when it falls silent, is slow, or is cut. */
export interface Wire {
  readonly port: number
  /** Nothing passes any more, and nobody is told. */
  hang(): void
  /** Whoever is connected hears that it is over, and nobody gets through any more. */
  cut(): void
  /** Nothing arrives until `heal`, which lets through what was held: a database that is very slow. */
  hold(): void
  heal(): void
  /** How many pieces that were sent to the database have been lost since the last `hang`. */
  readonly lost: number
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
  let isHeld = false
  const held: (() => void)[] = []
  let lost = 0
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (isSilent) {
          if (from === near) lost += 1
        } else if (isHeld) held.push(() => to.writable && to.write(bytes))
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
      lost = 0
    },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    hold: () => {
      isHeld = true
    },
    heal: () => {
      isCut = false
      isSilent = false
      isHeld = false
      for (const deliver of held.splice(0)) deliver()
    },
    get lost() {
      return lost
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
