-- The least roles that administrators of a tenant have chosen for rights that sections declare, by name: {"orders:approve": "publisher"}.
-- A right that is not here has the role that its section proposes.
alter table tenant add column permission_roles jsonb not null default '{}';
grant update (permission_roles) on tenant to pim_app;
