import type pg from 'pg'
import { MigrationRefused } from './database-errors.ts'

/** The oldest version that can grant a role without its rights being inherited, which `ensureRoles` does. */
const oldest = 16

/**
 * Refuses a PostgreSQL that is too old, and creates on an older one what the server takes from PostgreSQL 18. Applied
 * migrations never change, so what they call has to be there under its name.
 */
export async function prepareServer(client: pg.ClientBase, needed = oldest): Promise<void> {
  const { rows } = await client.query<{ text: string; major: number; hasUuidV7: boolean; hasEstonian: boolean }>(`
    select current_setting('server_version') as text, current_setting('server_version_num')::int / 10000 as major,
      to_regprocedure('uuidv7()') is not null as "hasUuidV7",
      exists (select from pg_ts_dict where dictname = 'estonian_stem') as "hasEstonian"`)
  const [server] = rows
  if (server === undefined) throw new Error('PostgreSQL does not tell its version')
  if (server.major < needed)
    throw new MigrationRefused(
      `The database is PostgreSQL ${server.text}, and this server needs ${needed} or later. Name a newer one with DATABASE_URL.`,
    )
  if (!server.hasUuidV7) await client.query(createUuidV7)
  if (!server.hasEstonian) await client.query(createEstonianStemmer)
}

/**
 * As the built-in function of PostgreSQL 18: milliseconds, then their fraction in 12 bits so that ids made one after
 * the other sort in that order, then 62 random bits.
 */
export const createUuidV7 = `
create or replace function public.uuidv7() returns uuid language sql volatile parallel safe as $$
  select encode(
    substring(int8send(micros / 1000) from 3)
      || int2send((x'7000'::int + micros % 1000 * 4096 / 1000)::int2)
      || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as now
$$`

/** The one stemmer of ours that came with PostgreSQL 18. This one leaves words as they are: found, but not by other forms. */
export const createEstonianStemmer = 'create text search dictionary public.estonian_stem (template = simple)'
