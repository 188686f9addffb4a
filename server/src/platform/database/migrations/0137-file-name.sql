-- Imported files name media by the names of their files.
create index binary_file_by_name on binary_file (tenant_id, file_name);
