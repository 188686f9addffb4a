
create table content_type_change (
  tenant_id uuid not null,
  change_id uuid not null,
  content_type_id uuid not null,
  before jsonb not null,
  input jsonb not null,
  allow_data_loss boolean not null,
  -- Items made later were made under the new description.
  last_item_id uuid not null,
  done_item_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, change_id),
  foreign key (tenant_id, content_type_id) references content_type on delete cascade
);
create unique index content_type_change_one_at_a_time on content_type_change (tenant_id, content_type_id);

alter table content_type_change enable row level security;
alter table content_type_change force row level security;
create policy tenant_only on content_type_change to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_type_change to pim_app;


-- All keys at once: "a" becomes "b" while "b" becomes "c".
create function renamed_keys(document jsonb, names jsonb) returns jsonb
language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(coalesce(names ->> entry.key, entry.key), entry.value), '{}')
  from jsonb_each(document) as entry
$$;
grant execute on function renamed_keys(jsonb, jsonb) to pim_app;
