-- The keys that seal the refresh tokens in the cookies of browsers; every server opens what another one has sealed. A key
-- seals for a day, and opens for as long as a session may go on without a renewal.
create table browser_session_key (
  key_id text primary key,
  secret bytea not null,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
grant select, insert, delete on browser_session_key to pim_platform;
