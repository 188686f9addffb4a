-- A person whose name was erased: the row stays, so that their id says so and their next sign-in brings no name back.
alter table user_profile add column erased_at timestamptz;
grant select (erased_at) on user_profile to pim_app;
