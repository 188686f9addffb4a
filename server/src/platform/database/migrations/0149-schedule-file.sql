-- The file that a run of an export has written: its key in the store, null once it is kept no longer, and its size.
alter table schedule_run add column object_key text, add column byte_size bigint;
