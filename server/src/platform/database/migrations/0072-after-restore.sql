-- What a restored database has to change before it serves; the restore calls it in the transaction that loads the rows, as
-- the owner and outside of the policies.
create function after_restore() returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  -- Events are in the order of their transactions, and a reader sees those below the oldest running one. Another
  -- PostgreSQL may not have come to these numbers yet: they would be hidden, and stand behind what is written next. No
  -- transaction ever has the number 1, and ids of events go on in their order.
  if exists (select from event where transaction >= pg_current_xact_id()::text::bigint) then
    update event set transaction = 1;
  end if;
end $$;
revoke execute on function after_restore() from public;
