import type { Topic } from '@pim/contract'

export interface CallOptions {
  signal?: AbortSignal
  /** Milliseconds; 0 for no timeout. */
  timeout?: number
  /** Calls for this tenant in place of the current one; for an upload that goes on after a change of tenant. */
  tenantId?: string
  /** Progress of an upload, as a share from 0 to 1. */
  onProgress?: (share: number) => void
  /**
   * The topics whose screens are left after this call: what is shown of them is marked stale and not refetched now, as
   * an item that the call deletes would answer 404.
   */
  leaves?: readonly Topic[]
}
