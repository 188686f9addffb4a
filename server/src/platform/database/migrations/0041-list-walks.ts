import { appRole, definerRole } from '../addresses.ts'
import { asDefiner } from '../row-level-security.ts'

/**
 * Whoever follows a list in its order tests the rows on the way. The indexes of the orders hold what most tests ask
 * for, so that thousands of rows can be passed without reading one of them.
 */
const ofList = 'tenant_id, variation_id, kind, is_deleted'
const narrowed = 'tenant_id, variation_id, content_type_id, is_deleted, status'
const tested = [
  'content_type_id',
  'status',
  'completeness',
  'modified_by',
  'modified_at',
  'published_version',
  'mime_type',
]

const ordered = (name: string, start: string, column: string) => {
  const more = tested.filter((each) => each !== column && !start.includes(each))
  return `
drop index content_variation_${name};
create index content_variation_${name} on content_variation (${start}, ${column}, content_variation_id)
  include (${more.join(', ')});`
}

export const up = `
${ordered('by_modified', ofList, 'modified_at')}
${ordered('by_name', ofList, 'name_key')}
${ordered('by_status', ofList, 'status')}
${ordered('by_completeness', ofList, 'completeness')}
${ordered('by_modifier', ofList, 'modified_by')}
${ordered('narrowed_by_modified', narrowed, 'modified_at')}
${ordered('narrowed_by_name', narrowed, 'name_key')}

-- The keys of one field of a document are asked for at each row that is passed; a document may have hundreds.
drop index index_key_of_document;
create index index_key_of_document on index_key (tenant_id, content_variation_id, space);

-- Parts of short texts: of keys that are found and ordered by alike, as those of all such fields are. The sum keeps
-- any other index from being tried in its place. A short list of pending entries: an item in two hundred variations has
-- tens of thousands of keys, and putting each of their parts in its place one by one would take seconds.
create index index_key_parts on index_key using gin ((space + 0), key gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256)
  where use = 1 and key >= 't' and key < 'u';
create policy across_tenants on index_key to ${definerRole} using (true);
grant select on index_key to ${definerRole};

-- As with words: a policy would keep the index unused. The mark before a key is none of its text.
create function documents_with_part(in_space bigint, part text, most integer) returns setof uuid
language plpgsql stable security definer rows 100 set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query execute 'select content_variation_id from index_key
    where space + 0 = $1 and key like $2 and strpos(substr(key, 2), $3) > 0
      and use = 1 and key >= ''t'' and key < ''u''
      and tenant_id is not distinct from nullif(current_setting(''app.tenant_id'', true), '''')::uuid
    limit $4'
  using in_space, '%' || replace(replace(replace(part, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%', part, most;
end $$;
${asDefiner('documents_with_part(bigint, text, integer)', appRole)}
`
