-- How ready a variation is for a publish: the lowest per cent over the channels that it goes to, which lists filter and sort
-- by, and the required fields (of whichever channel) that delivery would lack; null: none. The server fills the columns of
-- content that is there before it listens (`index_recipe`).
alter table content_variation add column readiness smallint not null default 100 check (readiness between 0 and 100);
alter table working_copy
  add column readiness smallint not null default 100 check (readiness between 0 and 100),
  add column missing_fields text[];

create index content_variation_by_readiness on content_variation
  (tenant_id, variation_id, kind, is_deleted, readiness, content_variation_id)
  include (content_item_id, content_type_id, status, is_live);

-- The walks of the usual orders test it without reading the row; that of the latest changes tests the channels, too.
drop index working_copy_by_modified, working_copy_narrowed_by_modified, content_variation_by_name,
  content_variation_narrowed_by_name;
create index working_copy_by_modified on working_copy (tenant_id, variation_id, kind, is_deleted, modified_at, content_variation_id)
  include (content_item_id, content_type_id, status, completeness, readiness, modified_by, is_live, mime_type, delivery_targets);
create index working_copy_narrowed_by_modified on working_copy (tenant_id, variation_id, content_type_id, is_deleted, status, modified_at, content_variation_id)
  include (content_item_id, completeness, readiness, modified_by, is_live, mime_type);
create index content_variation_by_name on content_variation (tenant_id, variation_id, kind, is_deleted, name_key, content_variation_id)
  include (content_item_id, content_type_id, status, completeness, readiness, is_live, mime_type);
create index content_variation_narrowed_by_name on content_variation (tenant_id, variation_id, content_type_id, is_deleted, status, name_key, content_variation_id)
  include (content_item_id, completeness, readiness, is_live, mime_type);
