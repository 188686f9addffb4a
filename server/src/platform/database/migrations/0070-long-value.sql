-- Long texts, rich texts and JSON values, apart from the rows of their item, which every save reads whole. What stands
-- in their place names the hash. A value of any length that stands in its item stays right, so no row is changed.
create table long_value (
  tenant_id uuid not null,
  content_item_id uuid not null,
  -- Of the type of the field and the JSON of the value.
  hash text collate "C" not null,
  value text not null,
  -- Null where it is delivered as it is stored.
  delivered text,
  primary key (tenant_id, content_item_id, hash)
);
select place_table('long_value');
-- The owner of the tables is subject to row-level security where it is forced, and may not check the key then.
alter table content_item no force row level security;
alter table long_value add foreign key (tenant_id, content_item_id) references content_item on delete cascade;
alter table content_item force row level security;

alter table long_value enable row level security;
alter table long_value force row level security;
create policy tenant_only on long_value to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on long_value to pim_app;
