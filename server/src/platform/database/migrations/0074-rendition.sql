
-- The picture of a file is apart from the file: what a decoder found out about it, and by which recipe. Null: nothing
-- yet, or (with a width) a picture that was decoded before this was kept.
alter table binary_file add column rendition_state text check (rendition_state in ('ready', 'none'));
alter table binary_file add column rendition_reason text;
alter table binary_file add column rendition_recipe integer;
