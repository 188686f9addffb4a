import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isRepeated } from './input/repeated-header.ts'

/** Responds and returns true, or leaves the request untouched and returns false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Puts `fastPath` before the framework's own request listener. Routing, parsing and hooks cost more than sending a
 * cached response, so the fast path responds to what it can at once; every other request goes to the framework, with
 * all its checks.
 */
export function installFastPath(server: Server, fastPath: FastPath): void {
  const frameworkListeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // The framework refuses it.
    const isRefused = isRepeated(request.rawHeaders, 'host')
    if (!isRefused && fastPath(request, response)) return
    for (const listener of frameworkListeners) listener.call(server, request, response)
  })
}
