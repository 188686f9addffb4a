/**
 * What tabs of this browser tell each other. It carries no token and no data; code of a section that sends the same can
 * only send a tab to the sign-in, which leads back while the session at the provider lasts, or let it read its tenants.
 */
export type TabMessage = 'signed out' | 'memberships changed'

const channelName = 'pim.tabs'

export interface OtherTabs {
  tell: (message: TabMessage) => void
  on: (message: TabMessage, then: () => void) => void
}

export function otherTabs(): OtherTabs {
  const channel = new BroadcastChannel(channelName)
  return {
    tell: (message) => channel.postMessage(message),
    on: (message, then) => channel.addEventListener('message', ({ data }) => data === message && then()),
  }
}
