import type { Route, RouteAnswer, RouteInput } from '@pim/contract/core/route.ts'
import type { Answer } from './answer.ts'
import type { RouteContext } from './context.ts'
import type { Upload } from './upload.ts'

/** A part of the contract: the calls of one domain by their names. */
export type Domain = Readonly<Record<string, Route>>

export type HandlerInput<R extends Route> = RouteInput<R> & {
  context: RouteContext<R>
} & (R['bodyKind'] extends 'multipart' ? { upload: Upload } : unknown)

type Result<R extends Route> = R['responseKind'] extends 'bytes'
  ? Answer
  : R['responseKind'] extends 'none'
    ? // biome-ignore lint/suspicious/noConfusingVoidType: what a service that returns nothing returns
      void | Answer
    : RouteAnswer<R> | Answer

export type Handler<R extends Route> = (input: HandlerInput<R>) => Result<R> | Promise<Result<R>>

/** Total over a domain: a call without a handler does not compile. */
export type Handlers<D extends Domain> = { readonly [Name in keyof D]: Handler<D[Name]> }
