import type { Contract, Role, Route, RouteRequest, RouteResponse } from '@pim/contract'
import { type RouteLine, routeTable } from './routes.static.ts'

/** A call by name, as in the contract: `contentItem.getItem`. */
export type Operation = {
  [Domain in keyof Contract]: `${Domain}.${keyof Contract[Domain] & string}`
}[keyof Contract]

export type RouteOf<O extends Operation> = O extends `${infer Domain extends keyof Contract}.${infer Name}`
  ? Name extends keyof Contract[Domain]
    ? Extract<Contract[Domain][Name], Route>
    : never
  : never

/** What a call is given: `params`, `query` and `body`, or `file` and `fileName`, of which it has only its own. */
export type RequestOf<O extends Operation> = RouteRequest<RouteOf<O>>

/** What a call answers. Bytes come as a Blob. */
export type ResponseOf<O extends Operation> =
  RouteOf<O> extends { responseKind: 'bytes' } ? Blob : RouteResponse<RouteOf<O>>

/** The request may be left out where nothing in it is required. */
export type RequestArgs<O extends Operation, Rest extends unknown[]> =
  Record<string, never> extends RequestOf<O>
    ? [request?: RequestOf<O>, ...rest: Partial<Rest>]
    : [request: RequestOf<O>, ...rest: Partial<Rest>]

/** The slots that any request may have, as the client reads them. */
export interface AnyRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
  fileName?: string
}

export const operations = Object.keys(routeTable) as Operation[]

export function routeOf(operation: Operation): RouteLine {
  const route = routeTable[operation]
  if (!route) throw new Error(`The contract has no call named ${operation}.`)
  return route
}

/** The least role that a call takes; undefined where it asks for none. */
export const roleFor = (operation: Operation): Role | undefined => routeOf(operation).role
