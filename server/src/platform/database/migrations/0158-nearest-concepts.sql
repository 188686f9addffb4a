-- Concepts that have all of these parts in their lines, at most so many. Where these are not all, those come first in the order
-- that begin with a text, or are called so, and are looked for apart: where all were found, they are among them. `alike` is the
-- name without the signs of codes, or null. Each look reads the lines of what the index proposes, so none is made for nothing.
create function nearest_concepts(
  in_tenant uuid, in_taxonomies uuid[], parts text[], begins text, called text, alike text, most integer)
returns setof uuid
language plpgsql stable rows 100 set search_path = public, pg_temp as $$
declare
  found_count integer;
begin
  return query select concepts_with_parts(in_tenant, in_taxonomies, parts, most);
  get diagnostics found_count = row_count;
  if found_count < most then
    return;
  end if;
  return query select concepts_with_parts(in_tenant, in_taxonomies, array[begins], most);
  get diagnostics found_count = row_count;
  if found_count >= most then
    return query select concepts_with_parts(in_tenant, in_taxonomies, array[called], most);
  end if;
  if alike is not null then
    return query select concepts_with_parts(in_tenant, in_taxonomies, array[alike], most);
  end if;
end $$;

revoke execute on function nearest_concepts(uuid, uuid[], text[], text, text, text, integer) from public;
grant execute on function nearest_concepts(uuid, uuid[], text[], text, text, text, integer) to pim_app;
