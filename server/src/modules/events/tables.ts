import type { Generated } from 'kysely'
import type { Json, Time } from '../../platform/database/platform-tables.ts'

export interface EventRow {
  tenant_id: string
  transaction: number
  event_id: Generated<number>
  at: Time
  by: string
  kind: string
  subject_kind: string
  subject_id: string
  details: Json<Record<string, unknown>>
}

export interface EventTables {
  event: EventRow
}
