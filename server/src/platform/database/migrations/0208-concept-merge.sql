-- What merges of concepts did, so that each can be taken back: the concept that went, and where content named it.
create table concept_merge (
  tenant_id uuid not null,
  concept_id uuid not null,
  taxonomy_id uuid not null,
  merged_into uuid not null,
  made_at timestamptz not null default now(),
  -- Its words and its place before.
  before jsonb not null,
  -- Its children, in their order.
  children uuid[] not null,
  -- Those that led to it.
  leads uuid[] not null,
  -- By language, the synonyms that the other one took from it.
  synonyms jsonb not null,
  -- Content is still being put back by a job.
  undone_at timestamptz,
  primary key (tenant_id, concept_id)
);
create table concept_merge_item (
  tenant_id uuid not null,
  concept_id uuid not null,
  content_item_id uuid not null,
  -- Where the item named it, and what stands there since. Ids of concepts alone.
  places jsonb not null,
  primary key (tenant_id, concept_id, content_item_id)
);
select place_table('concept_merge');
select place_table('concept_merge_item');

-- One after the other from a block: a distributed database takes no several statements at once for a table that is there.
do $$ begin
  -- The owner of the tables is subject to row-level security where it is forced: the keys could not be checked.
  alter table taxonomy no force row level security;
  alter table concept_merge add foreign key (tenant_id, taxonomy_id) references taxonomy on delete cascade;
  alter table taxonomy force row level security;
  alter table concept_merge_item add foreign key (tenant_id, concept_id) references concept_merge on delete cascade;

  alter table concept_merge enable row level security;
  alter table concept_merge force row level security;
  create policy tenant_only on concept_merge to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
  grant select, insert, update, delete on concept_merge to pim_app;
  alter table concept_merge_item enable row level security;
  alter table concept_merge_item force row level security;
  create policy tenant_only on concept_merge_item to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
  grant select, insert, update, delete on concept_merge_item to pim_app;
end $$;
