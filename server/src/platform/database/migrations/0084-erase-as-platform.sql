-- Rows of a tenant that is erased are deleted by plain statements of pim_platform, no longer by a function of the tables'
-- owner: a distributed database connects to its workers as the role of the statement and there sets the role that the
-- transaction has set, so such a function had no rights on a worker.
drop function erase_tenant_rows(regclass, uuid);

-- `migrate` calls this after the migrations, so a new table cannot be forgotten. Only a transaction that names the tenant in
-- a setting of its own sees rows, and of these only the tenant. Requests run as pim_app, which no such policy is for.
create or replace function prepare_erasure() returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  added record;
begin
  -- A distributed database alters a table that others refer to together with these on one connection alone.
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  for added in
    select c.oid::regclass as name, c.oid in (select polrelid from pg_policy where polname = 'erase_tenant') as has_former
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relrowsecurity and a.attname = 'tenant_id' and not a.attisdropped
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'erase_tenant'
        and p.polroles = array['pim_platform'::regrole::oid])
  loop
    if added.has_former then
      execute format('drop policy erase_tenant on %s', added.name);
    end if;
    execute format('create policy erase_tenant on %s to pim_platform
      using (tenant_id = nullif(current_setting(''app.erased_tenant_id'', true), '''')::uuid)', added.name);
    execute format('grant select (tenant_id), delete on %s to pim_platform', added.name);
  end loop;
end $$;

-- What the platform reads across tenants, it only reads: with the right to delete, these policies would let it delete there.
do $$
declare
  read_across text;
begin
  foreach read_across in array array['index_rebuild', 'index_recipe'] loop
    execute format('drop policy across_tenants on %I', read_across);
    execute format('create policy across_tenants on %I for select to pim_platform using (true)', read_across);
  end loop;
end $$;
