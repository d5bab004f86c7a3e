-- As in 0110, but its lock is of this schema: two cells of one database have the same merchant while it moves from one to the other, and
-- the fence around it in one held up the writes of the other. In `public` the lock is what it was.
create or replace function refuse_fenced_write() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  is_left_undone boolean := false;
  before jsonb;
  after jsonb;
  place text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(concat_ws(' ', 'merchant fence', nullif(tg_table_schema, 'public'), tg_argv[0]), 0));
  if exists (select from merchant_fences f where f.merchant_id = tg_argv[0]::uuid and f.ends_at > clock_timestamp()) then
    select jsonb_build_object('cell', l.other_cell, 'answeredBy', (select i.cell from installation i))::text into place
      from left_merchants l where l.merchant_id = tg_argv[0]::uuid;
    if place is not null and tg_op = 'UPDATE' and current_setting('cauris.parks', true) = tg_argv[0] then
      return new;
    end if;
    if place is not null and tg_op <> 'INSERT' and current_setting('cauris.clears', true) = tg_argv[0] then
      return coalesce(new, old);
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
