-- The details are emptied after the commit of the erasure, so the entry of the erasure itself is there already: it keeps
-- its report.
drop function erase_audit_details(uuid, text[], text[]);

create function erase_audit_details(in_tenant uuid, kinds text[], ids text[]) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  erased bigint;
begin
  update audit_entry set details = '{"erased": true}'
  where tenant_id = in_tenant and in_tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
    and entity_kind = any(kinds) and entity_id = any(ids) and details <> '{}' and not details ? 'erased';
  get diagnostics erased = row_count;
  return erased;
end $$;

revoke execute on function erase_audit_details(uuid, text[], text[]) from public;
grant execute on function erase_audit_details(uuid, text[], text[]) to pim_app;
alter function erase_audit_details(uuid, text[], text[]) owner to pim_definer;
