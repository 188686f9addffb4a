-- A change of many items: rehearsed by a job, looked at in pages, executed by a job slice by slice, undone as another one.
create table bulk_change (
  tenant_id uuid not null,
  bulk_change_id uuid not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- What was asked for, as the call takes it; without the rows, which are stored one by one.
  request jsonb not null,
  state text not null check (state in ('rehearsing', 'ready', 'executing', 'paused', 'done', 'cancelled', 'failed')),
  -- What a resume goes on with.
  phase text not null check (phase in ('rehearsal', 'execution')),
  job_id uuid not null,
  -- The attempt of the job that works on it: what another one writes has no effect.
  runner text,
  fingerprint text not null,
  counts jsonb not null,
  problem jsonb,
  -- Null until its rows are found.
  row_count integer,
  executed_by text,
  ended_at timestamptz,
  -- When a job was last at it: one that was given up does not count among those under way.
  touched_at timestamptz not null default now(),
  primary key (tenant_id, bulk_change_id)
);
create table bulk_change_row (
  tenant_id uuid not null,
  bulk_change_id uuid not null,
  position integer not null,
  content_item_id uuid,
  -- What is asked of this item alone: a part of a batch, versions that were seen, or the versions to take back.
  asked jsonb,
  name text,
  technical_content_type_name text,
  -- Of the rehearsal; null until then.
  outcome text check (outcome in ('changed', 'created', 'deleted', 'unchanged', 'problem')),
  is_left_out boolean not null default false,
  -- Stands for everything that would be written: the row is written only while it is the same.
  fingerprint text,
  details jsonb,
  -- Of the execution; null until then.
  result text check (result in ('done', 'outdated', 'failed')),
  problem jsonb,
  -- The versions that were written, by content variation.
  written jsonb,
  primary key (tenant_id, bulk_change_id, position)
);

select place_table('bulk_change');
select place_table('bulk_change_row');
-- The latest ones first; and what an erased item had in rows.
create index bulk_change_newest on bulk_change (tenant_id, created_at desc, bulk_change_id desc);
create index bulk_change_row_of_item on bulk_change_row (tenant_id, content_item_id);

-- The owner of the tables is subject to row-level security where it is forced: the keys could not be checked.
alter table tenant no force row level security;
alter table bulk_change add foreign key (tenant_id) references tenant;
alter table tenant force row level security;
alter table bulk_change_row add foreign key (tenant_id, bulk_change_id) references bulk_change on delete cascade;

alter table bulk_change enable row level security;
alter table bulk_change force row level security;
create policy tenant_only on bulk_change to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on bulk_change to pim_app;

alter table bulk_change_row enable row level security;
alter table bulk_change_row force row level security;
create policy tenant_only on bulk_change_row to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on bulk_change_row to pim_app;

-- The bulk change that a version is part of.
alter table content_version add column bulk_change_id uuid;
