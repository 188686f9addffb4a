/** The part that is used of a package that brings no types. */
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  export function from(sql: string): Writable & Submittable
}
