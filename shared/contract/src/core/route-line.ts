import type { Role } from './roles.ts'
import type { Access, Method, Route } from './route.ts'
import type { Topic } from './topics.ts'

/** What a client has to know of a call: the route without its schemas, which would be too large for a bundle. */
export interface RouteLine {
  method: Method
  path: string
  access: Access
  role?: Role
  queryPrefix?: string
  bodyKind?: 'json' | 'multipart'
  creates?: true
  responseKind?: 'json' | 'bytes' | 'none'
  reads: readonly Topic[]
  changes: readonly Topic[]
}

export const lineOf = (route: Route): RouteLine => ({
  method: route.method,
  path: route.path,
  access: route.access,
  ...(route.access === 'tenant' || route.role ? { role: route.role ?? 'viewer' } : {}),
  ...(route.queryPrefix ? { queryPrefix: route.queryPrefix } : {}),
  ...(route.creates ? { creates: true as const } : {}),
  ...(route.bodyKind ? { bodyKind: route.bodyKind } : {}),
  ...(route.responseKind ? { responseKind: route.responseKind } : {}),
  reads: [...(route.reads ?? [])],
  changes: [...(route.changes ?? [])],
})

/** The lines of all calls of a contract, by operation name: `contentItem.getItem`. */
export const linesOf = (
  contract: Readonly<Record<string, Readonly<Record<string, Route>>>>,
): Record<string, RouteLine> =>
  Object.fromEntries(
    Object.entries(contract).flatMap(([domain, routes]) =>
      Object.entries(routes).map(([name, route]) => [`${domain}.${name}`, lineOf(route)] as const),
    ),
  )
