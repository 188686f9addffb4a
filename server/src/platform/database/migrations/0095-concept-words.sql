-- What concepts are called in other languages than the default one, whose words stay in friendly_name and description;
-- a code that is kept when the name changes; and what a search of concepts compares, a line for each name, synonym and
-- the code, folded as `foldedWords` does it.
alter table concept
  add column code text,
  add column names jsonb not null default '{}',
  add column descriptions jsonb not null default '{}',
  add column synonyms jsonb not null default '{}',
  add column search_lines text not null default '';
create unique index concept_one_per_code on concept (tenant_id, taxonomy_id, code) where code is not null;

-- The owner of the table is subject to row-level security where it is forced, and would see no row.
alter table concept no force row level security;
update concept set search_lines =
  lower(regexp_replace(normalize(friendly_name, NFKD), '[\u0300-\u036f]', '', 'g'));
alter table concept force row level security;
