-- `outdated`: by field, which text of the source an own text is of, where the source has another one by now; null: none.
alter table working_copy
  add column translation smallint not null default 0 check (translation between 0 and 403),
  add column outdated jsonb;
