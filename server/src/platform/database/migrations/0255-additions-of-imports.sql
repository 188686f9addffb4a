-- Of an import: the options and concepts that its file names and that are not there, and those that it makes. Of an undo: what it has removed.
alter table bulk_change add column additions jsonb;
