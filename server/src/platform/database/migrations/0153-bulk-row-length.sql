-- Characters of what is asked of a row, so that a job that reads rows knows how many fit into memory without reading them.
-- Null in rows of earlier releases.
alter table bulk_change_row add column asked_length integer;

-- LZ4 takes a fifth of the time, and a row is written twice and read twice. A PostgreSQL that was built without it keeps its own way.
do $$
begin
  alter table bulk_change_row alter column asked set compression lz4;
  alter table bulk_change_row alter column details set compression lz4;
exception when feature_not_supported then
  null;
end
$$;
