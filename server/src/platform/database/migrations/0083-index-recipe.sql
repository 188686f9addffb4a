-- By which version of its recipe the index of a tenant was made. A server that brings a newer one makes it anew, batch by
-- batch: up to which item, and for which version that was, so that a version that comes meanwhile begins anew.
create table index_recipe (
  tenant_id uuid not null primary key,
  version integer not null,
  remaking_version integer,
  remade_item_id uuid
);
select place_table('index_recipe');

-- What there is was made by the first one, or is being made (`index_rebuild`). The owner of the tables is subject to
-- row-level security where it is forced, and would see no row.
alter table index_space no force row level security;
insert into index_recipe (tenant_id, version) select distinct tenant_id, 1 from index_space;
alter table index_space force row level security;

alter table index_recipe enable row level security;
alter table index_recipe force row level security;
create policy tenant_only on index_recipe to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update on index_recipe to pim_app;
create policy across_tenants on index_recipe to pim_platform using (true);
grant select on index_recipe to pim_platform;
