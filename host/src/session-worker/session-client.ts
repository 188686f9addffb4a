import type { SendCall } from '@pim/api-client/send'
import type { Told } from './held-tokens.ts'
import type { FromWorker, Provider, Tokens, ToWorker } from './protocol.ts'

/** The page's side of the worker that keeps the session. */
export interface SessionClient {
  /** Hands over the tokens of a new session; with what the server has written into the page of its sign-in, it holds it, too. */
  start: (provider: Provider, tokens: Tokens, arrival: string | undefined, told: Told) => void
  /** Goes on with the session that the server holds; it has ended where the server holds none. */
  resume: (told: Told) => void
  send: SendCall
  renew: () => Promise<void>
  end: () => Promise<void>
  /** Rejects where the provider gives no answer. */
  reach: (provider: Provider) => Promise<void>
}

type Answer = Exclude<FromWorker, { kind: 'ready' | 'held' | 'ended' }>

export interface StartedWorker {
  /** What it is told before the worker is ready waits in the port. */
  readonly client: SessionClient
  /** Rejects where the worker does not start. */
  readonly ready: Promise<void>
}

/** Starts the worker. Called before the code of any section runs, so that nobody can have replaced what it uses. */
export function startSessionWorker(): StartedWorker {
  const worker = new Worker('/session-worker.js')
  const { port1, port2 } = new MessageChannel()
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Error('The worker of the session did not start.'))
  })
  const { client, ready } = connectSession(port1)
  worker.postMessage(undefined, [port2])
  return { client, ready: Promise.race([ready, failed]) }
}

/** The client of the worker at the other end of the port. */
export function connectSession(port: MessagePort): StartedWorker {
  // Bound now: a method that is replaced in the prototype later is not called, and so is not handed the port.
  const post: (message: ToWorker) => void = port.postMessage.bind(port)
  const waiting = new Map<number, (answer: Answer) => void>()
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>()
  let lastId = 0
  let told: Told | undefined

  port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'ready') setReady()
    else if (data.kind === 'held') told?.onHeld()
    else if (data.kind === 'ended') told?.onEnded()
    else waiting.get(data.id)?.(data)
  }

  const ask = (question: { kind: 'renew' | 'end' } | { kind: 'reach'; provider: Provider }) =>
    new Promise<void>((resolve, reject) => {
      lastId += 1
      const id = lastId
      waiting.set(id, (answer) => {
        waiting.delete(id)
        if (answer.kind === 'done') resolve()
        else reject(new TypeError('The identity provider was not reached.'))
      })
      post({ ...question, id })
    })

  const send: SendCall = (request, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      lastId += 1
      const id = lastId
      const stop = () => {
        end()
        post({ kind: 'abort', id })
        reject(signal.reason)
      }
      const end = () => {
        waiting.delete(id)
        signal.removeEventListener('abort', stop)
      }
      signal.addEventListener('abort', stop)
      waiting.set(id, (answer) => {
        if (answer.kind === 'progress') return onProgress?.(answer.share)
        end()
        if (answer.kind === 'response') resolve(responseOf(answer))
        else reject(new TypeError('The request did not reach the server.'))
      })
      post({ kind: 'call', id, request, withProgress: onProgress !== undefined })
    })

  const client: SessionClient = {
    start: (provider, tokens, arrival, listener) => {
      told = listener
      post({ kind: 'start', provider, tokens, arrival })
    },
    resume: (listener) => {
      told = listener
      post({ kind: 'resume' })
    },
    send,
    renew: () => ask({ kind: 'renew' }),
    end: () => ask({ kind: 'end' }),
    reach: (provider) => ask({ kind: 'reach', provider }),
  }
  return { client, ready }
}

function responseOf({ status, contentType, body }: Answer & { kind: 'response' }): Response {
  const hasNoBody = status === 204 || status === 304
  return new Response(hasNoBody ? null : body, { status, headers: contentType ? { 'content-type': contentType } : {} })
}
