import type pg from 'pg'
import { appRole, definerRole, platformRole } from './addresses.ts'
import { MigrationRefused } from './database-errors.ts'

const roles = [appRole, platformRole, definerRole]

/**
 * The roles that everything but migrations runs as. They belong to the whole PostgreSQL server, so another database
 * on it may have made them already. Called under the migration lock of one database; a second database's server may
 * be at it in the same moment, hence the tolerance for "already there".
 */
export async function ensureRoles(client: pg.ClientBase): Promise<void> {
  for (const role of roles) {
    if (!(await exists(client, role))) await create(client, role)
    await beAbleToSet(client, role)
  }
  await refuseStrongRoles(client)
  for (const role of roles) await grantOnce(client, role, 'usage')
  // To own functions in it, the definer must be allowed to create there; nobody can connect as it.
  await grantOnce(client, definerRole, 'create')
}

async function grantOnce(client: pg.ClientBase, role: string, right: 'usage' | 'create'): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(`select has_schema_privilege($1, 'public', $2) as has`, [
    role,
    right,
  ])
  if (!rows[0]?.has) await client.query(`grant ${right} on schema public to ${role}`)
}

async function exists(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  return rowCount === 1
}

async function create(client: pg.ClientBase, role: string): Promise<void> {
  try {
    await client.query(`create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole noreplication`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Made by somebody else since we looked.
    if (code === '42710' || code === '23505') return
    if (code !== '42501') throw error
    throw new MigrationRefused(
      `The database login may not create roles. Let an administrator run once: ${roles
        .map((name) => `CREATE ROLE ${name} NOLOGIN NOBYPASSRLS; GRANT ${name} TO CURRENT_USER;`)
        .join(' ')} (with the login of DATABASE_URL in place of CURRENT_USER), then start again.`,
      { cause: error },
    )
  }
}

async function beAbleToSet(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ can: boolean }>(`select pg_has_role(current_user, $1, 'set') as can`, [role])
  if (rows[0]?.can) return
  try {
    await client.query(`grant ${role} to current_user with set true, inherit false`)
  } catch (error) {
    throw new MigrationRefused(
      `The database login may not act as the role ${role}. Let an administrator run: GRANT ${role} TO the login of DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** A role that sees past policies would make every other check an ornament. */
async function refuseStrongRoles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls)',
    [roles],
  )
  const [strong] = rows
  if (strong)
    throw new MigrationRefused(
      `The role ${strong.rolname} may bypass row-level security. Run: ALTER ROLE ${strong.rolname} NOSUPERUSER NOBYPASSRLS.`,
    )
}
