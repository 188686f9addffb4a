-- Requests may not change the audit or the log of events. What is erased loses its details there by these functions alone;
-- who did what, and when, stays.
create policy across_tenants on audit_entry to pim_definer using (true) with check (true);
grant select, update (details) on audit_entry to pim_definer;
create policy across_tenants on event to pim_definer using (true) with check (true);
grant select, update (details) on event to pim_definer;

create function erase_audit_details(in_tenant uuid, kinds text[], ids text[]) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  erased bigint;
begin
  update audit_entry set details = '{"erased": true}'
  where tenant_id = in_tenant and in_tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
    and entity_kind = any(kinds) and entity_id = any(ids) and details not in ('{}', '{"erased": true}');
  get diagnostics erased = row_count;
  return erased;
end $$;

-- Ids, technical names and the report of the erasure stay: readers of the log tell others what is gone.
create function erase_event_details(in_tenant uuid, ids text[]) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  erased bigint;
begin
  update event set details = jsonb_strip_nulls(jsonb_build_object(
    'variations', details -> 'variations', 'delivered', details -> 'delivered', 'erased', details -> 'erased',
    'jobId', details -> 'jobId'))
  where tenant_id = in_tenant and in_tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
    and subject_id = any(ids) and details - '{variations,delivered,erased,jobId}'::text[] <> '{}';
  get diagnostics erased = row_count;
  return erased;
end $$;

revoke execute on function erase_audit_details(uuid, text[], text[]) from public;
grant execute on function erase_audit_details(uuid, text[], text[]) to pim_app;
alter function erase_audit_details(uuid, text[], text[]) owner to pim_definer;

revoke execute on function erase_event_details(uuid, text[]) from public;
grant execute on function erase_event_details(uuid, text[]) to pim_app;
alter function erase_event_details(uuid, text[]) owner to pim_definer;
