import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Whether the request was answered. */
export type FirstAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Lets somebody answer before the framework looks at a request, who can do so at once and without a doubt: finding a
 * route, reading a question and running hooks cost more than sending what is known already. Whatever is left over goes
 * the usual way, with every check.
 */
export function answerFirst(server: Server, answer: FirstAnswer): void {
  const usual = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (answer(request, response)) return
    for (const listener of usual) listener.call(server, request, response)
  })
}
