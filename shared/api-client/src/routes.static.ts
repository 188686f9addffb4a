import { type Access, contract, type Method, type Role, type Route, type Topic } from '@pim/contract'

/** Of each call, what a caller has to know: the contract without its schemas, which the browser has no use for. */
export interface RouteLine {
  method: Method
  path: string
  access: Access
  role?: Role
  queryPrefix?: string
  bodyKind?: 'json' | 'multipart'
  responseKind?: 'json' | 'bytes' | 'none'
  reads: readonly Topic[]
  changes: readonly Topic[]
}

const lineOf = (route: Route): RouteLine => ({
  method: route.method,
  path: route.path,
  access: route.access,
  ...(route.access === 'tenant' || route.role ? { role: route.role ?? 'viewer' } : {}),
  ...(route.queryPrefix ? { queryPrefix: route.queryPrefix } : {}),
  ...(route.bodyKind ? { bodyKind: route.bodyKind } : {}),
  ...(route.responseKind ? { responseKind: route.responseKind } : {}),
  reads: [...(route.reads ?? [])],
  changes: [...(route.changes ?? [])],
})

/** Run while building: the bundle holds the table that this comes to, and none of the contract. */
export const routeTable: Record<string, RouteLine> = Object.fromEntries(
  Object.entries(contract).flatMap(([domain, routes]) =>
    Object.entries(routes).map(([operation, route]) => [`${domain}.${operation}`, lineOf(route)]),
  ),
)
