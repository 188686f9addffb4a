
-- The owner of the tables is subject to row-level security where it is forced, and would then see no row to convert.
alter table content_item no force row level security;
alter table content_item_value no force row level security;
alter table content_variation no force row level security;
alter table content_variation_value no force row level security;
alter table content_snapshot no force row level security;
alter table content_version no force row level security;

-- Counts are written by the code that changes content, in the same transaction. A trigger on a table that is spread over
-- several servers cannot reach the table of the counts.
drop trigger content_count_inserted on content_variation;
drop trigger content_count_deleted on content_variation;
drop trigger content_count_updated on content_variation;
drop function content_count_inserted();
drop function content_count_deleted();
drop function content_count_updated();
drop function content_count_fold(uuid);

alter table content_item add column shared jsonb not null default '{}';
update content_item item set shared = value.shared
from content_item_value value
where value.tenant_id = item.tenant_id and value.content_item_id = item.content_item_id;
drop table content_item_value;

-- What every save writes: one row without any index but those of the lists by time and by person. The columns that these
-- lists are narrowed by stand here, too. A null in a column that begins with live_ means: the same as in the working copy.
create table working_copy (
  tenant_id uuid not null,
  content_variation_id uuid not null,
  variation_id uuid not null,
  content_type_id uuid not null,
  kind text not null,
  is_deleted boolean not null,
  status text not null check (status in ('draft', 'published', 'unpublished', 'archived')),
  completeness smallint not null check (completeness between 0 and 100),
  is_live boolean not null,
  has_unpublished_changes boolean not null,
  mime_type text,
  modified_at timestamptz not null,
  modified_by text collate "C" not null,
  created_at timestamptz not null,
  created_by text not null,
  version integer not null,
  delivery_targets text[] not null,
  own jsonb not null,
  published_version integer,
  published_at timestamptz,
  published_by text,
  live_name text,
  live_targets text[],
  live_own jsonb,
  live_shared jsonb,
  primary key (tenant_id, content_variation_id),
  foreign key (tenant_id, content_variation_id) references content_variation on delete cascade,
  check ((published_version is null) = (published_at is null)),
  check (is_live = (published_version is not null)),
  -- What is published has something live; what is archived or unpublished has not.
  check (case status when 'published' then published_version is not null
                     when 'draft' then true else published_version is null end)
) with (fillfactor = 85);

insert into working_copy
select v.tenant_id, v.content_variation_id, v.variation_id, v.content_type_id, v.kind, v.is_deleted, v.status,
  v.completeness, v.published_version is not null, v.has_unpublished_changes, v.mime_type, v.modified_at, v.modified_by,
  v.created_at, v.created_by, v.version, v.delivery_targets, value.own, v.published_version, v.published_at,
  s.published_by, nullif(s.name, v.name), case when s.delivery_targets <> v.delivery_targets then s.delivery_targets end,
  case when s.own <> value.own then s.own end, case when s.shared <> item.shared then s.shared end
from content_variation v
join content_variation_value value using (tenant_id, content_variation_id)
join content_item item using (tenant_id, content_item_id)
left join content_snapshot s using (tenant_id, content_variation_id);

alter table working_copy enable row level security;
alter table working_copy force row level security;
create policy tenant_only on working_copy to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on working_copy to pim_app;

drop table content_variation_value;
drop table content_snapshot;

create index working_copy_by_modified on working_copy (tenant_id, variation_id, kind, is_deleted, modified_at, content_variation_id)
  include (content_type_id, status, completeness, modified_by, is_live, mime_type);
create index working_copy_by_modifier on working_copy (tenant_id, variation_id, kind, is_deleted, modified_by, content_variation_id)
  include (content_type_id, status, completeness, modified_at, is_live, mime_type);
create index working_copy_narrowed_by_modified on working_copy (tenant_id, variation_id, content_type_id, is_deleted, status, modified_at, content_variation_id)
  include (completeness, modified_by, is_live, mime_type);
create index working_copy_over_live on working_copy
  (tenant_id, variation_id, kind, is_deleted, modified_at, content_variation_id) where has_unpublished_changes;

-- What is left in content_variation changes seldom: an index entry of a list by name or by status is only written when
-- the name or the status changes.
alter table content_variation add column is_live boolean not null default false;
update content_variation set is_live = true where published_version is not null;
alter table content_variation
  drop column version, drop column published_version, drop column published_at, drop column delivery_targets,
  drop column created_at, drop column created_by, drop column modified_at, drop column modified_by,
  drop column has_unpublished_changes;

drop index if exists content_variation_by_modified, content_variation_by_modifier,
  content_variation_narrowed_by_modified, content_variation_over_live, content_variation_by_name,
  content_variation_by_status, content_variation_by_completeness, content_variation_narrowed_by_name;
create index content_variation_by_name on content_variation (tenant_id, variation_id, kind, is_deleted, name_key, content_variation_id)
  include (content_type_id, status, completeness, is_live, mime_type);
create index content_variation_by_status on content_variation (tenant_id, variation_id, kind, is_deleted, status, content_variation_id)
  include (content_type_id, completeness, is_live, mime_type);
create index content_variation_by_completeness on content_variation (tenant_id, variation_id, kind, is_deleted, completeness, content_variation_id)
  include (content_type_id, status, is_live, mime_type);
create index content_variation_narrowed_by_name on content_variation (tenant_id, variation_id, content_type_id, is_deleted, status, name_key, content_variation_id)
  include (completeness, is_live, mime_type);

-- The value before each change is enough to read an older version; the value after it is the next one's before, or the
-- current one.
update content_version set changes = (
  select coalesce(jsonb_object_agg(entry.key, entry.value - 'after'), '{}') from jsonb_each(changes) as entry)
where changes <> '{}';

alter table content_item force row level security;
alter table content_variation force row level security;
alter table content_version force row level security;
