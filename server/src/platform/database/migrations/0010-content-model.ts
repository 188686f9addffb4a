import { appRole } from '../addresses.ts'
import { closeToTenant } from '../row-level-security.ts'

/** A content type is one document: it is read, changed and compared as a whole, and its revision says which one it is. */
export const up = `
-- A number that no two changes share, also where the first of them was rolled back: who remembers a type by its
-- revision must never take one for the other.
create sequence content_type_revision as integer;
grant usage on sequence content_type_revision to ${appRole};
create table content_type (
  tenant_id uuid not null references tenant,
  content_type_id uuid not null,
  technical_name text not null,
  kind text not null check (kind in ('user', 'media')),
  definition jsonb not null,
  revision integer not null default nextval('content_type_revision'),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  modified_by text not null,
  primary key (tenant_id, content_type_id),
  unique (tenant_id, technical_name)
);
-- Names that differ in case alone would be one name to everybody but the computer.
create unique index content_type_one_per_name on content_type (tenant_id, lower(technical_name));
${closeToTenant('content_type')}
`
