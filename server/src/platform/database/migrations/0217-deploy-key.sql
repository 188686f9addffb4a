-- Keys that the teams of sections deploy by. As the releases themselves they are of no tenant, so requests cannot read them.
create table deploy_key (
  deploy_key_id uuid primary key,
  section text not null,
  name text not null,
  rights text[] not null check (cardinality(rights) > 0),
  prefix text not null,
  key_hash bytea not null unique check (length(key_hash) = 32),
  -- Ed25519: what the key has signed can be compared with it for ever, without the key.
  public_key bytea not null check (length(public_key) = 32),
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
grant select, insert, update on deploy_key to pim_platform;
-- What a release was made of, by whom and with which packages, and who has signed that.
alter table section_release add column origin jsonb not null default '{}';
alter table section_release add column signed_by uuid references deploy_key;
alter table section_release add column signature text;
