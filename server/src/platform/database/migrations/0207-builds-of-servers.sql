-- The release that came with the server that started last: what everybody gets while no release is chosen. Its files are in the
-- release store, so the folder that it was read from may be built anew.
alter table section_deployment add column server_release text;
alter table section_deployment add foreign key (section, server_release) references section_release (section, release);
