-- What a tenant may have in place of what the installation allows everybody: a JSON object by the names of the quotas, null
-- for no limit. Only a call for operators writes it.
create table tenant_quota (
  tenant_id uuid not null,
  own jsonb not null,
  modified_at timestamptz not null default now(),
  modified_by text not null,
  primary key (tenant_id)
);
-- What the tenant's files take. Its one row is locked by whoever begins or ends an upload, so that uploads at the same time
-- cannot pass a quota together.
create table stored_files (
  tenant_id uuid not null,
  file_count integer not null default 0,
  byte_size bigint not null default 0,
  primary key (tenant_id)
);
-- Room for uploads that have begun. One whose server ended without a word counts until it expires.
create table upload_reservation (
  tenant_id uuid not null,
  reservation_id uuid not null,
  byte_size bigint not null,
  expires_at timestamptz not null,
  primary key (tenant_id, reservation_id)
);
-- Calls of one day (UTC), added up by every server from time to time.
create table call_count (
  tenant_id uuid not null,
  day date not null,
  delivery bigint not null default 0,
  management bigint not null default 0,
  primary key (tenant_id, day)
);

select place_table('tenant_quota');
select place_table('stored_files');
select place_table('upload_reservation');
select place_table('call_count');
-- The owner of the tables is subject to row-level security where it is forced: the keys could not be checked, and no file
-- would be seen.
alter table tenant no force row level security;
alter table tenant_quota add foreign key (tenant_id) references tenant;
alter table stored_files add foreign key (tenant_id) references tenant;
alter table upload_reservation add foreign key (tenant_id) references tenant;
alter table call_count add foreign key (tenant_id) references tenant;
alter table tenant force row level security;

alter table binary_file no force row level security;
insert into stored_files (tenant_id, file_count, byte_size)
select tenant_id, count(*), sum(byte_size) from binary_file group by tenant_id;
alter table binary_file force row level security;

-- What a quota counts, without reading the definitions.
alter table content_type add column field_count integer not null generated always as (jsonb_array_length(definition -> 'fields')) stored;
alter table content_type add column byte_size integer not null generated always as (octet_length(definition::text)) stored;

alter table tenant_quota enable row level security;
alter table tenant_quota force row level security;
create policy tenant_only on tenant_quota to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on tenant_quota to pim_app;

alter table stored_files enable row level security;
alter table stored_files force row level security;
create policy tenant_only on stored_files to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on stored_files to pim_app;

alter table upload_reservation enable row level security;
alter table upload_reservation force row level security;
create policy tenant_only on upload_reservation to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on upload_reservation to pim_app;

alter table call_count enable row level security;
alter table call_count force row level security;
create policy tenant_only on call_count to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on call_count to pim_app;
