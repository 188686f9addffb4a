
create index content_variation_by_modified on content_variation (tenant_id, variation_id, kind, is_deleted, modified_at, content_variation_id);
create index content_variation_by_name on content_variation (tenant_id, variation_id, kind, is_deleted, name_key, content_variation_id);
create index content_variation_by_status on content_variation (tenant_id, variation_id, kind, is_deleted, status, content_variation_id);
create index content_variation_by_completeness on content_variation (tenant_id, variation_id, kind, is_deleted, completeness, content_variation_id);
create index content_variation_by_modifier on content_variation (tenant_id, variation_id, kind, is_deleted, modified_by, content_variation_id);
create index content_variation_by_type on content_variation
  (tenant_id, variation_id, content_type_id, is_deleted, content_variation_id);
create index content_variation_narrowed_by_modified on content_variation
  (tenant_id, variation_id, content_type_id, is_deleted, status, modified_at, content_variation_id);
create index content_variation_narrowed_by_name on content_variation
  (tenant_id, variation_id, content_type_id, is_deleted, status, name_key, content_variation_id);
create index content_variation_by_mime on content_variation
  (tenant_id, variation_id, kind, is_deleted, mime_type, content_variation_id) where mime_type is not null;

create table content_count (
  tenant_id uuid not null,
  content_count_id bigint not null generated always as identity,
  variation_id uuid not null,
  kind text not null,
  content_type_id uuid not null,
  is_deleted boolean not null,
  status text not null,
  change integer not null,
  primary key (tenant_id, content_count_id)
);

alter table content_count enable row level security;
alter table content_count force row level security;
create policy tenant_only on content_count to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on content_count to pim_app;


create index content_count_of_variation on content_count (tenant_id, variation_id) include (change);

create function content_count_fold(tenant uuid) returns void language plpgsql as $$
begin
  -- Whoever folds already does it for all.
  if pg_try_advisory_xact_lock(hashtextextended('content_count' || tenant, 0)) then
    with folded as (delete from content_count where tenant_id = tenant returning *)
    insert into content_count (tenant_id, variation_id, kind, content_type_id, is_deleted, status, change)
    select tenant_id, variation_id, kind, content_type_id, is_deleted, status, sum(change) from folded group by tenant_id, variation_id, kind, content_type_id, is_deleted, status having sum(change) <> 0;
  end if;
end $$;

create function content_count_inserted() returns trigger language plpgsql as $$
begin
  insert into content_count (tenant_id, variation_id, kind, content_type_id, is_deleted, status, change)
  select tenant_id, variation_id, kind, content_type_id, is_deleted, status, count(*) from added group by tenant_id, variation_id, kind, content_type_id, is_deleted, status;
  if random() < 0.01 then perform content_count_fold(tenant_id) from (select distinct tenant_id from added) t; end if;
  return null;
end $$;
create trigger content_count_inserted after insert on content_variation referencing new table as added
  for each statement execute function content_count_inserted();

create function content_count_deleted() returns trigger language plpgsql as $$
begin
  insert into content_count (tenant_id, variation_id, kind, content_type_id, is_deleted, status, change)
  select tenant_id, variation_id, kind, content_type_id, is_deleted, status, -count(*) from removed group by tenant_id, variation_id, kind, content_type_id, is_deleted, status;
  return null;
end $$;
create trigger content_count_deleted after delete on content_variation referencing old table as removed
  for each statement execute function content_count_deleted();

create function content_count_updated() returns trigger language plpgsql as $$
begin
  insert into content_count (tenant_id, variation_id, kind, content_type_id, is_deleted, status, change) values
    (old.tenant_id, old.variation_id, old.kind, old.content_type_id, old.is_deleted, old.status, -1), (new.tenant_id, new.variation_id, new.kind, new.content_type_id, new.is_deleted, new.status, 1);
  if random() < 0.01 then perform content_count_fold(new.tenant_id); end if;
  return null;
end $$;
create trigger content_count_updated after update on content_variation for each row
  when ((old.variation_id, old.kind, old.content_type_id, old.is_deleted, old.status) is distinct from (new.variation_id, new.kind, new.content_type_id, new.is_deleted, new.status)) execute function content_count_updated();


create table delivery_count (
  tenant_id uuid not null,
  delivery_count_id bigint not null generated always as identity,
  variation_id uuid not null,
  content_type_id uuid not null,
  delivery_targets text[] not null,
  change integer not null,
  primary key (tenant_id, delivery_count_id)
);

alter table delivery_count enable row level security;
alter table delivery_count force row level security;
create policy tenant_only on delivery_count to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on delivery_count to pim_app;


create index delivery_count_of_variation on delivery_count (tenant_id, variation_id) include (change);

create function delivery_count_fold(tenant uuid) returns void language plpgsql as $$
begin
  -- Whoever folds already does it for all.
  if pg_try_advisory_xact_lock(hashtextextended('delivery_count' || tenant, 0)) then
    with folded as (delete from delivery_count where tenant_id = tenant returning *)
    insert into delivery_count (tenant_id, variation_id, content_type_id, delivery_targets, change)
    select tenant_id, variation_id, content_type_id, delivery_targets, sum(change) from folded group by tenant_id, variation_id, content_type_id, delivery_targets having sum(change) <> 0;
  end if;
end $$;

create function delivery_count_inserted() returns trigger language plpgsql as $$
begin
  insert into delivery_count (tenant_id, variation_id, content_type_id, delivery_targets, change)
  select tenant_id, variation_id, content_type_id, delivery_targets, count(*) from added group by tenant_id, variation_id, content_type_id, delivery_targets;
  if random() < 0.01 then perform delivery_count_fold(tenant_id) from (select distinct tenant_id from added) t; end if;
  return null;
end $$;
create trigger delivery_count_inserted after insert on delivery_document referencing new table as added
  for each statement execute function delivery_count_inserted();

create function delivery_count_deleted() returns trigger language plpgsql as $$
begin
  insert into delivery_count (tenant_id, variation_id, content_type_id, delivery_targets, change)
  select tenant_id, variation_id, content_type_id, delivery_targets, -count(*) from removed group by tenant_id, variation_id, content_type_id, delivery_targets;
  return null;
end $$;
create trigger delivery_count_deleted after delete on delivery_document referencing old table as removed
  for each statement execute function delivery_count_deleted();

create function delivery_count_updated() returns trigger language plpgsql as $$
begin
  insert into delivery_count (tenant_id, variation_id, content_type_id, delivery_targets, change) values
    (old.tenant_id, old.variation_id, old.content_type_id, old.delivery_targets, -1), (new.tenant_id, new.variation_id, new.content_type_id, new.delivery_targets, 1);
  if random() < 0.01 then perform delivery_count_fold(new.tenant_id); end if;
  return null;
end $$;
create trigger delivery_count_updated after update on delivery_document for each row
  when ((old.variation_id, old.content_type_id, old.delivery_targets) is distinct from (new.variation_id, new.content_type_id, new.delivery_targets)) execute function delivery_count_updated();


-- Every server that keeps answers of the delivery interface forgets those of the tenant when the change is committed.
create function delivery_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery-changed', json_build_object('tenantId', tenant_id)::text)
  from (select distinct tenant_id from changed) t;
  return null;
end $$;

create trigger delivery_document_tells_delivery_of_insert after insert on delivery_document
  referencing new table as changed
  for each statement execute function delivery_changed();
create trigger delivery_document_tells_delivery_of_update after update on delivery_document
  referencing new table as changed
  for each statement execute function delivery_changed();
create trigger delivery_document_tells_delivery_of_delete after delete on delivery_document
  referencing old table as changed
  for each statement execute function delivery_changed();
create trigger variation_tells_delivery_of_insert after insert on variation
  referencing new table as changed
  for each statement execute function delivery_changed();
create trigger variation_tells_delivery_of_update after update on variation
  referencing new table as changed
  for each statement execute function delivery_changed();
create trigger variation_tells_delivery_of_delete after delete on variation
  referencing old table as changed
  for each statement execute function delivery_changed();
create trigger content_type_tells_delivery_of_insert after insert on content_type
  referencing new table as changed
  for each statement execute function delivery_changed();
create trigger content_type_tells_delivery_of_update after update on content_type
  referencing new table as changed
  for each statement execute function delivery_changed();
create trigger content_type_tells_delivery_of_delete after delete on content_type
  referencing old table as changed
  for each statement execute function delivery_changed();
