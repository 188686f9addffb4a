-- Profiles of imports and exports, and views of lists, under a name: of one person, or shared with the tenant.
create table saved_choice (
  tenant_id uuid not null,
  saved_choice_id uuid not null,
  kind text not null check (kind in ('importProfile', 'exportProfile', 'contentView', 'mediaView')),
  name text not null,
  owner_id text not null,
  is_shared boolean not null,
  -- As the contract describes it for the kind.
  content jsonb not null,
  -- Of the content as text: all of a tenant together are bounded.
  byte_size integer not null,
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, saved_choice_id)
);

select place_table('saved_choice');
create unique index saved_choice_shared_name on saved_choice (tenant_id, kind, lower(name)) where is_shared;
create unique index saved_choice_own_name on saved_choice (tenant_id, kind, owner_id, lower(name)) where not is_shared;

-- The owner of the tables is subject to row-level security where it is forced: the key could not be checked.
alter table tenant no force row level security;
alter table saved_choice add foreign key (tenant_id) references tenant;
alter table tenant force row level security;

alter table saved_choice enable row level security;
alter table saved_choice force row level security;
create policy tenant_only on saved_choice to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on saved_choice to pim_app;
