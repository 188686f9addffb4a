-- Hosts that files of the tenant may be fetched from, with their ports where those are not 443.
alter table tenant add column import_hosts text[] not null default '{}';
grant update (import_hosts) on tenant to pim_app;

-- A file that the server fetches: from where, by which job, how far it is, and why it has failed. Null of one that was sent. Until its size
-- is known, byte_size has the most that it may have.
alter table import_file add column address text;
alter table import_file add column fetch_state text;
alter table import_file add column fetch_job_id uuid;
alter table import_file add column fetch_problem jsonb;
