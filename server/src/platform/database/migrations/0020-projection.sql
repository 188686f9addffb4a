
create table index_key (
  tenant_id uuid not null,
  space bigint not null,
  key text collate "C" not null,
  content_variation_id uuid not null,
  use smallint not null,
  primary key (tenant_id, space, key, content_variation_id) include (use)
);
create index index_key_of_document on index_key (tenant_id, content_variation_id);

alter table index_key enable row level security;
alter table index_key force row level security;
create policy tenant_only on index_key to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on index_key to pim_app;


create table content_reference (
  tenant_id uuid not null,
  content_variation_id uuid not null,
  scope "char" not null check (scope in ('w', 'd', 'p')),
  technical_field_name text not null,
  ref_kind text not null check (ref_kind in ('concept', 'item', 'binary')),
  ref_id uuid not null,
  position integer not null,
  content_item_id uuid not null,
  variation_id uuid not null,
  primary key (tenant_id, content_variation_id, scope, technical_field_name, ref_id)
);
create index content_reference_to on content_reference
  (tenant_id, ref_id, scope, variation_id, content_variation_id);

alter table content_reference enable row level security;
alter table content_reference force row level security;
create policy tenant_only on content_reference to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_reference to pim_app;


create table search_document (
  tenant_id uuid not null,
  content_variation_id uuid not null,
  is_live boolean not null,
  variation_id uuid not null,
  concept_ids uuid[] not null,
  words tsvector not null,
  primary key (tenant_id, content_variation_id, is_live)
);
-- Words that were put apart because they are many are read word by word: unpacking them would cost more than reading.
alter table search_document alter column words set storage external;
-- No list of pending entries: somebody's search would have to tidy it up first.
create index search_document_words on search_document using gin (words) with (fastupdate = off);

alter table search_document enable row level security;
alter table search_document force row level security;
create policy tenant_only on search_document to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on search_document to pim_app;

create policy across_tenants on search_document to pim_definer using (true) with check (true);
grant select, insert, update, delete on search_document to pim_definer;

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
  body text not null,
  sources text not null,
  primary key (tenant_id, content_variation_id)
);
create unique index delivery_document_of_item on delivery_document (tenant_id, content_item_id, variation_id);
create index delivery_document_of_type on delivery_document
  (tenant_id, variation_id, content_type_id, content_variation_id) include (delivery_targets);
create index delivery_document_by_time on delivery_document
  (tenant_id, variation_id, content_type_id, published_at, content_variation_id) include (delivery_targets);
create index delivery_document_by_name on delivery_document
  (tenant_id, variation_id, content_type_id, name_key, content_variation_id) include (delivery_targets);

alter table delivery_document enable row level security;
alter table delivery_document force row level security;
create policy tenant_only on delivery_document to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on delivery_document to pim_app;


-- A policy would keep the full-text index unused, because matching words is not known to be free of leaks. This
-- names the transaction's tenant itself, and every word in the query begins with its tenant and variation anyway.
-- The condition on the tenant is written so that no other index is tried in place of that of the words.
create function documents_with_words(in_variation uuid, live boolean, query tsquery, most integer) returns setof uuid
language plpgsql stable security definer rows 1000 set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query execute 'select content_variation_id from search_document
    where words @@ $1 and is_live = $2
      and (tenant_id, variation_id) is not distinct from (nullif(current_setting(''app.tenant_id'', true), '''')::uuid, $3)
    limit $4'
  using query, live, in_variation, most;
end $$;

revoke execute on function documents_with_words(uuid, boolean, tsquery, integer) from public;
grant execute on function documents_with_words(uuid, boolean, tsquery, integer) to pim_app;
alter function documents_with_words(uuid, boolean, tsquery, integer) owner to pim_definer;
