-- What a document is called by (title, name, codes), a line each, for the order of what a search finds. Filled when the
-- index is made anew by its newer recipe.
alter table search_document add column heads text not null default '';
