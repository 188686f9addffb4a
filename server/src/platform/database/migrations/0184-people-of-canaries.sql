-- To whom a canary release was given, and for whom it has failed; the person is a hash. `section_failure` is left to servers of earlier
-- releases.
create table section_canary_person (
  section text not null,
  release text not null,
  person bytea not null,
  given_at timestamptz not null default now(),
  failed_at timestamptz,
  primary key (section, release, person)
);
grant select, insert, update, delete on section_canary_person to pim_platform;
