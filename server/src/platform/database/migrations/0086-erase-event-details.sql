-- What stays of an event is put together by immutable functions alone: a distributed database refuses an update that calls
-- another one with columns, and jsonb_build_object is only stable.
drop function erase_event_details(uuid, text[]);

create function erase_event_details(in_tenant uuid, ids text[]) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  erased bigint;
begin
  update event set details = jsonb_strip_nulls(jsonb_set_lax(jsonb_set_lax(jsonb_set_lax(jsonb_set_lax('{}',
    '{variations}', details -> 'variations'), '{delivered}', details -> 'delivered'), '{erased}', details -> 'erased'),
    '{jobId}', details -> 'jobId'))
  where tenant_id = in_tenant and in_tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
    and subject_id = any(ids) and details - '{variations,delivered,erased,jobId}'::text[] <> '{}';
  get diagnostics erased = row_count;
  return erased;
end $$;

revoke execute on function erase_event_details(uuid, text[]) from public;
grant execute on function erase_event_details(uuid, text[]) to pim_app;
alter function erase_event_details(uuid, text[]) owner to pim_definer;
