
create schema identity;
grant usage on schema identity to pim_platform;

create table identity.account (
  user_id uuid primary key,
  username text not null unique check (username = lower(username)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  roles text[] not null default '{}'
);
create table identity.membership (
  user_id uuid not null references identity.account on delete cascade,
  tenant_external_id text not null,
  primary key (user_id, tenant_external_id)
);
-- Sessions, grants, codes and refresh tokens, as the provider writes them.
create table identity.artifact (
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index artifact_by_grant on identity.artifact (grant_id) where grant_id is not null;
create index artifact_by_uid on identity.artifact (model, uid) where uid is not null;
create index artifact_by_end on identity.artifact (expires_at);
-- Keys that tokens and cookies are signed with: a restart must not sign anybody out.
create table identity.secret (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on all tables in schema identity to pim_platform;
