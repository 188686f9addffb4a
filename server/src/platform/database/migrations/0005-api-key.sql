
create table api_key (
  tenant_id uuid not null references tenant,
  api_key_id uuid not null,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique check (length(key_hash) = 32),
  previous_key_hash bytea unique check (length(previous_key_hash) = 32),
  previous_key_expires_at timestamptz,
  delivery_targets text[] not null default '{}',
  content_types text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, api_key_id),
  check ((previous_key_hash is null) = (previous_key_expires_at is null))
);

alter table api_key enable row level security;
alter table api_key force row level security;
create policy tenant_only on api_key to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on api_key to pim_app;

create policy across_tenants on api_key to pim_definer using (true) with check (true);
grant select, insert, update, delete on api_key to pim_definer;

create type api_key_grant as (
  tenant_id uuid, external_id text, api_key_id uuid, delivery_targets text[], content_types text[],
  valid_until timestamptz
);
-- The key of this hash, when it is good now; and until when it will be, so that a cache knows.
create function api_key_by_hash(hash bytea) returns setof api_key_grant
language sql stable security definer set search_path = public, pg_temp as $$
  select k.tenant_id, t.external_id, k.api_key_id, k.delivery_targets, k.content_types,
    least(k.expires_at, case when k.previous_key_hash = hash then k.previous_key_expires_at end)
  from api_key k join tenant t using (tenant_id)
  where (k.key_hash = hash or (k.previous_key_hash = hash and k.previous_key_expires_at > now()))
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
$$;
-- Not more than once a minute for one key, so that reading stays reading.
create function api_key_was_used(tenant uuid, key_id uuid) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  update api_key set last_used_at = now()
  where tenant_id = tenant and api_key_id = key_id
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
$$;
create policy names_for_keys on tenant for select to pim_definer using (true);
grant select on tenant to pim_definer;

revoke execute on function api_key_by_hash(bytea) from public;
grant execute on function api_key_by_hash(bytea) to pim_platform;
alter function api_key_by_hash(bytea) owner to pim_definer;

revoke execute on function api_key_was_used(uuid, uuid) from public;
grant execute on function api_key_was_used(uuid, uuid) to pim_platform;
alter function api_key_was_used(uuid, uuid) owner to pim_definer;
