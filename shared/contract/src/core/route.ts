import type { z } from 'zod'
import type { DeployRight } from '../deploy-keys/schemas.ts'
import type { ProblemCode } from './problem.ts'
import type { Role } from './roles.ts'
import type { Topic } from './topics.ts'

/**
 * Who may call: anyone, a signed-in person, a member of the tenant named in `x-tenant-id`, the bearer of an
 * `x-api-key`.
 */
export type Access = 'public' | 'user' | 'tenant' | 'apiKey'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the API, whole: the server mounts and guards it, the client calls it, the cache forgets by it and the
 * OpenAPI document describes it, all from this object.
 */
export interface Route {
  readonly method: Method
  /** As in OpenAPI: `/api/content-item/{contentItemId}`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly access: Access
  /** Least role. Left out: `viewer` for `tenant`; for `user` it means nobody is asked for a role. */
  readonly role?: Role
  /** Of `tenant`: also for the bearer of an API key of the kind `import`, who sees the imports of that key alone. */
  readonly takesImportKeys?: true
  /**
   * Also for the bearer of a deploy key with this right, or with any, of the section that the path names. A tenant is the one
   * that `x-tenant-id` names.
   */
  readonly takesDeployKeys?: DeployRight | 'any'
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Query keys that start with this are gathered into `query.field` as `{name: string[]}` before validation. */
  readonly queryPrefix?: 'field.'
  readonly body?: z.ZodType
  /** `multipart`: the handler reads the stream itself. Left out: `json` where there is a body. */
  readonly bodyKind?: 'json' | 'multipart'
  /** Whether a JSON body may be left out altogether. */
  readonly bodyOptional?: boolean
  /**
   * A call that makes something new each time it is repeated (an item, a file, a key, a job). It takes an
   * `Idempotency-Key`: a repeat with the same key within a day gets the first answer and makes nothing.
   */
  readonly creates?: true
  /** Works on many things in one transaction, and so may take four times as long as another call. */
  readonly isLong?: true
  /** Not counted among the calls of the tenant, and answered also where it may make no more of them. */
  readonly isUncounted?: true
  readonly response: z.ZodType
  /** `bytes`: the handler streams; `none`: 204. Left out: `json`. */
  readonly responseKind?: 'json' | 'bytes' | 'none'
  readonly successStatus?: 200 | 201 | 204
  /** What this call can answer beyond the codes of its access and validation. */
  readonly errors?: readonly ProblemCode[]
  /**
   * `read`: answers a thing that has a version, which is sent as its `ETag` too. `change`: besides that, changes or
   * deletes that thing, and refuses it with PRECONDITION_FAILED where `If-Match` names another version.
   */
  readonly versioned?: 'read' | 'change'
  readonly reads?: readonly Topic[]
  readonly changes?: readonly Topic[]
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined
type Slot<Name extends string, S, V> = S extends z.ZodType ? { [K in Name]: V } : unknown

/** What a handler is given: parsed and defaulted. */
export type RouteInput<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: R['bodyKind'] extends 'multipart' ? undefined : Parsed<R['body']>
}

/** What a caller gives: before defaults. Only the slots that the route has. */
export type RouteRequest<R extends Route> = Slot<'params', R['params'], Sent<R['params']>> &
  (R['query'] extends z.ZodType
    ? Record<string, never> extends Sent<R['query']>
      ? { query?: Sent<R['query']> }
      : { query: Sent<R['query']> }
    : unknown) &
  (R['bodyKind'] extends 'multipart'
    ? { file: Blob; fileName: string }
    : R['bodyOptional'] extends true
      ? { body?: Sent<R['body']> }
      : Slot<'body', R['body'], Sent<R['body']>>) &
  // The version that the caller saw; sent as `If-Match`.
  (R['versioned'] extends 'change' ? { ifMatch?: number | undefined } : unknown)

export type RouteResponse<R extends Route> = z.output<R['response']>
/** What a handler answers, before the response schema has seen it. */
export type RouteResponseInput<R extends Route> = z.input<R['response']>

export const defineRoute = <const R extends Route>(definition: R): R => definition
