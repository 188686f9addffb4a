-- How often a thing was changed. A caller that sends the version it saw (If-Match) changes nothing that it has not seen.
-- Of an item: its name and whether it is deleted; the values of its variations have versions of their own. Taxonomies
-- and content types have a revision already.
alter table content_item add column version integer not null default 1;
alter table concept add column version integer not null default 1;
alter table variation add column version integer not null default 1;
alter table api_key add column version integer not null default 1;
alter table tenant add column version integer not null default 1;
grant update (version) on tenant to pim_app;
