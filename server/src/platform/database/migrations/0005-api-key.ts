import { definerRole, platformRole } from '../addresses.ts'
import { asDefiner, closeToTenant } from '../row-level-security.ts'

/** The key names the tenant, so it is looked up before there is one: by a function that gives no list of them. */
export const up = `
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
${closeToTenant('api_key', { acrossTenants: true })}

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
create policy names_for_keys on tenant for select to ${definerRole} using (true);
grant select on tenant to ${definerRole};
${asDefiner('api_key_by_hash(bytea)', platformRole)}
${asDefiner('api_key_was_used(uuid, uuid)', platformRole)}
`
