-- A variation of an item is one row: lists have their orders in files (ADR 102), so no index is kept off what a save writes, and
-- eight columns no longer stand twice. The rows are copied into a new table, which leaves no dead ones behind as an update does.
-- One statement, whose parts reach the workers of a distributed database one by one (ADR 14).
do $$
begin
  -- The owner of the tables sees no row where row-level security is forced.
  alter table content_item no force row level security;
  alter table variation no force row level security;
  alter table content_variation no force row level security;
  alter table working_copy no force row level security;
  alter table content_version no force row level security;

  alter table content_variation rename to former_variation;
  -- What is of one length stands first, so that nothing is left empty between. A null in a column that begins with live_: the same
  -- as in the working copy.
  create table content_variation (
    tenant_id uuid not null,
    content_variation_id uuid not null,
    content_item_id uuid not null,
    variation_id uuid not null,
    content_type_id uuid not null,
    created_at timestamptz not null,
    modified_at timestamptz not null,
    version integer not null,
    completeness smallint not null check (completeness between 0 and 100),
    readiness smallint not null check (readiness between 0 and 100),
    translation smallint not null check (translation between 0 and 403),
    is_deleted boolean not null,
    is_live boolean not null,
    has_unpublished_changes boolean not null,
    kind text not null check (kind in ('user', 'media')),
    status text not null check (status in ('draft', 'published', 'unpublished', 'archived')),
    name text not null,
    created_by text not null,
    modified_by text not null,
    delivery_targets text[] not null,
    own jsonb not null,
    name_variation_id uuid,
    binary_id uuid,
    mime_type text,
    missing_fields text[],
    outdated jsonb,
    published_version integer,
    published_at timestamptz,
    published_by text,
    live_name text,
    live_targets text[],
    live_own jsonb,
    live_shared jsonb,
    check ((published_version is null) = (published_at is null)),
    check (is_live = (published_version is not null)),
    -- What is published has something live; what is archived or unpublished has not.
    check (case status when 'published' then published_version is not null
                       when 'draft' then true else published_version is null end)
  ) with (fillfactor = 85, autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 1000);
  perform place_table('content_variation');

  -- A variation without a working copy, which nothing makes, is refused by the columns that may not be null.
  insert into content_variation (tenant_id, content_variation_id, content_item_id, variation_id, content_type_id, created_at,
    modified_at, version, completeness, readiness, translation, is_deleted, is_live, has_unpublished_changes, kind, status, name,
    created_by, modified_by, delivery_targets, own, name_variation_id, binary_id, mime_type, missing_fields, outdated,
    published_version, published_at, published_by, live_name, live_targets, live_own, live_shared)
  select v.tenant_id, v.content_variation_id, v.content_item_id, v.variation_id, v.content_type_id, w.created_at,
    w.modified_at, w.version, v.completeness, v.readiness, v.translation, v.is_deleted, v.is_live, w.has_unpublished_changes, v.kind,
    v.status, v.name, w.created_by, w.modified_by, w.delivery_targets, w.own, v.name_variation_id, v.binary_id, v.mime_type,
    w.missing_fields, w.outdated, w.published_version, w.published_at, w.published_by, w.live_name, w.live_targets, w.live_own,
    w.live_shared
  from former_variation v
  left join working_copy w on w.tenant_id = v.tenant_id and w.content_variation_id = v.content_variation_id;

  alter table content_version drop constraint content_version_tenant_id_content_variation_id_fkey;
  drop table working_copy;
  drop table former_variation;

  -- No column of the first two indexes ever changes, and few variations have a place in the third, so a save writes no index entry
  -- where the page of its row has room.
  alter table content_variation add primary key (tenant_id, content_variation_id);
  alter table content_variation add constraint content_variation_of_item unique (tenant_id, content_item_id, variation_id);
  create index content_variation_with_channels on content_variation (tenant_id)
    where delivery_targets <> '{}' or live_targets is not null;
  create statistics content_variation_of_tenant (dependencies) on tenant_id, variation_id, content_type_id
    from content_variation;
  analyze content_variation;

  alter table content_variation add foreign key (tenant_id, content_item_id) references content_item on delete cascade;
  alter table content_variation add foreign key (tenant_id, variation_id) references variation;
  alter table content_version add foreign key (tenant_id, content_variation_id) references content_variation on delete cascade;

  alter table content_variation enable row level security;
  alter table content_variation force row level security;
  create policy tenant_only on content_variation to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
  grant select, insert, update, delete on content_variation to pim_app;

  alter table content_item force row level security;
  alter table variation force row level security;
  alter table content_version force row level security;
end $$;
