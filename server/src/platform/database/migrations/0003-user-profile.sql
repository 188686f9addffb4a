
create table user_profile (
  user_id text primary key,
  first_name text not null,
  last_name text not null,
  email text,
  synced_at timestamptz not null default now()
);
grant select, insert, update, delete on user_profile to pim_platform;
-- Names beside what was changed; the address stays with the platform.
grant select (user_id, first_name, last_name) on user_profile to pim_app;
