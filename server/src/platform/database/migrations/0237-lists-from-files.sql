-- Lists and searches of staff are answered from a file of the tenant (ADR 102), so nothing here has their orders and words any
-- more. What is left of the indexes finds rows by their ids, counts those of a channel, and follows a fallback.
drop function documents_with_words(uuid, bigint[], text[], tsquery, integer);
drop table search_document;
drop index if exists content_variation_by_name, content_variation_by_status, content_variation_by_completeness,
  content_variation_by_readiness, content_variation_by_translation, content_variation_by_type, content_variation_by_mime,
  content_variation_narrowed_by_name, working_copy_by_modified, working_copy_by_modifier,
  working_copy_narrowed_by_modified, working_copy_over_live;
-- The owner of the tables sees no row where row-level security is forced.
alter table index_space no force row level security;
delete from index_space where content_type_id is null;
alter table index_space force row level security;
