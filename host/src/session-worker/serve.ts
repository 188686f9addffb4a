import { sendFromPage } from '@pim/api-client/send'
import { type HeldTokens, heldTokens, reach } from './held-tokens.ts'
import type { FromWorker, ToWorker } from './protocol.ts'
import { sessionOfServer } from './session-of-server.ts'

/**
 * The worker's side: keeps the tokens of the session and sends the calls of the user with them. The code of a section
 * runs in the page and can replace what the page calls, `fetch` too; it reaches nothing in here. By its key the server knows this script.
 */
export function serveSession(port: MessagePort, ownOrigin: string, workerKey: string): void {
  const answer = (message: FromWorker, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  const underWay = new Map<number, AbortController>()
  let tokens: HeldTokens | undefined
  const told = { onHeld: () => answer({ kind: 'held' }), onEnded: () => answer({ kind: 'ended' }) }

  const handle = async (message: ToWorker) => {
    switch (message.kind) {
      case 'start':
        // Defence 110, without: tokens = heldTokens(sessionOfServer(workerKey), told, message)
        tokens ??= heldTokens(sessionOfServer(workerKey), told, message)
        return
      case 'resume':
        tokens ??= heldTokens(sessionOfServer(workerKey), told)
        return
      case 'abort':
        underWay.get(message.id)?.abort()
        return
      case 'call':
        return call(message)
      case 'renew':
        await tokens?.renew()
        return answer({ kind: 'done', id: message.id })
      case 'end':
        await tokens?.end()
        return answer({ kind: 'done', id: message.id })
      case 'reach':
        await reach(message.provider)
        return answer({ kind: 'done', id: message.id })
    }
  }

  const call = async ({ id, request, withProgress }: ToWorker & { kind: 'call' }) => {
    // Defence 110
    if (!isOurApi(request.url, ownOrigin)) throw new Error(`${request.url} is no call of the API.`)
    const abort = new AbortController()
    underWay.set(id, abort)
    try {
      const response = await sendFromPage({
        getToken: () => tokens?.current(),
        refreshToken: async () => tokens?.renewRefused(),
      })(request, {
        signal: abort.signal,
        onProgress: withProgress ? (share) => answer({ kind: 'progress', id, share }) : undefined,
      })
      const body = response.body === null ? null : await response.arrayBuffer()
      const contentType = response.headers.get('content-type')
      answer({ kind: 'response', id, status: response.status, contentType, body }, body ? [body] : [])
    } finally {
      underWay.delete(id)
    }
  }

  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    handle(data).catch(() => {
      if ('id' in data) answer({ kind: 'failed', id: data.id })
    })
  }
  answer({ kind: 'ready' })
}

/** The token goes to the API of this origin only, whatever address the page names. */
function isOurApi(address: string, ownOrigin: string): boolean {
  const url = URL.parse(address, ownOrigin)
  return url?.origin === ownOrigin && url.pathname.startsWith('/api/')
}
