
create table audit_entry (
  tenant_id uuid not null references tenant,
  audit_entry_id uuid not null default uuidv7(),
  at timestamptz not null default now(),
  user_id text not null,
  action text not null,
  entity_kind text not null,
  entity_id text not null,
  details jsonb not null default '{}',
  primary key (tenant_id, audit_entry_id)
);
create index audit_entry_by_time on audit_entry (tenant_id, at desc, audit_entry_id desc);
create index audit_entry_by_entity on audit_entry (tenant_id, entity_kind, entity_id, at desc);
create index audit_entry_by_user on audit_entry (tenant_id, user_id, at desc);

alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy tenant_only on audit_entry to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert on audit_entry to pim_app;

