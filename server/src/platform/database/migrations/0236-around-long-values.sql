-- What is delivered of a long value has the value inside, so its text stood in a row twice. Only what is around it is stored now. Rows
-- of earlier releases stay as they are: their hash says that nothing of them changes.
alter table long_value add column before text not null default '', add column behind text not null default '';
