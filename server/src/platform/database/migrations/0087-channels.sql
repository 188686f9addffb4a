-- What a channel is beside its name in delivery_targets: its names by language, and the variations that it has where it has
-- not all of them. A channel without details has every variation.
alter table tenant add column channel_details jsonb not null default '{}';
grant update (channel_details) on tenant to pim_app;

-- Few working copies name channels. Those that do are counted before a channel goes, and where channels are shown.
create index working_copy_with_channels on working_copy (tenant_id)
  where delivery_targets <> '{}' or live_targets is not null;
