-- Releases of sections in the release store. The files are there; here is what servers have to know of them without asking
-- the store, and which of them people get. Nothing in these tables is of a tenant.
create table section_release (
  section text not null,
  release text not null,
  -- remote.json and strings.json of the build.
  description jsonb not null,
  strings jsonb not null,
  deployed_at timestamptz not null default now(),
  deployed_by text not null,
  -- When it last became live by a deploy or a promotion: rolling back goes back in this order.
  promoted_at timestamptz,
  failure_count integer not null default 0,
  taken_back_at timestamptz,
  taken_back_reason text,
  primary key (section, release)
);
-- One row for each section with a release. No live release: the build that came with the server.
create table section_deployment (
  section text primary key,
  live_release text,
  live_at timestamptz not null default now(),
  live_by text not null default '',
  canary_release text,
  canary_percent integer,
  canary_tenants text[],
  canary_at timestamptz,
  canary_by text,
  foreign key (section, live_release) references section_release (section, release),
  foreign key (section, canary_release) references section_release (section, release),
  check ((canary_release is null) = (canary_percent is null and canary_tenants is null))
);
-- Who did what; never changed.
create table section_change (
  section_change_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  section text not null,
  action text not null,
  release text,
  done_by text not null,
  details jsonb not null default '{}'
);
create index section_change_of_section on section_change (section, section_change_id desc);
-- What people were told by a canary release in the last minutes; the person is a hash.
create table section_failure (
  section_failure_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  section text not null,
  release text not null,
  person bytea not null
);
create index section_failure_of_release on section_failure (section, release, at);
-- The description of a section on another server as it was when that server last answered.
create table external_section (
  manifest_url text primary key,
  description jsonb not null,
  strings jsonb,
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on section_release, section_deployment, section_failure, external_section to pim_platform;
grant select, insert on section_change to pim_platform;
