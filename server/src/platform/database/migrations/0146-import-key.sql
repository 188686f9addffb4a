-- What a key is for: to read what is delivered, or to send files that are imported.
alter table api_key add column kind text not null default 'delivery';

-- A type that a function answers with is not changed under it.
drop function api_key_by_hash(bytea);
drop type api_key_grant;
create type api_key_grant as (
  tenant_id uuid, external_id text, api_key_id uuid, kind text, delivery_targets text[], content_types text[],
  valid_until timestamptz
);
create function api_key_by_hash(hash bytea) returns setof api_key_grant
language sql stable security definer set search_path = public, pg_temp as $$
  select k.tenant_id, t.external_id, k.api_key_id, k.kind, k.delivery_targets, k.content_types,
    least(k.expires_at, case when k.previous_key_hash = hash then k.previous_key_expires_at end)
  from api_key k join tenant t using (tenant_id)
  where (k.key_hash = hash or (k.previous_key_hash = hash and k.previous_key_expires_at > now()))
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
$$;
revoke execute on function api_key_by_hash(bytea) from public;
grant execute on function api_key_by_hash(bytea) to pim_platform;
alter function api_key_by_hash(bytea) owner to pim_definer;
