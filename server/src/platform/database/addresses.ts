import type { ClientConfig } from 'pg'

/** The address and login of a database connection. */
export type Connection = Readonly<
  Pick<ClientConfig, 'host' | 'port' | 'database' | 'user' | 'password' | 'connectionString' | 'options'>
>

/**
 * The three logins of one database. Requests use connections whose role cannot alter tables and cannot bypass row-level
 * security, so SQL injected into a request could not do so either.
 */
export interface DatabaseAddress {
  /** Owns the tables; only migrations use it. */
  readonly owner: Connection
  /** `pim_app`: under row-level security sees only rows of the transaction's tenant. */
  readonly app: Connection
  /** `pim_platform`: the few tables that belong to no tenant, and the job queue. */
  readonly platform: Connection
}

export const appRole = 'pim_app'
export const platformRole = 'pim_platform'
/** Owns the SECURITY DEFINER functions that bypass the tenants' policies; no connection uses it. */
export const definerRole = 'pim_definer'

/** An external PostgreSQL with one login: each connection switches to its restricted role when it starts. */
export function outsideDatabase(connectionString: string): DatabaseAddress {
  return {
    owner: { connectionString },
    app: { connectionString, options: `-c role=${appRole}` },
    platform: { connectionString, options: `-c role=${platformRole}` },
  }
}
