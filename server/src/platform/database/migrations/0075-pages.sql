
-- Of a document of which pictures can be made: one of each page.
alter table binary_file add column page_count integer check (page_count > 0);
