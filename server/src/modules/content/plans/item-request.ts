import type { LifecycleAction } from '@pim/contract'

/** What is asked for one item. */
export interface ItemRequest {
  readonly contentItemId: string
  /** Steps of the lifecycle by variation. */
  readonly steps: ReadonlyMap<string, LifecycleAction>
  /** Of the item in all its variations. */
  readonly whole: 'delete' | 'restore' | undefined
}
