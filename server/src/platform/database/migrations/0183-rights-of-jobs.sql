-- What role a job takes, and why it waits: a job that acts for a person runs while that person may do it. One that waits is queued for a
-- time that never comes, so that a server of an earlier release leaves it alone, too.
alter table job add column needs text check (needs in ('viewer', 'editor', 'publisher', 'admin'));
alter table job add column paused jsonb;
-- It is paused in one transaction with what it works on, and taken over or ended in a call of the tenant.
grant update (status, result, error, finished_at, lease_until, run_after, paused, created_by) on job to pim_app;
