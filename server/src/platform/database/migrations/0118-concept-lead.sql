-- Where the id and the code of a concept lead that was merged into another one, or was deleted with its assignments
-- moved to another one.
create table concept_lead (
  tenant_id uuid not null,
  concept_id uuid not null,
  taxonomy_id uuid not null,
  code text,
  leads_to uuid not null,
  primary key (tenant_id, concept_id)
);
select place_table('concept_lead');
create index concept_lead_by_target on concept_lead (tenant_id, leads_to);
create index concept_lead_by_code on concept_lead (tenant_id, code) where code is not null;

-- The owner of the table is subject to row-level security where it is forced: the key could not be checked.
alter table concept no force row level security;
alter table concept_lead add foreign key (tenant_id, leads_to) references concept on delete cascade;
alter table concept force row level security;

alter table concept_lead enable row level security;
alter table concept_lead force row level security;
create policy tenant_only on concept_lead to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on concept_lead to pim_app;
