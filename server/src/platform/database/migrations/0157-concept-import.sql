-- The last import of a file of concepts into each taxonomy, so that it can be taken back: what it made, and what the others were.
create table concept_import (
  tenant_id uuid not null,
  taxonomy_id uuid not null,
  import_id uuid not null,
  made_at timestamptz not null default now(),
  primary key (tenant_id, taxonomy_id)
);
create table concept_import_row (
  tenant_id uuid not null,
  taxonomy_id uuid not null,
  concept_id uuid not null,
  -- That the import left the concept in: with another one, somebody has changed it since.
  version integer not null,
  -- Its words and its place before; null where the import made it.
  before jsonb,
  primary key (tenant_id, taxonomy_id, concept_id)
);
select place_table('concept_import');
select place_table('concept_import_row');

-- One after the other from a block: a distributed database takes no several statements at once for a table that is there.
do $$ begin
  -- The owner of the tables is subject to row-level security where it is forced: the keys could not be checked.
  alter table taxonomy no force row level security;
  alter table concept_import add foreign key (tenant_id, taxonomy_id) references taxonomy on delete cascade;
  alter table taxonomy force row level security;
  alter table concept_import_row add foreign key (tenant_id, taxonomy_id) references concept_import on delete cascade;

  alter table concept_import enable row level security;
  alter table concept_import force row level security;
  create policy tenant_only on concept_import to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
  grant select, insert, update, delete on concept_import to pim_app;
  alter table concept_import_row enable row level security;
  alter table concept_import_row force row level security;
  create policy tenant_only on concept_import_row to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
  grant select, insert, update, delete on concept_import_row to pim_app;
end $$;
