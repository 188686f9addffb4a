import type { ApiKey } from '@pim/contract'

/** A row action that opens a dialog for one key. */
export interface KeyAction {
  readonly kind: 'change' | 'rotate' | 'revoke'
  readonly key: ApiKey
}
