
-- The log of changes: each change appends its event in its own transaction. Readers resume in the order of the primary
-- key, which is the only index. Numbers of a sequence alone give no such order: a transaction that commits late may have
-- drawn a low one. Transaction ids do, up to the oldest transaction that is still running.
-- The transaction id is named by the statement that inserts, not by a default: in a distributed database a default may be
-- evaluated elsewhere. No foreign key to the tenant: the policy admits the tenant's own id alone.
create table event (
  tenant_id uuid not null,
  transaction bigint not null,
  event_id bigint not null generated always as identity,
  at timestamptz not null default now(),
  by text not null,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null,
  primary key (tenant_id, transaction, event_id)
);

alter table event enable row level security;
alter table event force row level security;
create policy tenant_only on event to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert on event to pim_app;

-- The code that changes what is live tells the servers what it has touched. The triggers knew the tenant alone.
drop function if exists delivery_changed() cascade;
