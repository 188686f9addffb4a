-- What a search of concepts is found by, apart from the concepts: their index would be written anew with every change of a
-- position, and a move changes those of all siblings.
create table concept_search (
  tenant_id uuid not null,
  concept_id uuid not null,
  taxonomy_id uuid not null,
  -- `search_lines` of the concept with its forms, between line breaks.
  lines text not null,
  primary key (tenant_id, concept_id)
);
select place_table('concept_search');

-- What the index needs beside the lines: each line with digits without the signs that people leave out of codes, and each line
-- with other letters than those of ASCII with these as numbers, because trigrams know no others where the locale is C. A part
-- of a line is a part of such a form, too.
create function concept_search_forms(lines text) returns text
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  line text;
  form text;
  forms text := '';
begin
  foreach line in array string_to_array(lines, E'\n') loop
    foreach form in array case when line ~ '[0-9]' then array[line, translate(line, ' -./_', '')] else array[line] end loop
      if octet_length(form) <> length(form) then
        select string_agg(case when octet_length(letter) = 1 then letter else to_hex(ascii(letter)) end, '' order by place)
          into form from unnest(string_to_array(form, null)) with ordinality as letters (letter, place);
      end if;
      if form <> line then
        forms := forms || E'\n' || form;
      end if;
    end loop;
  end loop;
  return forms;
end $$;

-- The owner of the table is subject to row-level security where it is forced, and would neither see a row nor check a key.
alter table concept no force row level security;
insert into concept_search (tenant_id, concept_id, taxonomy_id, lines)
  select tenant_id, concept_id, taxonomy_id, E'\n' || search_lines || concept_search_forms(search_lines) || E'\n' from concept;
alter table concept_search add foreign key (tenant_id, concept_id) references concept on delete cascade;
alter table concept force row level security;
create index concept_search_lines on concept_search using gin (tenant_id, lines gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048);
analyze concept_search;

alter table concept_search enable row level security;
alter table concept_search force row level security;
create policy tenant_only on concept_search to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on concept_search to pim_app;
create policy across_tenants on concept_search to pim_definer using (true) with check (true);
grant select, insert, update, delete on concept_search to pim_definer;

-- Concepts that have each of these parts in their lines, for callers that compare the words themselves. Under a policy the index
-- would stay unused, because `like` is not known to be free of leaks, so this compares the tenant itself.
create function concepts_with_parts(in_tenant uuid, in_taxonomies uuid[], parts text[], most integer)
returns setof uuid
language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  patterns text[];
  conditions text := '';
begin
  select array_agg('%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%') into patterns
    from unnest(parts) part;
  for place in 1 .. coalesce(array_length(patterns, 1), 0) loop
    conditions := conditions || ' and lines like ($3)[' || place || ']';
  end loop;
  return query execute 'select concept_id from concept_search
    where tenant_id = $1 and $1 is not distinct from nullif(current_setting(''app.tenant_id'', true), '''')::uuid
      and ($2 is null or taxonomy_id = any($2))' || conditions || ' limit $4'
  using in_tenant, in_taxonomies, patterns, most;
end $$;

revoke execute on function concepts_with_parts(uuid, uuid[], text[], integer) from public;
grant execute on function concepts_with_parts(uuid, uuid[], text[], integer) to pim_app;
alter function concepts_with_parts(uuid, uuid[], text[], integer) owner to pim_definer;
