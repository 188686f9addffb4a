-- What sections add to slots and administrators of the tenant have switched off, as orders/item.panel/openOrders.
alter table tenant add column fills_off text[] not null default '{}';
grant update (fills_off) on tenant to pim_app;
