-- People whom the administrators of a tenant have added by e-mail and who have not opened the tenant yet. The row is the same whether an
-- account has the e-mail or none: whoever has it is a member as long as the row is here.
create table identity.invitation (
  invitation_id uuid primary key,
  tenant_external_id text not null,
  email text not null check (email = lower(email)),
  role text not null,
  unique (tenant_external_id, email)
);
create index invitation_by_email on identity.invitation (email);
create index account_by_email on identity.account (lower(email));
grant select, insert, update, delete on identity.invitation to pim_platform;
