create index content_variation_by_translation on content_variation
  (tenant_id, variation_id, kind, is_deleted, translation, content_variation_id)
  include (content_item_id, content_type_id, status, is_live);
