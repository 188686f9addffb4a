import type { Time } from '../database/platform-tables.ts'

/** Rows that belong to no tenant. */
export interface BrowserSessionTables {
  browser_session_key: {
    key_id: string
    secret: Buffer
    made_at: Time
    expires_at: Time
  }
}
