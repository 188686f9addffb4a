import { sql } from 'kysely'
import type { ListTables } from '../../content-index/index.ts'

/** Handed to modules that content depends on and that read its rows: they name the tables nowhere themselves. */
export const contentTables: ListTables = {
  variations: sql`content_variation`,
  items: sql`content_item`,
}
