import { closeToTenant } from '../row-level-security.ts'

/**
 * A tree as a list of parents, because that is how it is changed; beside it the path from the top (the ids of all
 * ancestors and its own, 16 bytes each), because what is below a concept is then one range of one index, however
 * deep it is.
 */
export const up = `
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
${closeToTenant('taxonomy')}

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
${closeToTenant('concept', { acrossTenants: true })}
`
