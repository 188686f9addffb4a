-- What the planner knows of a tenant's rows. Where the statistics are older than a tenant, the planner takes it for a tenant
-- of one row and reads all of its rows for each row that it looks up; a list of 6,000 items then takes a second a page.
-- By default a tenth of a table has to change before it is analyzed again, which a new tenant seldom is.
alter table content_item set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
alter table content_variation set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
alter table working_copy set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
alter table content_version set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
alter table content_reference set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
alter table index_key set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 5000);
alter table search_document set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
alter table delivery_document set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
alter table concept set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
alter table bulk_change_row set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);

-- A variation, a type and a space are of one tenant each. Taken for independent of it, a plan for any values expects a tenth
-- of a percent of the rows that there are, and prefers a smaller index that does not have the order of the list.
create statistics content_variation_of_tenant (dependencies) on tenant_id, variation_id, content_type_id from content_variation;
create statistics working_copy_of_tenant (dependencies) on tenant_id, variation_id, content_type_id from working_copy;
create statistics delivery_document_of_tenant (dependencies) on tenant_id, variation_id, content_type_id from delivery_document;
create statistics index_key_of_tenant (dependencies) on tenant_id, space from index_key;
create statistics content_reference_of_tenant (dependencies) on tenant_id, space from content_reference;
