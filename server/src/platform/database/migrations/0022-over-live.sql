
create index content_variation_over_live on content_variation
  (tenant_id, variation_id, kind, is_deleted, modified_at, content_variation_id) where has_unpublished_changes;
