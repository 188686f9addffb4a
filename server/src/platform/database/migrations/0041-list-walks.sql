

drop index content_variation_by_modified;
create index content_variation_by_modified on content_variation (tenant_id, variation_id, kind, is_deleted, modified_at, content_variation_id)
  include (content_type_id, status, completeness, modified_by, published_version, mime_type);

drop index content_variation_by_name;
create index content_variation_by_name on content_variation (tenant_id, variation_id, kind, is_deleted, name_key, content_variation_id)
  include (content_type_id, status, completeness, modified_by, modified_at, published_version, mime_type);

drop index content_variation_by_status;
create index content_variation_by_status on content_variation (tenant_id, variation_id, kind, is_deleted, status, content_variation_id)
  include (content_type_id, completeness, modified_by, modified_at, published_version, mime_type);

drop index content_variation_by_completeness;
create index content_variation_by_completeness on content_variation (tenant_id, variation_id, kind, is_deleted, completeness, content_variation_id)
  include (content_type_id, status, modified_by, modified_at, published_version, mime_type);

drop index content_variation_by_modifier;
create index content_variation_by_modifier on content_variation (tenant_id, variation_id, kind, is_deleted, modified_by, content_variation_id)
  include (content_type_id, status, completeness, modified_at, published_version, mime_type);

drop index content_variation_narrowed_by_modified;
create index content_variation_narrowed_by_modified on content_variation (tenant_id, variation_id, content_type_id, is_deleted, status, modified_at, content_variation_id)
  include (completeness, modified_by, published_version, mime_type);

drop index content_variation_narrowed_by_name;
create index content_variation_narrowed_by_name on content_variation (tenant_id, variation_id, content_type_id, is_deleted, status, name_key, content_variation_id)
  include (completeness, modified_by, modified_at, published_version, mime_type);

-- The keys of one field of a document are asked for at each row that is passed; a document may have hundreds.
drop index index_key_of_document;
create index index_key_of_document on index_key (tenant_id, content_variation_id, space);

-- Parts of short texts: of keys that are found and ordered by alike, as those of all such fields are. The sum keeps
-- any other index from being tried in its place. A short list of pending entries: an item in two hundred variations has
-- tens of thousands of keys, and putting each of their parts in its place one by one would take seconds.
create index index_key_parts on index_key using gin ((space + 0), key gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256)
  where use = 1 and key >= 't' and key < 'u';
create policy across_tenants on index_key to pim_definer using (true);
grant select on index_key to pim_definer;

-- As with words: a policy would keep the index unused. The mark before a key is none of its text.
create function documents_with_part(in_space bigint, part text, most integer) returns setof uuid
language plpgsql stable security definer rows 100 set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query execute 'select content_variation_id from index_key
    where space + 0 = $1 and key like $2 and strpos(substr(key, 2), $3) > 0
      and use = 1 and key >= ''t'' and key < ''u''
      and tenant_id is not distinct from nullif(current_setting(''app.tenant_id'', true), '''')::uuid
    limit $4'
  using in_space, '%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%', part, most;
end $$;

revoke execute on function documents_with_part(bigint, text, integer) from public;
grant execute on function documents_with_part(bigint, text, integer) to pim_app;
alter function documents_with_part(bigint, text, integer) owner to pim_definer;
