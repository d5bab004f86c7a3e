-- Behind a fence that stands for good the merchant lives in another cell (decision 85). Its writes are refused with that cell's code, so that
-- a caller learns at once where to go; rows that only loops write are still left as they are. The command that moved it ends what waits here
-- (`merchant-move/park.ts`): it names the merchant for its transaction, and that counts only when the merchant has left.
create or replace function refuse_fenced_write() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  is_left_undone boolean := false;
  before jsonb;
  after jsonb;
  place text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('merchant fence ' || tg_argv[0], 0));
  if exists (select from merchant_fences f where f.merchant_id = tg_argv[0]::uuid and f.ends_at > clock_timestamp()) then
    select jsonb_build_object('cell', m.other_cell, 'answeredBy', (select i.cell from installation i))::text into place
      from merchant_moves m
     where m.merchant_id = tg_argv[0]::uuid and m.direction = 'OUT' and m.step in ('SWITCHED', 'THAWED')
     order by m.planned_at desc limit 1;
    if place is not null and tg_op = 'UPDATE' and current_setting('cauris.parks', true) = tg_argv[0] then
      return new;
    end if;
    if tg_op = 'DELETE' then
      is_left_undone := tg_argv[2] = 'deletes';
    elsif tg_op = 'UPDATE' and tg_argv[1] <> '' then
      before := to_jsonb(old);
      after := to_jsonb(new);
      is_left_undone := after - string_to_array(tg_argv[1], ',') = before - string_to_array(tg_argv[1], ',');
      if before->'next_check_at' is distinct from after->'next_check_at' then
        is_left_undone := is_left_undone
          and coalesce((after->>'next_check_at')::timestamptz > (before->>'next_check_at')::timestamptz, false)
          and (not after ? 'check_count' or (after->>'check_count')::int = (before->>'check_count')::int + 1);
      end if;
    end if;
    -- A loop that claims rows of many merchants gets those of the others: it must not fail because of this one.
    if is_left_undone then
      return null;
    end if;
    if place is not null then
      raise exception '% in % of a merchant that lives in another cell', lower(tg_op), tg_table_name using errcode = 'MV002', detail = place;
    end if;
    raise exception '% in % of a merchant that is being moved', lower(tg_op), tg_table_name using errcode = 'MV001';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
