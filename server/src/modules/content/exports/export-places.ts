import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '../../../core/problem.ts'
import type { HttpResponse } from '../../../http/http-response.ts'

/**
 * Exports of a process that are made or sent at a time, and those of one tenant. Without a free place a call waits for `waitMs` before it is
 * refused: callers who ask again at once after each refusal would keep the thread from other tenants.
 */
const most = { ofProcess: 8, ofTenant: 3, waitMs: 500 }
/** Whoever reads nothing for so long gives the place to others; without others the reader may take the time. */
const stalledMs = 60_000

interface Sending {
  readonly tenantId: string
  /** Undefined until the first byte can be sent. */
  stream: Readable | undefined
  movedAt: number
}

/** Makes a file that is sent while it is made. `onRow` is to be called with each of its rows. */
type Make = (onRow: () => void) => Promise<HttpResponse & { readonly body: Readable }>

export type ExportPlaces = (tenantId: string, signal: AbortSignal, make: Make) => Promise<HttpResponse>

/**
 * Gives each export a place from its first query until its last byte is sent or its reader has gone: each holds the ids of all of its
 * items. Throws `RATE_LIMITED` where no place is free, and none becomes free soon.
 */
export function createExportPlaces(limits = most, now = () => performance.now()): ExportPlaces {
  const all = new Set<Sending>()

  function enter(tenantId: string): Sending | undefined {
    const own = [...all].filter((each) => each.tenantId === tenantId)
    const crowd = own.length >= limits.ofTenant ? own : all.size >= limits.ofProcess ? [...all] : undefined
    if (crowd !== undefined) {
      const stalled = crowd.filter(({ stream, movedAt }) => stream !== undefined && now() - movedAt > stalledMs)
      const longest = stalled.toSorted((one, other) => one.movedAt - other.movedAt)[0]
      if (longest === undefined) return undefined
      longest.stream?.destroy()
      all.delete(longest)
    }
    const entered: Sending = { tenantId, stream: undefined, movedAt: now() }
    all.add(entered)
    return entered
  }

  /** Undefined at once where the caller has gone. */
  const later = (act: () => Sending | undefined, signal: AbortSignal) =>
    wait(limits.waitMs, undefined, { signal }).then(act, () => undefined)

  return async (tenantId, signal, make) => {
    const entered = enter(tenantId) ?? (await later(() => enter(tenantId), signal))
    if (entered === undefined)
      throw new Problem('RATE_LIMITED', { retryAfter: 5, message: 'Other files of items are being made.' })
    const leave = () => all.delete(entered)
    try {
      const response = await make(() => {
        entered.movedAt = now()
      })
      const { body } = response
      entered.stream = body
      entered.movedAt = now()
      body.once('close', leave)
      // An answer that came too late is read by nobody, so nobody else ends it.
      const end = () => body.destroy()
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
      return response
    } catch (error) {
      leave()
      throw error
    }
  }
}
