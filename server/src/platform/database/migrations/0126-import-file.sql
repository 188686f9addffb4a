-- A file of items on its way into the product. Its bytes lie in the object store, part by part.
create table import_file (
  tenant_id uuid not null,
  import_file_id uuid not null,
  file_name text not null,
  byte_size integer not null,
  part_bytes integer not null,
  -- Numbers of the parts that are stored, in the order in which they came.
  received integer[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, import_file_id)
);

select place_table('import_file');

-- The owner of the tables is subject to row-level security where it is forced: the key could not be checked.
alter table tenant no force row level security;
alter table import_file add foreign key (tenant_id) references tenant;
alter table tenant force row level security;

alter table import_file enable row level security;
alter table import_file force row level security;
create policy tenant_only on import_file to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on import_file to pim_app;
