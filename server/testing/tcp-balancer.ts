import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TcpBalancer {
  readonly origin: string
  /** The targets that were ready when they were asked last. */
  readonly ready: readonly string[]
  setTargets(origins: readonly string[]): void
  close(): Promise<void>
}

/** Many times in what a server that ends goes on serving. */
const askEveryMs = 250

/**
 * A balancer as plain as they come: it asks each target over and over whether it is ready, and hands each new connection to the next one
 * that is. It knows nothing of HTTP: a connection stays with its server until one of the two ends it.
 */
export async function openTcpBalancer(): Promise<TcpBalancer> {
  let targets: readonly string[] = []
  let ready: readonly string[] = []
  let isOpen = true
  let next = 0
  const sockets = new Set<Socket>()
  const known = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    known(client)
    const target = ready[next++ % Math.max(1, ready.length)]
    if (target === undefined) return client.destroy()
    const { hostname, port } = new URL(target)
    const server = known(connect(Number(port), hostname))
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.pipe(to)
      from.once('close', () => to.destroySoon())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const watching = (async () => {
    while (isOpen) {
      const asked = targets
      const answers = await Promise.all(asked.map((origin) => isReady(origin)))
      ready = asked.filter((_, at) => answers[at] === true)
      await sleep(askEveryMs)
    }
  })()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    get ready() {
      return ready
    },
    setTargets(origins) {
      targets = origins
    },
    async close() {
      isOpen = false
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await watching
    },
  }
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
