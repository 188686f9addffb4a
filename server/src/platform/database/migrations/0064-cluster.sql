-- In a cluster (Citus) a statement goes to the tenant's server only where it compares the tenant with "=". Elsewhere the
-- comparison stays as it was, which keeps other indexes than that of the words from being tried.
drop function documents_with_words(uuid, bigint[], text[], tsquery, integer);
drop function documents_with_part(uuid, bigint, text[], text, integer);

create function documents_with_words(in_tenant uuid, in_spaces bigint[], scopes text[], query tsquery, most integer)
returns setof uuid
language plpgsql stable security definer rows 1000 set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  is_same text := case when current_setting('citus.shard_count', true) is null then 'is not distinct from' else '=' end;
begin
  return query execute 'select content_item_id from search_document
    where words @@ $1 and space + 0 = any($2) and scope::text = any($3) and tenant_id ' || is_same || ' $4
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
declare
  is_same text := case when current_setting('citus.shard_count', true) is null then 'is not distinct from' else '=' end;
begin
  return query execute 'select content_item_id from index_key
    where space + 0 = $1 and key like $2 and strpos(substr(key, 2), $3) > 0
      and use = 1 and key >= ''t'' and key < ''u'' and scope::text = any($4) and tenant_id ' || is_same || ' $5
      and $5 is not distinct from nullif(current_setting(''app.tenant_id'', true), '''')::uuid
    limit $6'
  using in_space, '%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%', part, scopes,
    in_tenant, most;
end $$;

revoke execute on function documents_with_part(uuid, bigint, text[], text, integer) from public;
grant execute on function documents_with_part(uuid, bigint, text[], text, integer) to pim_app;
alter function documents_with_part(uuid, bigint, text[], text, integer) owner to pim_definer;

-- For migrations that are applied to a database which is spread already: places a new table of tenants, so that it may
-- have foreign keys to the others. Does nothing in any other database, where the start places all tables at once.
create function place_table(added regclass) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  is_spread boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''content_item''::regclass)' into is_spread;
  end if;
  if is_spread then
    execute 'select create_distributed_table($1, ''tenant_id'')' using added;
  end if;
end $$;
revoke execute on function place_table(regclass) from public;
