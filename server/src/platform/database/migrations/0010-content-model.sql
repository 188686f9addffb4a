
-- A number that no two changes share, also where the first of them was rolled back: who remembers a type by its
-- revision must never take one for the other.
create sequence content_type_revision as integer;
grant usage on sequence content_type_revision to pim_app;
create table content_type (
  tenant_id uuid not null references tenant,
  content_type_id uuid not null,
  technical_name text not null,
  kind text not null check (kind in ('user', 'media')),
  definition jsonb not null,
  revision integer not null default nextval('content_type_revision'),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  modified_by text not null,
  primary key (tenant_id, content_type_id),
  unique (tenant_id, technical_name)
);
-- Names that differ in case alone would be one name to everybody but the computer.
create unique index content_type_one_per_name on content_type (tenant_id, lower(technical_name));

alter table content_type enable row level security;
alter table content_type force row level security;
create policy tenant_only on content_type to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_type to pim_app;

