-- Erasures of whole tenants. The column is not called tenant_id, because these rows outlive the tenant's.
create table tenant_erasure (
  erased_tenant_id uuid primary key,
  external_id text not null,
  begun_at timestamptz not null default now(),
  begun_by text not null,
  -- Of the last step: another server goes on with an erasure that has come to a halt.
  moved_at timestamptz not null default now(),
  done_at timestamptz,
  -- How many rows of each table, and how many stored files.
  removed jsonb not null default '{}'
);
grant select, insert, update on tenant_erasure to pim_platform;

-- The owner of the tables is subject to their policies, too. `migrate` calls this after the migrations, so a new table cannot
-- be forgotten: every table with a tenant_id gets a policy for its owner. Requests never run as the owner.
create function prepare_erasure() returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  added regclass;
begin
  for added in
    select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relrowsecurity and a.attname = 'tenant_id' and not a.attisdropped
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'erase_tenant'
        and p.polroles = array[c.relowner])
  loop
    execute format('drop policy if exists erase_tenant on %s', added);
    execute format('create policy erase_tenant on %s to current_user
      using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', added);
  end loop;
end $$;
revoke execute on function prepare_erasure() from public;

-- Deletes what a table has of a tenant whose erasure has begun, as the owner of the tables.
create function erase_tenant_rows(erased regclass, tenant uuid) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone bigint;
begin
  if not exists (select from tenant_erasure where erased_tenant_id = tenant and done_at is null) then
    raise exception 'no erasure of the tenant % has begun', tenant;
  end if;
  perform set_config('app.tenant_id', tenant::text, true);
  execute format('delete from %s where tenant_id = $1', erased) using tenant;
  get diagnostics gone = row_count;
  perform set_config('app.tenant_id', '', true);
  return gone;
end $$;
revoke execute on function erase_tenant_rows(regclass, uuid) from public;
grant execute on function erase_tenant_rows(regclass, uuid) to pim_platform;
