import { closeToTenant } from '../row-level-security.ts'

/**
 * One index for each order that a list can have, so that a page is read off it; two more in which content type and
 * status come first, since those are what lists are narrowed by. Ties go by id, as the API promises.
 */
const ofList = 'tenant_id, variation_id, kind, is_deleted'
const sorted = (name: string, column: string) =>
  `create index content_variation_by_${name} on content_variation (${ofList}, ${column}, content_variation_id);`

const narrowed = 'tenant_id, variation_id, content_type_id, is_deleted, status'

/**
 * How many there are is kept, not counted: each change appends what it adds or takes away, so that no two changes
 * ever wait for each other, and now and then one of them adds the rows up.
 */
const counted = ({ table, of, columns }: { table: string; of: string; columns: readonly string[] }) => {
  const list = columns.join(', ')
  const row = (name: 'old' | 'new') => columns.map((column) => `${name}.${column}`).join(', ')
  return `
create index ${table}_of_variation on ${table} (tenant_id, variation_id) include (change);

create function ${table}_fold(tenant uuid) returns void language plpgsql as $$
begin
  -- Whoever folds already does it for all.
  if pg_try_advisory_xact_lock(hashtextextended('${table}' || tenant, 0)) then
    with folded as (delete from ${table} where tenant_id = tenant returning *)
    insert into ${table} (tenant_id, ${list}, change)
    select tenant_id, ${list}, sum(change) from folded group by tenant_id, ${list} having sum(change) <> 0;
  end if;
end $$;

create function ${table}_inserted() returns trigger language plpgsql as $$
begin
  insert into ${table} (tenant_id, ${list}, change)
  select tenant_id, ${list}, count(*) from added group by tenant_id, ${list};
  if random() < 0.01 then perform ${table}_fold(tenant_id) from (select distinct tenant_id from added) t; end if;
  return null;
end $$;
create trigger ${table}_inserted after insert on ${of} referencing new table as added
  for each statement execute function ${table}_inserted();

create function ${table}_deleted() returns trigger language plpgsql as $$
begin
  insert into ${table} (tenant_id, ${list}, change)
  select tenant_id, ${list}, -count(*) from removed group by tenant_id, ${list};
  return null;
end $$;
create trigger ${table}_deleted after delete on ${of} referencing old table as removed
  for each statement execute function ${table}_deleted();

create function ${table}_updated() returns trigger language plpgsql as $$
begin
  insert into ${table} (tenant_id, ${list}, change) values
    (old.tenant_id, ${row('old')}, -1), (new.tenant_id, ${row('new')}, 1);
  if random() < 0.01 then perform ${table}_fold(new.tenant_id); end if;
  return null;
end $$;
create trigger ${table}_updated after update on ${of} for each row
  when ((${row('old')}) is distinct from (${row('new')})) execute function ${table}_updated();
`
}

/** Whatever an answer of the delivery interface is made of. */
const tellsDelivery = (table: string) =>
  (['insert', 'update', 'delete'] as const)
    .map(
      (event) => `
create trigger ${table}_tells_delivery_of_${event} after ${event} on ${table}
  referencing ${event === 'delete' ? 'old' : 'new'} table as changed
  for each statement execute function delivery_changed();`,
    )
    .join('')

export const up = `
${sorted('modified', 'modified_at')}
${sorted('name', 'name_key')}
${sorted('status', 'status')}
${sorted('completeness', 'completeness')}
${sorted('modifier', 'modified_by')}
create index content_variation_by_type on content_variation
  (tenant_id, variation_id, content_type_id, is_deleted, content_variation_id);
create index content_variation_narrowed_by_modified on content_variation
  (${narrowed}, modified_at, content_variation_id);
create index content_variation_narrowed_by_name on content_variation
  (${narrowed}, name_key, content_variation_id);
create index content_variation_by_mime on content_variation
  (${ofList}, mime_type, content_variation_id) where mime_type is not null;

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
${closeToTenant('content_count')}
${counted({
  table: 'content_count',
  of: 'content_variation',
  columns: ['variation_id', 'kind', 'content_type_id', 'is_deleted', 'status'],
})}

create table delivery_count (
  tenant_id uuid not null,
  delivery_count_id bigint not null generated always as identity,
  variation_id uuid not null,
  content_type_id uuid not null,
  delivery_targets text[] not null,
  change integer not null,
  primary key (tenant_id, delivery_count_id)
);
${closeToTenant('delivery_count')}
${counted({
  table: 'delivery_count',
  of: 'delivery_document',
  columns: ['variation_id', 'content_type_id', 'delivery_targets'],
})}

-- Every server that keeps answers of the delivery interface forgets those of the tenant when the change is committed.
create function delivery_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery-changed', json_build_object('tenantId', tenant_id)::text)
  from (select distinct tenant_id from changed) t;
  return null;
end $$;
${['delivery_document', 'variation', 'content_type'].map(tellsDelivery).join('')}
`
