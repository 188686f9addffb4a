-- How far a variation is translated: its state (0 missing, 1 outdated, 2 inherited, 3 own) times 101 and the per cent of its
-- words in its own language, so that one index filters by the state and has the order of the list. The server fills the
-- columns of content that is there before it listens (`index_recipe`).
alter table content_variation add column translation smallint not null default 0 check (translation between 0 and 403);
