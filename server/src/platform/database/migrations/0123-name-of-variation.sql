-- What an item is called in one variation: `name` and `name_key` are of the title of this variation (itself, or one that it falls
-- back to); null: of the name of the item. The server fills the columns of content that is there before it listens.
alter table content_variation add column name_variation_id uuid;
