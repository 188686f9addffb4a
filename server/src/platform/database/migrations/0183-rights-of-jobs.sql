-- What role a job takes, and why it waits: a job that acts for a person runs while that person may do it. One that waits is queued for a
-- time that never comes, so that a server of an earlier release leaves it alone, too.
alter table job add column needs text check (needs in ('viewer', 'editor', 'publisher', 'admin'));
alter table job add column paused jsonb;
-- Somebody else takes it over, or ends it, in a call of the tenant.
grant update (status, error, finished_at, run_after, needs, paused, created_by) on job to pim_app;
