import { type Access, contract, type Method, type Role, type Route, type Topic } from '@pim/contract'

/** What the client has to know of a call: the contract without its schemas, which would be too large for the bundle. */
export interface RouteInfo {
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

const lineOf = (route: Route): RouteInfo => ({
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

/** Evaluated at build time, so that the bundle contains this table and nothing of the contract. */
export const routeTable: Record<string, RouteInfo> = Object.fromEntries(
  Object.entries(contract).flatMap(([domain, routes]) =>
    Object.entries(routes).map(([operation, route]) => [`${domain}.${operation}`, lineOf(route)]),
  ),
)
