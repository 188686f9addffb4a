-- Settings of sections that administrators of a tenant have chosen, by name: {"orders:currency": "EUR"}. One that is not here is as its
-- section declares.
alter table tenant add column section_settings jsonb not null default '{}';
grant update (section_settings) on tenant to pim_app;

-- The same of one person in a tenant.
create table person_setting (
  tenant_id uuid not null,
  user_id text not null,
  settings jsonb not null,
  version integer not null default 1,
  primary key (tenant_id, user_id)
);

select place_table('person_setting');

-- The owner of the tables is subject to row-level security where it is forced: the key could not be checked.
alter table tenant no force row level security;
alter table person_setting add foreign key (tenant_id) references tenant;
alter table tenant force row level security;

alter table person_setting enable row level security;
alter table person_setting force row level security;
create policy tenant_only on person_setting to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on person_setting to pim_app;
