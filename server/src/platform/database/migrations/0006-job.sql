
create table job (
  tenant_id uuid not null references tenant,
  job_id uuid not null,
  kind text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  input jsonb not null default '{}',
  done_count integer not null default 0,
  total_count integer,
  result jsonb,
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  attempts integer not null default 0,
  lease_until timestamptz,
  run_after timestamptz not null default now(),
  primary key (tenant_id, job_id)
);
create index job_newest on job (tenant_id, created_at desc, job_id desc);
-- Two runners of one kind would undo each other's work in the same tenant.
create unique index job_one_runner on job (tenant_id, kind) where status = 'running';
create index job_waiting on job (run_after, job_id) where status = 'queued';
create index job_leases on job (lease_until) where status = 'running';

alter table job enable row level security;
alter table job force row level security;
create policy tenant_only on job to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert on job to pim_app;

create policy every_queue on job to pim_platform using (true) with check (true);
grant select, update, delete on job to pim_platform;
