-- The public halves of the keys that tokens for back ends of sections are signed with. Each server has the private half of its own
-- in its memory alone. A key is published for longer than a token of it is valid.
create table section_token_key (
  key_id text primary key,
  public_key jsonb not null,
  expires_at timestamptz not null
);
grant select, insert, delete on section_token_key to pim_platform;
