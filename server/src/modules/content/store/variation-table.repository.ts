import { sql } from 'kysely'

/** Handed to modules that content depends on and that read its rows: they name the table nowhere themselves. */
export const contentVariationTable = sql`content_variation`
