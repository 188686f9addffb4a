-- Lists of delivery are answered from files, too, so nothing reads the keys of all fields here any more. What is left of them says
-- which deleted items a source names: the keys of deleted items, of fields whose values name one item.
create table deleted_key (
  tenant_id uuid not null,
  content_type_id uuid not null,
  technical_field_name text not null,
  key text collate "C" not null,
  content_item_id uuid not null,
  primary key (tenant_id, content_type_id, technical_field_name, key, content_item_id)
);
create index deleted_key_of_item on deleted_key (tenant_id, content_item_id);

select place_table('deleted_key');

-- The owner of the tables sees no row where row-level security is forced.
alter table index_key no force row level security;
alter table index_space no force row level security;
alter table content_type no force row level security;
insert into deleted_key (tenant_id, content_type_id, technical_field_name, key, content_item_id)
select distinct k.tenant_id, s.content_type_id, s.technical_field_name, k.key, k.content_item_id
from index_key k
join index_space s on s.tenant_id = k.tenant_id and s.space = k.space and s.qualifier = ''
join content_type t on t.tenant_id = k.tenant_id and t.content_type_id = s.content_type_id
where k.scope = 'd' and exists (select from jsonb_array_elements(t.definition -> 'fields') field
  where field ->> 'technicalName' = s.technical_field_name and field ->> 'unique' in ('tenant', 'contentType'));
alter table index_space force row level security;
alter table content_type force row level security;

alter table deleted_key enable row level security;
alter table deleted_key force row level security;
create policy tenant_only on deleted_key to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on deleted_key to pim_app;

-- Spaces that only keys lay in stay: which sets of variations had become too many is told by their number.
drop function documents_with_part(uuid, bigint, text[], text, integer);
drop table index_key;
