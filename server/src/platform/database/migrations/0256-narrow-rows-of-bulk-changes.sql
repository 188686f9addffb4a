-- What is asked of a row, and what its rehearsal found, stand beside it: whoever writes its outcome or its result writes some hundred bytes and
-- not all of the row again, and whoever counts rows does not read them.
alter table bulk_change_row set (toast_tuple_target = 128);
