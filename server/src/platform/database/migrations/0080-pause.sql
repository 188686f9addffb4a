-- A paused tenant: calls of its staff and of its API keys are refused, and its jobs wait.
alter table tenant add column paused_at timestamptz;
alter table tenant add column paused_by text;
alter table tenant add column pause_reason text;
-- In the transaction of the tenant, so that pausing and its audit entry are one change.
grant update (paused_at, paused_by, pause_reason) on tenant to pim_app;
