-- When what is of people was removed of a merchant that has left for another cell (decision 88). Null: it was not.
alter table merchant_moves add column cleared_at timestamptz;

create or replace view left_merchants as
select m.id as move_id, m.merchant_id, m.numbers, m.other_cell, m.planned_at, m.step, m.thawed_at, m.cleared_at
  from merchant_moves m
 where m.direction = 'OUT' and m.step in ('SWITCHED', 'THAWED')
   and not exists (
     select from merchant_moves b
      where b.merchant_id = m.merchant_id and b.direction = 'IN' and b.step = 'THAWED' and b.planned_at > m.planned_at);

-- As in 0109, and the command that clears passes, as the one that parks: it names the merchant for its transaction, and that counts only
-- when the merchant has left. It adds nothing.
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
