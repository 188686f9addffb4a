-- Working copies are counted by the state of their translation, too.
alter table content_count add column translation_state smallint not null default 0;
