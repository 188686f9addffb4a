import type { BulkChangeState } from '@pim/contract'
import type { DotLook } from '@pim/ui'

export const stateLooks: Readonly<Record<BulkChangeState, DotLook>> = {
  rehearsing: { color: 'primary.main', fill: 'half' },
  ready: { color: 'warning.main', fill: 'ring' },
  executing: { color: 'primary.main', fill: 'half' },
  paused: { color: 'warning.main', fill: 'half' },
  done: { color: 'success.main', fill: 'full' },
  cancelled: { color: 'text.secondary', fill: 'ring' },
  failed: { color: 'error.main', fill: 'full' },
}
