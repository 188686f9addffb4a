import type { Channel } from '@pim/contract'

/** A row action chosen for one channel. */
export interface ChannelAction {
  readonly kind: 'change' | 'remove'
  readonly channel: Channel
}
