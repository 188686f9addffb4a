
create table variation (
  tenant_id uuid not null references tenant,
  variation_id uuid not null,
  language_code text not null,
  market_code text,
  friendly_name text not null,
  fallback_variation_id uuid,
  is_default boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, variation_id),
  -- A fallback is a variation of the same tenant, whatever the caller sends.
  foreign key (tenant_id, fallback_variation_id) references variation (tenant_id, variation_id),
  check (fallback_variation_id <> variation_id)
);
create unique index variation_one_default on variation (tenant_id) where is_default;
create unique index variation_one_per_language_and_market
  on variation (tenant_id, lower(language_code), lower(coalesce(market_code, '')));
create index variation_fallback on variation (tenant_id, fallback_variation_id) where fallback_variation_id is not null;

alter table variation enable row level security;
alter table variation force row level security;
create policy tenant_only on variation to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on variation to pim_app;

