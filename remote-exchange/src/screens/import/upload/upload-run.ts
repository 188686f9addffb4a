import { ApiError } from '@pim/api-client'
import type { ImportFile } from '@pim/contract'

export interface UploadState {
  /** `waiting`: a part did not arrive, and is sent again after a pause. `failed`: it goes on when it is told to. */
  readonly status: 'sending' | 'waiting' | 'done' | 'failed' | 'cancelled'
  /** Bytes that have arrived, those of earlier visits too. */
  readonly sentBytes: number
  readonly failure?: unknown
}

/** The calls that an upload makes. */
export interface UploadCalls {
  /** Stores one part; answers what is missing then. */
  sendPart: (
    partNumber: number,
    bytes: Blob,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<Pick<ImportFile, 'missingParts'>>
  /** Ends when the time is over, or at once when the signal says so. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface UploadRun {
  readonly state: () => UploadState
  /** Calls back at each change; answers a function that ends that. */
  readonly subscribe: (onChange: () => void) => () => void
  /** Sends what is missing after a failure. */
  readonly goOn: () => void
  readonly cancel: () => void
}

const partsAtOnce = 2
const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Attempts for one part before somebody has to say that it goes on: three minutes of pauses. */
const maxAttempts = 10

/** Sends the missing parts of a file. A part that does not arrive is sent again after growing pauses. */
export function startUpload(target: ImportFile, file: Blob, calls: UploadCalls): UploadRun {
  const listeners = new Set<() => void>()
  const missing = new Set(target.missingParts)
  /** The share of each part that is under way. */
  const shares = new Map<number, number>()
  let controller = new AbortController()
  let state: UploadState = { status: 'sending', sentBytes: 0 }

  const bytesOf = (part: number) => file.slice(part * target.partBytes, (part + 1) * target.partBytes)
  const sentBytes = () => {
    let open = 0
    for (const part of missing) open += bytesOf(part).size * (1 - (shares.get(part) ?? 0))
    return Math.max(0, Math.round(file.size - open))
  }
  const tell = (status: UploadState['status'], failure?: unknown) => {
    state = { status, sentBytes: sentBytes(), ...(failure !== undefined && { failure }) }
    for (const listener of listeners) listener()
  }

  async function sendPart(part: number, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await calls.sendPart(part, bytesOf(part), {
          signal,
          onProgress: (share) => {
            shares.set(part, share)
            if (!signal.aborted) tell('sending')
          },
        })
        missing.delete(part)
        if (!signal.aborted) tell('sending')
        return
      } catch (failure) {
        shares.delete(part)
        if (signal.aborted || !mayRepeat(failure) || attempt === maxAttempts) throw failure
        tell('waiting')
        await calls.pause(Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)), signal)
        signal.throwIfAborted()
      }
    }
  }

  async function sendAll(): Promise<void> {
    const { signal } = controller
    const open = [...missing]
    const sendNext = async (): Promise<void> => {
      for (let part = open.shift(); part !== undefined; part = open.shift()) await sendPart(part, signal)
    }
    try {
      await Promise.all(Array.from({ length: partsAtOnce }, sendNext))
      tell('done')
    } catch (failure) {
      // The other part stops too: nothing is sent after the upload is said to have failed.
      const wasCancelled = signal.aborted
      controller.abort()
      shares.clear()
      tell(wasCancelled ? 'cancelled' : 'failed', wasCancelled ? undefined : failure)
    }
  }

  void sendAll()
  tell('sending')
  return {
    state: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    goOn: () => {
      if (state.status !== 'failed') return
      controller = new AbortController()
      tell('sending')
      void sendAll()
    },
    cancel: () => controller.abort(),
  }
}

/** What may be different in a moment: no connection, a server that is busy or restarts. */
const mayRepeat = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  (typeof failure.kind !== 'number' || failure.kind === 429 || (failure.kind >= 500 && failure.kind !== 507))
