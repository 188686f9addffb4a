
create table binary_file (
  tenant_id uuid not null references tenant,
  binary_id uuid not null,
  file_name text not null,
  mime_type text not null,
  byte_size bigint not null check (byte_size > 0),
  sha256 text not null,
  width integer,
  height integer,
  -- Random, never the file's own name: nothing that a caller sends decides where bytes lie.
  storage_key text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (tenant_id, binary_id)
);
create index binary_file_by_content on binary_file (tenant_id, sha256);

alter table binary_file enable row level security;
alter table binary_file force row level security;
create policy tenant_only on binary_file to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on binary_file to pim_app;

