-- What was left out of the cells of an imported row. A column of its own: rows with notes are counted and found without reading what
-- is asked of each.
alter table bulk_change_row add column notes jsonb;
