-- Finds concepts by the beginnings of their names, in all taxonomies of a tenant.
create index concept_name on concept (tenant_id, name_key);
