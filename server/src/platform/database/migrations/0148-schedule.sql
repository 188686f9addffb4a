-- A profile and when it runs. Read across tenants, by the time of the next look, so in a distributed database it stays on the
-- coordinator as the queue of jobs does, and refers to no other table.
create table schedule (
  tenant_id uuid not null,
  schedule_id uuid not null,
  kind text not null,
  name text not null,
  -- The profile, and the version of it that the person who answers for the schedule has seen.
  saved_choice_id uuid not null,
  choice_version integer not null,
  -- When, from where, and what comes after, as the contract describes it.
  plan jsonb not null,
  owner_id text not null,
  state text not null default 'active' check (state in ('active', 'paused', 'stopped')),
  stop_reason text,
  next_at timestamptz,
  -- When somebody has to look at it next: at its next time, or for the run that is under way. Null: never.
  wake_at timestamptz,
  open_run_id uuid,
  failures integer not null default 0,
  -- What the last file was known by: its ETag, when it was changed, its SHA-256.
  seen jsonb not null default '{}',
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, schedule_id)
);
create index schedule_awake on schedule (wake_at) where wake_at is not null;

alter table schedule enable row level security;
alter table schedule force row level security;
create policy tenant_only on schedule to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on schedule to pim_app;
create policy every_schedule on schedule for select to pim_platform using (true);
grant select on schedule to pim_platform;

create table schedule_run (
  tenant_id uuid not null,
  run_id uuid not null,
  schedule_id uuid not null,
  asked_by text,
  -- Begun at the end of another one, since its folder may have more files; not kept where there are none.
  is_next boolean not null default false,
  -- `looking`: a job looks for a file and makes the bulk change.
  step text not null default 'looking' check (step in ('looking', 'rehearsing', 'executing', 'ended')),
  outcome text,
  problem jsonb,
  file_name text,
  -- What its file is known by, kept with the schedule once the run has not failed.
  seen jsonb,
  job_id uuid not null,
  bulk_change_id uuid,
  counts jsonb,
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, run_id)
);
-- Files of a folder that were taken, or that have the bytes of one that was taken under another name.
create table schedule_file (
  tenant_id uuid not null,
  schedule_id uuid not null,
  file_name text not null,
  byte_size bigint not null,
  stored_at timestamptz not null,
  sha256 text not null,
  primary key (tenant_id, schedule_id, file_name)
);

select place_table('schedule_run');
select place_table('schedule_file');
create index schedule_run_latest on schedule_run (tenant_id, schedule_id, begun_at desc);
create unique index schedule_run_open on schedule_run (tenant_id, schedule_id) where ended_at is null;

-- The owner of the tables is subject to row-level security where it is forced: the key could not be checked.
alter table tenant no force row level security;
alter table schedule_run add foreign key (tenant_id) references tenant;
alter table schedule_file add foreign key (tenant_id) references tenant;
alter table tenant force row level security;

alter table schedule_run enable row level security;
alter table schedule_run force row level security;
create policy tenant_only on schedule_run to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on schedule_run to pim_app;
alter table schedule_file enable row level security;
alter table schedule_file force row level security;
create policy tenant_only on schedule_file to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on schedule_file to pim_app;
