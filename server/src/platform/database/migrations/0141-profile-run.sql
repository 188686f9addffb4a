-- The imports that a profile has had, and the items that were in their files. Kept longer than the bulk changes themselves: they tell what
-- somebody has changed since, and what the source has no longer.
create table profile_run (
  tenant_id uuid not null,
  saved_choice_id uuid not null,
  bulk_change_id uuid not null,
  -- The bulk change that has taken it back: the values that stand since then are those from before both.
  undone_by uuid,
  primary key (tenant_id, saved_choice_id, bulk_change_id)
);
create table profile_item (
  tenant_id uuid not null,
  saved_choice_id uuid not null,
  content_item_id uuid not null,
  -- When the first import began that had it: what was changed before is no change since.
  first_at timestamptz not null,
  primary key (tenant_id, saved_choice_id, content_item_id)
);

select place_table('profile_run');
select place_table('profile_item');

alter table saved_choice no force row level security;
alter table profile_run add foreign key (tenant_id, saved_choice_id) references saved_choice on delete cascade;
alter table profile_item add foreign key (tenant_id, saved_choice_id) references saved_choice on delete cascade;
alter table saved_choice force row level security;
create index profile_item_by_item on profile_item (tenant_id, content_item_id);

alter table profile_run enable row level security;
alter table profile_run force row level security;
create policy tenant_only on profile_run to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on profile_run to pim_app;
alter table profile_item enable row level security;
alter table profile_item force row level security;
create policy tenant_only on profile_item to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on profile_item to pim_app;
