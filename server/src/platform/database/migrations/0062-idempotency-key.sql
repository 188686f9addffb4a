-- The answer of a creating call, kept with the caller's idempotency key in the transaction of the change, so that a
-- repeat gets the first answer and makes nothing. The server removes what is older than a day.
create table idempotency_key (
  tenant_id uuid not null references tenant,
  user_id text not null,
  idempotency_key text not null,
  -- SHA-256 of method, path, query and body: another request with the same key is a mistake of the caller.
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- JSON as it was answered; null only while the call's own transaction runs, which nobody else sees.
  answer text,
  created_at timestamptz not null,
  primary key (tenant_id, user_id, idempotency_key)
);
create index idempotency_key_oldest on idempotency_key (tenant_id, created_at);

alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy tenant_only on idempotency_key to pim_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on idempotency_key to pim_app;
