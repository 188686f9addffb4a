-- The source whose batch a version is part of: what it wrote is its own, and what the same person has changed by hand is not. Versions from
-- before have the empty name, which no source has, without being rewritten: whose they are is told by the person.
alter table content_version add column source text default '';
alter table content_version alter column source drop default;
