import type { Contract, Role, Route, RouteRequest, RouteResponse } from '@pim/contract'
import { lineOfCall } from './calls.ts'

/** The name of a call in the contract, such as `contentItem.getItem`. */
export type Operation = {
  [Domain in keyof Contract]: `${Domain}.${keyof Contract[Domain] & string}`
}[keyof Contract]

export type RouteOf<O extends Operation> = O extends `${infer Domain extends keyof Contract}.${infer Name}`
  ? Name extends keyof Contract[Domain]
    ? Extract<Contract[Domain][Name], Route>
    : never
  : never

/** The input of a call: those of `params`, `query` and `body`, or `file` and `fileName`, that the call has. */
export type RequestOf<O extends Operation> = RouteRequest<RouteOf<O>>

/** The output of a call; bytes come as a Blob. */
export type ResponseOf<O extends Operation> =
  RouteOf<O> extends { responseKind: 'bytes' } ? Blob : RouteResponse<RouteOf<O>>

/** The arguments of a call. The request is optional where nothing in it is required. */
export type RequestArgs<O extends Operation, Rest extends unknown[]> =
  Record<string, never> extends RequestOf<O>
    ? [request?: RequestOf<O>, ...rest: Partial<Rest>]
    : [request: RequestOf<O>, ...rest: Partial<Rest>]

/** The parts that any request may have, as the client reads them. */
export interface AnyRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
  fileName?: string
  /** The version that the caller saw. */
  ifMatch?: number | undefined
}

/** The lowest role that may make the call; `undefined` where it needs none. */
export const roleFor = (operation: Operation): Role | undefined => lineOfCall(operation).role
