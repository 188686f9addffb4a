
create table taxonomy (
  tenant_id uuid not null references tenant,
  taxonomy_id uuid not null,
  friendly_name text not null,
  name_key text not null,
  description text not null default '',
  concept_count integer not null default 0 check (concept_count >= 0),
  -- Rises with every change of the taxonomy or of a concept in it; every change locks this row first.
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  modified_at timestamptz not null default now(),
  modified_by text not null,
  primary key (tenant_id, taxonomy_id),
  constraint taxonomy_one_per_name unique (tenant_id, name_key)
);

alter table taxonomy enable row level security;
alter table taxonomy force row level security;
create policy tenant_only on taxonomy to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on taxonomy to pim_app;


create table concept (
  tenant_id uuid not null,
  concept_id uuid not null,
  taxonomy_id uuid not null,
  parent_concept_id uuid,
  friendly_name text not null,
  name_key text not null,
  description text not null default '',
  position integer not null check (position >= 0),
  path bytea not null,
  primary key (tenant_id, concept_id),
  unique (tenant_id, taxonomy_id, concept_id),
  foreign key (tenant_id, taxonomy_id) references taxonomy on delete cascade,
  -- A parent is a concept of the same taxonomy of the same tenant, whatever the caller sends.
  foreign key (tenant_id, taxonomy_id, parent_concept_id) references concept (tenant_id, taxonomy_id, concept_id)
    on delete cascade deferrable initially deferred,
  check (length(path) % 16 = 0 and substring(path from length(path) - 15) = uuid_send(concept_id))
);
create unique index concept_one_per_name_among_siblings
  on concept (tenant_id, taxonomy_id, parent_concept_id, name_key) nulls not distinct;
create index concept_siblings on concept (tenant_id, parent_concept_id, taxonomy_id, position);
create index concept_path on concept (tenant_id, taxonomy_id, path);

alter table concept enable row level security;
alter table concept force row level security;
create policy tenant_only on concept to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on concept to pim_app;

create policy across_tenants on concept to pim_definer using (true) with check (true);
grant select, insert, update, delete on concept to pim_definer;
