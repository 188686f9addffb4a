-- Names are compared without signs that nobody sees, as `nameKeyOf` does it: of no width, soft hyphens, marks of direction. Where two
-- names that look the same stand in one place already, the key of the second stays as it is until somebody renames it. One
-- block, as a distributed database takes no several statements at once for a table that is there.
do $$
declare
  signs constant text := '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+';
  tenant uuid;
begin
  -- The owner of the tables is subject to row-level security where it is forced, and would see no row.
  alter table taxonomy no force row level security;
  alter table concept no force row level security;
  for tenant in select distinct tenant_id from taxonomy loop
    update taxonomy t set name_key = made.key
      from (
        select distinct on (key) taxonomy_id, key from (
          select taxonomy_id,
            btrim(regexp_replace(normalize(regexp_replace(name_key, signs, '', 'g'), NFC), ' {2,}', ' ', 'g')) as key
          from taxonomy where tenant_id = tenant and name_key ~ signs
        ) written
        where not exists (select from taxonomy o where o.tenant_id = tenant and o.name_key = written.key)
        order by key, taxonomy_id
      ) made
      where t.tenant_id = tenant and t.taxonomy_id = made.taxonomy_id;
    update concept c set name_key = made.key
      from (
        select distinct on (taxonomy_id, parent_concept_id, key) concept_id, key from (
          select taxonomy_id, parent_concept_id, concept_id,
            btrim(regexp_replace(normalize(regexp_replace(name_key, signs, '', 'g'), NFC), ' {2,}', ' ', 'g')) as key
          from concept where tenant_id = tenant and name_key ~ signs
        ) written
        where not exists (
          select from concept o
          where o.tenant_id = tenant and o.taxonomy_id = written.taxonomy_id
            and o.parent_concept_id is not distinct from written.parent_concept_id and o.name_key = written.key
        )
        order by taxonomy_id, parent_concept_id, key, concept_id
      ) made
      where c.tenant_id = tenant and c.concept_id = made.concept_id;
  end loop;
  alter table taxonomy force row level security;
  alter table concept force row level security;
end $$;
