-- A plan of steps for more variations than a call does at once: made by a job, looked at in pages, done by a job. Which items
-- it has is kept, with the fingerprint of what was planned for each; what it says of them is made anew when a page is read.
create table publish_plan (
  tenant_id uuid not null,
  plan_id uuid not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- What was asked for, as the call takes it.
  request jsonb not null,
  state text not null check (state in ('planning', 'ready', 'executing', 'done')),
  job_id uuid,
  fingerprint text,
  -- Sums over all items, as the call answers them.
  figures jsonb,
  primary key (tenant_id, plan_id)
);
create table publish_plan_item (
  tenant_id uuid not null,
  plan_id uuid not null,
  position integer not null,
  content_item_id uuid not null,
  -- The steps by variation, or the one for the whole item.
  steps jsonb not null,
  fingerprint text,
  is_blocked boolean not null default false,
  is_warned boolean not null default false,
  -- Null until it is executed: done, blocked or outdated.
  result text check (result in ('done', 'blocked', 'outdated')),
  primary key (tenant_id, plan_id, position)
);

select place_table('publish_plan');
select place_table('publish_plan_item');
-- Items are looked up by id while their links are checked, and pages are read with problems first.
create unique index publish_plan_item_by_id on publish_plan_item (tenant_id, plan_id, content_item_id);
create index publish_plan_item_by_problem on publish_plan_item (tenant_id, plan_id, is_blocked desc, is_warned desc, position);

-- The owner of the tables is subject to row-level security where it is forced: the keys could not be checked.
alter table tenant no force row level security;
alter table publish_plan add foreign key (tenant_id) references tenant;
alter table tenant force row level security;
alter table publish_plan_item add foreign key (tenant_id, plan_id) references publish_plan on delete cascade;

alter table publish_plan enable row level security;
alter table publish_plan force row level security;
create policy tenant_only on publish_plan to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on publish_plan to pim_app;

alter table publish_plan_item enable row level security;
alter table publish_plan_item force row level security;
create policy tenant_only on publish_plan_item to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on publish_plan_item to pim_app;
