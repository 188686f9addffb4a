import type { SavedChoiceKind } from '@pim/contract'
import type { Generated } from 'kysely'
import type { Time } from '../../platform/database/platform-tables.ts'

export interface SavedChoiceTables {
  /** A profile or a view under a name, of one person or shared with the tenant. */
  saved_choice: {
    tenant_id: string
    saved_choice_id: string
    kind: SavedChoiceKind
    name: string
    owner_id: string
    is_shared: boolean
    content: unknown
    byte_size: number
    version: Generated<number>
    changed_by: string
    changed_at: Generated<Time>
  }
}
