import type { Route, RouteInput, RouteResponseInput } from '@pim/contract/core/route.ts'
import type { IfMatch } from '../core/caller.ts'
import type { RouteContext } from './context.ts'
import type { HttpResponse } from './http-response.ts'
import type { Upload } from './upload.ts'

/** The calls of one domain of the contract, by name. */
export type Domain = Readonly<Record<string, Route>>

export type HandlerInput<R extends Route> = RouteInput<R> & {
  context: RouteContext<R>
} & (R['bodyKind'] extends 'multipart' ? { upload: Upload } : unknown) &
  (R['versioned'] extends 'change' ? { ifMatch: IfMatch } : unknown)

type Result<R extends Route> = R['responseKind'] extends 'bytes'
  ? HttpResponse
  : R['responseKind'] extends 'none'
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a response returns void
      void | HttpResponse
    : RouteResponseInput<R> | HttpResponse

export type Handler<R extends Route> = (input: HandlerInput<R>) => Result<R> | Promise<Result<R>>

/** The handler of every call of a domain: one that is missing is a type error. */
export type Handlers<D extends Domain> = { readonly [Name in keyof D]: Handler<D[Name]> }
