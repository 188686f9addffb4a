import type { JWK } from 'jose'
import type { ColumnType } from 'kysely'
import type { Time } from '../../platform/database/platform-tables.ts'

/** Rows that belong to no tenant. */
export interface SectionBackEndTables {
  section_token_key: {
    key_id: string
    public_key: ColumnType<JWK, string, never>
    expires_at: Time
  }
}
