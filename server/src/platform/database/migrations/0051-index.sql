
-- What lists, searches and delivery read is made anew: an entry stands for all variations that share it, and for the
-- working copy and what is live where both are alike. The server fills the tables before it listens (`index_rebuild`).
drop table index_key, content_reference, search_document, delivery_document;
drop function documents_with_words(uuid, boolean, tsquery, integer);
drop function documents_with_part(bigint, text, integer);
drop function delivery_count_inserted();
drop function delivery_count_deleted();
drop function delivery_count_updated();
drop function delivery_count_fold(uuid);
truncate delivery_count;


-- Sets of variations that share entries. Each is stored once, as it may have two hundred ids. Rows here and of spaces stay
-- when no entry needs them any more, as servers remember that they are there.
create table index_reach (
  tenant_id uuid not null,
  reach bigint not null,
  variation_ids uuid[] not null,
  primary key (tenant_id, reach)
);

alter table index_reach enable row level security;
alter table index_reach force row level security;
create policy tenant_only on index_reach to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on index_reach to pim_app;


-- Which field the entries of a space are of, and for which variations.
create table index_space (
  tenant_id uuid not null,
  space bigint not null,
  -- Null in both: the words of whole documents.
  content_type_id uuid,
  technical_field_name text,
  -- A currency or a unit; of words: the kind of content.
  qualifier text not null default '',
  reach bigint not null,
  variation_count integer not null,
  primary key (tenant_id, space),
  unique nulls not distinct (tenant_id, technical_field_name, content_type_id, qualifier, reach),
  foreign key (tenant_id, reach) references index_reach
);

alter table index_space enable row level security;
alter table index_space force row level security;
create policy tenant_only on index_space to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on index_space to pim_app;


-- scope, here and below: w working copy only, p live only, b both alike, d deleted working copy.
create table index_key (
  tenant_id uuid not null,
  space bigint not null,
  scope "char" not null check (scope in ('w', 'p', 'b', 'd')),
  key text collate "C" not null,
  content_item_id uuid not null,
  use smallint not null,
  primary key (tenant_id, space, scope, key, content_item_id) include (use)
);
create index index_key_of_item on index_key (tenant_id, content_item_id, space);

-- Parts of short texts: of keys that are found and ordered by alike, as those of all such fields are. The sum keeps
-- any other index from being tried in its place. A short list of pending entries: an item may have thousands of keys, and
-- putting each of their parts in its place one by one would take seconds.
create index index_key_parts on index_key using gin ((space + 0), key gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256)
  where use = 1 and key >= 't' and key < 'u';

alter table index_key enable row level security;
alter table index_key force row level security;
create policy tenant_only on index_key to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on index_key to pim_app;
create policy across_tenants on index_key to pim_definer using (true);
grant select on index_key to pim_definer;


create table content_reference (
  tenant_id uuid not null,
  content_item_id uuid not null,
  scope "char" not null check (scope in ('w', 'p', 'b', 'd')),
  space bigint not null,
  ref_kind text not null check (ref_kind in ('concept', 'item', 'binary')),
  ref_id uuid not null,
  position integer not null,
  primary key (tenant_id, content_item_id, scope, space, ref_id)
);
create index content_reference_to on content_reference (tenant_id, ref_id, scope, space, content_item_id);

alter table content_reference enable row level security;
alter table content_reference force row level security;
create policy tenant_only on content_reference to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_reference to pim_app;


create table search_document (
  tenant_id uuid not null,
  content_item_id uuid not null,
  scope "char" not null check (scope in ('w', 'p', 'b', 'd')),
  space bigint not null,
  words tsvector not null,
  primary key (tenant_id, content_item_id, scope, space)
);
-- Words that were put apart because they are many are read word by word: unpacking them would cost more than reading.
alter table search_document alter column words set storage external;
-- A short list of pending entries: putting the words of a document in their places one by one takes four times as long
-- as putting those of a hundred documents there together. Each search reads the list, so it is kept to half a megabyte.
create index search_document_words on search_document using gin (words)
  with (fastupdate = on, gin_pending_list_limit = 512);

alter table search_document enable row level security;
alter table search_document force row level security;
create policy tenant_only on search_document to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on search_document to pim_app;
create policy across_tenants on search_document to pim_definer using (true);
grant select on search_document to pim_definer;


create table delivery_document (
  tenant_id uuid not null,
  content_variation_id uuid not null,
  content_item_id uuid not null,
  variation_id uuid not null,
  content_type_id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  published_version integer not null,
  published_at timestamptz not null,
  delivery_targets text[] not null,
  body_key text not null,
  primary key (tenant_id, content_variation_id)
);
create unique index delivery_document_of_item on delivery_document (tenant_id, content_item_id, variation_id)
  include (content_variation_id);
create index delivery_document_of_type on delivery_document
  (tenant_id, variation_id, content_type_id, content_variation_id) include (delivery_targets, content_item_id);
create index delivery_document_by_time on delivery_document
  (tenant_id, variation_id, content_type_id, published_at, content_variation_id)
  include (delivery_targets, content_item_id);
create index delivery_document_by_name on delivery_document
  (tenant_id, variation_id, content_type_id, name_key, content_variation_id)
  include (delivery_targets, content_item_id);

alter table delivery_document enable row level security;
alter table delivery_document force row level security;
create policy tenant_only on delivery_document to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on delivery_document to pim_app;


-- The values as they are delivered: one for all variations of an item with the same ones.
create table delivery_body (
  tenant_id uuid not null,
  content_item_id uuid not null,
  -- A hash of the two texts.
  body_key text not null,
  fields text not null,
  sources text not null,
  primary key (tenant_id, content_item_id, body_key)
);

alter table delivery_body enable row level security;
alter table delivery_body force row level security;
create policy tenant_only on delivery_body to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on delivery_body to pim_app;


-- A policy would keep the full-text index unused, because matching words is not known to be free of leaks. So these two
-- compare the tenant themselves; every query of words asks for the lexeme of a space of the tenant anyway. The conditions
-- on columns are written so that no other index is tried in place of that of the words.
create function documents_with_words(in_tenant uuid, in_spaces bigint[], scopes text[], query tsquery, most integer)
returns setof uuid
language plpgsql stable security definer rows 1000 set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query execute 'select content_item_id from search_document
    where words @@ $1 and space + 0 = any($2) and scope::text = any($3) and tenant_id is not distinct from $4
      and $4 is not distinct from nullif(current_setting(''app.tenant_id'', true), '''')::uuid
    limit $5'
  using query, in_spaces, scopes, in_tenant, most;
end $$;

revoke execute on function documents_with_words(uuid, bigint[], text[], tsquery, integer) from public;
grant execute on function documents_with_words(uuid, bigint[], text[], tsquery, integer) to pim_app;
alter function documents_with_words(uuid, bigint[], text[], tsquery, integer) owner to pim_definer;

-- The mark before a key is none of its text.
create function documents_with_part(in_tenant uuid, in_space bigint, scopes text[], part text, most integer)
returns setof uuid
language plpgsql stable security definer rows 100 set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query execute 'select content_item_id from index_key
    where space + 0 = $1 and key like $2 and strpos(substr(key, 2), $3) > 0
      and use = 1 and key >= ''t'' and key < ''u'' and scope::text = any($4) and tenant_id is not distinct from $5
      and $5 is not distinct from nullif(current_setting(''app.tenant_id'', true), '''')::uuid
    limit $6'
  using in_space, '%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%', part, scopes,
    in_tenant, most;
end $$;

revoke execute on function documents_with_part(uuid, bigint, text[], text, integer) from public;
grant execute on function documents_with_part(uuid, bigint, text[], text, integer) to pim_app;
alter function documents_with_part(uuid, bigint, text[], text, integer) owner to pim_definer;


-- The tenants whose index has yet to be made from their content, and up to which item it was.
create table index_rebuild (
  tenant_id uuid not null primary key,
  done_item_id uuid
);

-- The owner of the tables is subject to row-level security where it is forced, and would see no row.
alter table content_item no force row level security;
alter table content_variation no force row level security;
alter table working_copy no force row level security;
insert into index_rebuild (tenant_id) select distinct tenant_id from content_item;

-- Entries are of items: lists test their rows by the item, and find the variation of an item that an entry stands for.
alter table working_copy add column content_item_id uuid;
update working_copy w set content_item_id = v.content_item_id from content_variation v
where v.tenant_id = w.tenant_id and v.content_variation_id = w.content_variation_id;
alter table working_copy alter column content_item_id set not null;
drop index working_copy_by_modified, working_copy_narrowed_by_modified, content_variation_by_name,
  content_variation_narrowed_by_name;
create index working_copy_by_modified on working_copy (tenant_id, variation_id, kind, is_deleted, modified_at, content_variation_id)
  include (content_item_id, content_type_id, status, completeness, modified_by, is_live, mime_type);
create index working_copy_narrowed_by_modified on working_copy (tenant_id, variation_id, content_type_id, is_deleted, status, modified_at, content_variation_id)
  include (content_item_id, completeness, modified_by, is_live, mime_type);
create index content_variation_by_name on content_variation (tenant_id, variation_id, kind, is_deleted, name_key, content_variation_id)
  include (content_item_id, content_type_id, status, completeness, is_live, mime_type);
create index content_variation_narrowed_by_name on content_variation (tenant_id, variation_id, content_type_id, is_deleted, status, name_key, content_variation_id)
  include (content_item_id, completeness, is_live, mime_type);
alter table content_variation drop constraint content_variation_tenant_id_content_item_id_variation_id_key;
alter table content_variation add constraint content_variation_of_item
  unique (tenant_id, content_item_id, variation_id) include (content_variation_id);

alter table content_item force row level security;
alter table content_variation force row level security;
alter table working_copy force row level security;

alter table index_rebuild enable row level security;
alter table index_rebuild force row level security;
create policy tenant_only on index_rebuild to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, update, delete on index_rebuild to pim_app;
create policy across_tenants on index_rebuild to pim_platform using (true);
grant select on index_rebuild to pim_platform;
