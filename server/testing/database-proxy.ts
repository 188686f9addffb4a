import { connect, createServer, type Socket } from 'node:net'
import type { Connection, DatabaseAddress } from '../src/platform/database/addresses.ts'

/** A TCP proxy to the database, for tests of connections that are silent, slow or cut. */
export interface DatabaseProxy {
  readonly port: number
  /** Drops all data in both directions and keeps the connections open. */
  hang(): void
  /** Closes all connections and refuses new ones. */
  cut(): void
  /** Drops what the database tells those who listen to notifications, and passes on all else. */
  hangListeners(): void
  /** Delays all data until `heal`, as a very slow database does. */
  hold(): void
  /** Passes on the next commit of a transaction that sends `text`, and cuts the connection in place of its answer. */
  loseCommitOf(text: string): void
  /** Ends `hang`, `hangListeners`, `cut` and `hold`. */
  heal(): void
  /** Closes all connections and takes new ones, so that nobody waits for an answer that was lost. */
  reconnect(): void
  /** Connections that were made. */
  readonly opened: number
  /** Chunks to the database that were dropped since the last `hang`. */
  readonly lost: number
  close(): void
}

/** The address of a database through the proxy, with one login for all three roles. */
export const throughProxy = (connection: Connection, { port }: DatabaseProxy): DatabaseAddress => {
  const through = { ...connection, host: '127.0.0.1', port }
  return { owner: through, app: through, platform: through }
}

export async function openDatabaseProxy({ host = '', port = 5432 }: Connection): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  let isCut = false
  let isHeld = false
  let areListenersSilent = false
  const listening = new WeakSet<Socket>()
  let lostText: string | undefined
  const marked = new WeakSet<Socket>()
  const unanswered = new WeakSet<Socket>()
  const held: (() => void)[] = []
  let lost = 0
  let opened = 0
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    opened += 1
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (from === near && lostText !== undefined && bytes.includes(lostText)) {
          lostText = undefined
          marked.add(near)
        }
        if (from === near && marked.has(near) && bytes.includes('commit\0')) unanswered.add(near)
        if (from === near && bytes.includes('listen "')) listening.add(near)
        if (areListenersSilent && from === far && listening.has(near)) return
        // Not at an earlier reply: PostgreSQL stops at a connection that is lost before it has come to the commit.
        if (from === far && unanswered.has(near) && bytes.includes('COMMIT\0')) near.destroy()
        else if (isSilent) {
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
  const heal = () => {
    isCut = false
    isSilent = false
    areListenersSilent = false
    isHeld = false
    for (const deliver of held.splice(0)) deliver()
  }
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    hang: () => {
      isSilent = true
      lost = 0
    },
    cut,
    hangListeners: () => {
      areListenersSilent = true
    },
    hold: () => {
      isHeld = true
    },
    loseCommitOf: (text) => {
      lostText = text
    },
    heal,
    reconnect: () => {
      cut()
      heal()
    },
    get opened() {
      return opened
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
