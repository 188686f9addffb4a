
alter table user_profile add column tenants text[] not null default '{}';
