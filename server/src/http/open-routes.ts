import type { FastifyInstance, RouteOptions } from 'fastify'

/** Every route outside the contract, and why it may be open to all. What is not here cannot be mounted. */
export const openRoutes = {
  liveness: 'says that the process lives',
  readiness: 'says whether it can serve',
  metrics: 'figures about the process; behind a token where one is set',
  openapi: "the API's description, the same for everyone",
  pages: 'the shell: files of a build',
  sections: 'the sections: files of builds',
  identity: 'the embedded sign-in: whoever comes there is nobody yet',
} as const satisfies Record<string, string>
export type OpenRoute = keyof typeof openRoutes

/** The embedded identity provider answers for everything below it, by the rules of OpenID Connect. */
const identityPrefix = '/realms/'

/** Deny by default: a route that is neither a guarded call of the contract nor on the list stops the server at once. */
export function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!isAccountedFor(route))
      throw new Error(`${String(route.method)} ${route.url} is neither guarded nor on the list`)
  })
}

function isAccountedFor({ config, url, onRequest }: RouteOptions): boolean {
  if (config?.operation !== undefined) return onRequest !== undefined
  if (config?.openRoute !== undefined) return config.openRoute in openRoutes
  return url.startsWith(identityPrefix)
}
