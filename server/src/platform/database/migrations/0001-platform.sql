
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

create table tenant (
  tenant_id uuid primary key,
  external_id text not null unique,
  friendly_name text not null,
  feature_toggles jsonb not null default '{"taxonomyEnabled": false}',
  remotes jsonb not null default '{}',
  delivery_targets text[] not null default '{web}',
  created_at timestamptz not null default now()
);
alter table tenant enable row level security;
alter table tenant force row level security;
create policy own_tenant on tenant to pim_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy all_tenants on tenant to pim_platform using (true) with check (true);
-- What a tenant's own administrator may change; who it is, they may not.
grant select, update (friendly_name, feature_toggles, remotes, delivery_targets) on tenant to pim_app;
grant select, insert, update, delete on tenant to pim_platform;
