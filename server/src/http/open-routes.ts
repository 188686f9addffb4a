import type { FastifyInstance, RouteOptions } from 'fastify'

/** Every route outside the contract, and why it needs no guard. Any other route cannot be mounted. */
export const openRoutes = {
  liveness: 'tells whether the process is alive',
  readiness: 'tells whether it can serve requests',
  metrics: 'figures about the process, behind a token of their own',
  openapi: "the API's description, the same for everyone",
  pages: 'files of the build of the shell',
  sections: 'files of the builds of the sections',
  sectionKeys: 'public keys, by which back ends of sections check who a call is from',
  violations: 'what browsers refused by the policy of the page: they send it without a token',
  browserSession:
    'tokens for the worker of a page, which has none yet: for the browser that has the cookie of a session',
  identity: 'the embedded sign-in: its callers have no token yet',
} as const satisfies Record<string, string>
export type OpenRoute = keyof typeof openRoutes

/** What watches this server asks these: they are answered also where anonymous callers have all that they may. */
const forOperators: ReadonlySet<OpenRoute> = new Set(['liveness', 'readiness', 'metrics'])
export const isForOperators = (route: OpenRoute | undefined): boolean => route !== undefined && forOperators.has(route)

/**
 * All routes below it belong to the embedded identity provider, which checks its callers by the rules of OpenID
 * Connect.
 */
const identityPrefix = '/realms/'

/** Deny by default: registering a route that is neither a guarded call of the contract nor in `openRoutes` throws. */
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
