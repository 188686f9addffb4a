import type { ClientConfig } from 'pg'

/** Where the database is, and as whom. Beyond these, the driver's defaults. */
export type Connection = Readonly<
  Pick<ClientConfig, 'host' | 'port' | 'database' | 'user' | 'password' | 'connectionString' | 'options'>
>

/**
 * Three ways into one database. Requests never hold a connection with which they could change a table or see past
 * the tenant's rows, so there is nothing to escape to.
 */
export interface DatabaseAddress {
  /** Owns the tables; migrations only. */
  readonly owner: Connection
  /** `pim_app`: rows of the tenant that the transaction names, nothing else. */
  readonly app: Connection
  /** `pim_platform`: the few tables that belong to no tenant, and the work queue. */
  readonly platform: Connection
}

export const appRole = 'pim_app'
export const platformRole = 'pim_platform'
/** Owns the functions that may look across tenants' rows; nobody connects as it. */
export const definerRole = 'pim_definer'

/** A PostgreSQL of somebody else: one login, and each connection gives up its rights before its first query. */
export function outsideDatabase(connectionString: string): DatabaseAddress {
  return {
    owner: { connectionString },
    app: { connectionString, options: `-c role=${appRole}` },
    platform: { connectionString, options: `-c role=${platformRole}` },
  }
}
