import type { Status } from '@pim/contract'

/** What was live of a variation before a bulk change, and what it made of it; values as they are stored. */
export interface ReplacedLive {
  /** Null where nothing was live. */
  readonly before: StoredSnapshot | null
  /** The status of the working copy before. */
  readonly status: Status
  /** Null where it is no longer live. */
  readonly now: { readonly version: number; readonly publishedAt: string } | null
}

export interface StoredSnapshot {
  readonly version: number
  readonly name: string
  readonly own: Readonly<Record<string, unknown>>
  readonly shared: Readonly<Record<string, unknown>>
  readonly deliveryTargets: readonly string[]
  readonly publishedAt: string
  readonly publishedBy: string
}
