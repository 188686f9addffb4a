import type pg from 'pg'
import { appRole, definerRole, platformRole } from './addresses.ts'
import { MigrationRefused } from './database-errors.ts'

const roles = [appRole, platformRole, definerRole]

/**
 * Creates the roles that everything but migrations runs as. Roles belong to the whole PostgreSQL server, so another
 * database may have created them, even in the same moment: the migration lock covers only one database. Throws
 * `MigrationRefused` where the login lacks the rights, or a role could bypass row-level security.
 */
export async function ensureRoles(client: pg.ClientBase): Promise<void> {
  for (const role of roles) {
    if (!(await exists(client, role))) await create(client, role)
    await ensureCanSet(client, role)
  }
  await refuseBypassingRoles(client)
  for (const role of roles) await grantOnce(client, role, 'usage')
  // The owner of a function needs the right to create in its schema.
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
    // Another server has created it in the meantime.
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

async function ensureCanSet(client: pg.ClientBase, role: string): Promise<void> {
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

/** Refuses to run with roles that bypass row-level security, because then nothing would separate the tenants. */
async function refuseBypassingRoles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls)',
    [roles],
  )
  const [role] = rows
  if (role)
    throw new MigrationRefused(
      `The role ${role.rolname} may bypass row-level security. Run: ALTER ROLE ${role.rolname} NOSUPERUSER NOBYPASSRLS.`,
    )
}
