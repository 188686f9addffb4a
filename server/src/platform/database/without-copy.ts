import { sql } from 'kysely'

/**
 * Ends an `insert … select`. In a cluster (Citus) the rows of such a statement are sent to the tenant's server by COPY,
 * which PostgreSQL refuses where a table has row-level security. An insert that returns something is sent as an INSERT.
 */
export const withoutCopy = sql`returning null`
