
create table content_item (
  tenant_id uuid not null references tenant,
  content_item_id uuid not null,
  content_type_id uuid not null,
  kind text not null check (kind in ('user', 'media')),
  name text not null,
  is_deleted boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text not null,
  modified_at timestamptz not null default now(),
  modified_by text not null,
  primary key (tenant_id, content_item_id),
  -- A content type that some item still has cannot go, whoever asks first.
  foreign key (tenant_id, content_type_id) references content_type
) with (fillfactor = 85);
create index content_item_by_type on content_item (tenant_id, content_type_id, content_item_id);

alter table content_item enable row level security;
alter table content_item force row level security;
create policy tenant_only on content_item to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_item to pim_app;


-- Values of the fields that are not localizable: one for all variations.
create table content_item_value (
  tenant_id uuid not null,
  content_item_id uuid not null,
  shared jsonb not null default '{}',
  primary key (tenant_id, content_item_id),
  foreign key (tenant_id, content_item_id) references content_item on delete cascade
) with (fillfactor = 85);

alter table content_item_value enable row level security;
alter table content_item_value force row level security;
create policy tenant_only on content_item_value to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_item_value to pim_app;


create table content_variation (
  tenant_id uuid not null,
  content_variation_id uuid not null,
  content_item_id uuid not null,
  variation_id uuid not null,
  -- Copied from the item, so that a list is one index and one table.
  content_type_id uuid not null,
  kind text not null check (kind in ('user', 'media')),
  name text not null,
  name_key text collate "C" not null,
  is_deleted boolean not null default false,
  binary_id uuid,
  mime_type text,
  status text not null default 'draft' check (status in ('draft', 'published', 'unpublished', 'archived')),
  version integer not null default 1,
  published_version integer,
  published_at timestamptz,
  has_unpublished_changes boolean not null default false,
  completeness smallint not null check (completeness between 0 and 100),
  delivery_targets text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by text not null,
  modified_at timestamptz not null default now(),
  modified_by text collate "C" not null,
  primary key (tenant_id, content_variation_id),
  unique (tenant_id, content_item_id, variation_id),
  foreign key (tenant_id, content_item_id) references content_item on delete cascade,
  foreign key (tenant_id, variation_id) references variation,
  check ((published_version is null) = (published_at is null)),
  -- Whoever is published has something live; whoever is archived or taken back has not.
  check (case status when 'published' then published_version is not null
                     when 'draft' then true else published_version is null end)
) with (fillfactor = 85);

alter table content_variation enable row level security;
alter table content_variation force row level security;
create policy tenant_only on content_variation to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_variation to pim_app;


-- Own values only: JSON null is deliberately empty, a key that is not there inherits.
create table content_variation_value (
  tenant_id uuid not null,
  content_variation_id uuid not null,
  own jsonb not null default '{}',
  primary key (tenant_id, content_variation_id),
  foreign key (tenant_id, content_variation_id) references content_variation on delete cascade
) with (fillfactor = 85);

alter table content_variation_value enable row level security;
alter table content_variation_value force row level security;
create policy tenant_only on content_variation_value to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_variation_value to pim_app;


-- What is live: own values as they were when they were published. At most one for a content variation.
create table content_snapshot (
  tenant_id uuid not null,
  content_variation_id uuid not null,
  content_item_id uuid not null,
  variation_id uuid not null,
  version integer not null,
  name text not null,
  own jsonb not null,
  shared jsonb not null,
  delivery_targets text[] not null,
  published_at timestamptz not null,
  published_by text not null,
  primary key (tenant_id, content_variation_id),
  foreign key (tenant_id, content_variation_id) references content_variation on delete cascade
);

alter table content_snapshot enable row level security;
alter table content_snapshot force row level security;
create policy tenant_only on content_snapshot to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_snapshot to pim_app;


-- One row for each rise of a version. changes: by field, the value before and after; a key that is not there inherits.
create table content_version (
  tenant_id uuid not null,
  content_variation_id uuid not null,
  version integer not null,
  action text not null,
  status text not null,
  at timestamptz not null,
  by text not null,
  changed_fields text[] not null,
  changes jsonb not null,
  primary key (tenant_id, content_variation_id, version),
  foreign key (tenant_id, content_variation_id) references content_variation on delete cascade
);

alter table content_version enable row level security;
alter table content_version force row level security;
create policy tenant_only on content_version to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_version to pim_app;


-- Two people cannot both win a unique value: this key decides, whatever they were told before.
create table unique_claim (
  tenant_id uuid not null,
  scope_key text not null,
  value_key text not null,
  content_item_id uuid not null,
  primary key (tenant_id, scope_key, value_key),
  foreign key (tenant_id, content_item_id) references content_item on delete cascade
);
create index unique_claim_by_item on unique_claim (tenant_id, content_item_id);

alter table unique_claim enable row level security;
alter table unique_claim force row level security;
create policy tenant_only on unique_claim to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on unique_claim to pim_app;

