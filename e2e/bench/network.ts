import type { Page, Request } from '@playwright/test'

export interface Exchange {
  readonly method: string
  readonly url: string
  readonly type: string
  readonly startMs: number
  /** Infinite until its bytes are known, which the browser tells a moment later. */
  endMs: number
  /** From the browser's clock to that of a page: `performance.timeOrigin + performance.now()`. */
  readonly offsetMs: number
  /** As it came over the wire; nothing where the browser had it. */
  bytes: number
  /** `content-length` of its answer, also of one that the browser had. */
  announcedBytes: number
}

export interface Watch {
  readonly exchanges: readonly Exchange[]
  stop(): Promise<void>
}

/** Everything that a page and its worker ask for, as the browser itself counts it. */
export async function watchNetwork(page: Page, { cold = false } = {}): Promise<Watch> {
  const session = await page.context().newCDPSession(page)
  const known = new Map<string, Exchange>()
  const exchanges: Exchange[] = []
  session.on(
    'Network.requestWillBeSent',
    ({ requestId, request, timestamp, wallTime, type = 'Other', redirectResponse }) => {
      // A redirect is an exchange of its own, and has no other end.
      const before = known.get(requestId)
      if (before && redirectResponse)
        Object.assign(before, { endMs: timestamp * 1_000, bytes: redirectResponse.encodedDataLength })
      if (!request.url.startsWith('http')) return
      const exchange: Exchange = {
        method: request.method,
        url: request.url,
        type,
        startMs: timestamp * 1_000,
        endMs: Number.POSITIVE_INFINITY,
        offsetMs: (wallTime - timestamp) * 1_000,
        bytes: 0,
        announcedBytes: 0,
      }
      known.set(requestId, exchange)
      exchanges.push(exchange)
    },
  )
  session.on('Network.responseReceived', ({ requestId, response: { headers } }) => {
    const exchange = known.get(requestId)
    if (exchange) exchange.announcedBytes = Number(headers['content-length'] ?? 0)
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const exchange = known.get(requestId)
    if (exchange) Object.assign(exchange, { endMs: timestamp * 1_000, bytes: encodedDataLength })
  })
  session.on('Network.loadingFailed', ({ requestId, timestamp }) => {
    const exchange = known.get(requestId)
    if (exchange) exchange.endMs = timestamp * 1_000
  })
  // The session above hears the page alone. The calls of the user are sent by the page's worker.
  const ofPage = new Set<string>()
  session.on('Network.requestWillBeSent', ({ request }) => ofPage.add(request.url))
  const ofWorker = (request: Request) => {
    // The script of the worker itself: the page asks for it, and its end is told to the worker. What the page asks for twice, first to
    // have it early and then to run it, has both ends told to the page.
    const [first, second] = exchanges.filter(({ url }) => url === request.url())
    const open = second === undefined && first?.endMs === Number.POSITIVE_INFINITY ? first : undefined
    if (ofPage.has(request.url()) && !open) return
    const { startTime, responseEnd } = request.timing()
    const offsetMs = exchanges[0]?.offsetMs ?? 0
    const startMs = startTime - offsetMs
    const endMs = Number.POSITIVE_INFINITY
    const method = request.method()
    const exchange = open ?? {
      method,
      url: request.url(),
      type: 'Fetch',
      startMs,
      endMs,
      offsetMs,
      bytes: 0,
      announcedBytes: 0,
    }
    if (!open) exchanges.push(exchange)
    Promise.all([request.sizes(), request.response().then((response) => response?.headerValue('content-length'))]).then(
      ([{ responseBodySize, responseHeadersSize }, length]) => {
        // For the worker's own script the browser reports the size of the headers alone, so the length comes from the header.
        const bytes = (responseBodySize || Number(length ?? 0)) + responseHeadersSize
        Object.assign(exchange, { endMs: startMs + responseEnd, bytes })
      },
      // The page was closed meanwhile: its figures are read no more.
      () => undefined,
    )
  }
  page.on('requestfinished', ofWorker)
  await session.send('Network.enable')
  if (cold) await session.send('Network.clearBrowserCache')
  return {
    exchanges,
    stop: () => {
      page.off('requestfinished', ofWorker)
      return session.detach()
    },
  }
}

/**
 * Requests by how often they had to wait for an answer to others: each belongs to the round after the last one that had
 * ended when it began. What merely happened to begin later counts too, so there may be too many, never too few.
 */
export function roundsOf(exchanges: readonly Exchange[]): (readonly Exchange[])[] {
  const inOrder = exchanges.toSorted((one, other) => one.startMs - other.startMs)
  const roundOf = new Map<Exchange, number>()
  for (const exchange of inOrder) {
    const before = inOrder.filter(({ endMs }) => endMs <= exchange.startMs)
    roundOf.set(exchange, 1 + Math.max(0, ...before.map((each) => roundOf.get(each) ?? 0)))
  }
  return [...Map.groupBy(inOrder, (exchange) => roundOf.get(exchange) ?? 1).values()]
}
