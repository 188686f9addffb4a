import { appRole, definerRole } from './addresses.ts'

const ofTenant = `tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid`

/**
 * The statements that close a tenant's table: the runtime role sees and writes the rows of the transaction's tenant.
 * `acrossTenants` opens it to functions of the role that nobody connects as (`security definer`, for searches whose
 * index a policy would keep unused); such a function must name the tenant itself.
 */
export function closeToTenant(
  table: string,
  { grant = 'select, insert, update, delete', acrossTenants = false } = {},
): string {
  return `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant_only on ${table} to ${appRole} using (${ofTenant}) with check (${ofTenant});
grant ${grant} on ${table} to ${appRole};
${acrossTenants ? openToDefiner(table) : ''}`
}

const openToDefiner = (table: string): string => `
create policy across_tenants on ${table} to ${definerRole} using (true) with check (true);
grant select, insert, update, delete on ${table} to ${definerRole};`

/**
 * A function that looks past the policies: it runs as the role to which `acrossTenants` opened the tables, and may be
 * called by the named roles alone. Rights go first: once it has another owner, they are no longer ours to give.
 */
export const asDefiner = (signature: string, ...callers: readonly string[]): string => `
revoke execute on function ${signature} from public;
grant execute on function ${signature} to ${callers.join(', ')};
alter function ${signature} owner to ${definerRole};`
