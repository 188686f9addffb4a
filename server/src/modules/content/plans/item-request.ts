import type { LifecycleAction } from '@pim/contract'

/** The requested steps of one item. */
export interface ItemRequest {
  readonly contentItemId: string
  /** Steps of the lifecycle by variation. */
  readonly steps: ReadonlyMap<string, LifecycleAction>
  /** A step of the item in all its variations. */
  readonly whole: 'delete' | 'restore' | undefined
  /** The variations with a step that nobody has asked for: others that are published link to them. */
  readonly linkedIn?: ReadonlySet<string>
}
