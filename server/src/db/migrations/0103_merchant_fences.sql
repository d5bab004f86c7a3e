-- Merchants whose rows nobody may write for a moment, because the other cell's copy is being brought up to date (decision 84). Only the
-- command that moves writes here. A fence ends by itself, so a command that dies leaves nobody frozen.
create table merchant_fences (
  merchant_id uuid primary key,
  ends_at timestamptz not null
);

-- For triggers that exist only while a merchant is being moved, on rows of that merchant alone. Their arguments: the merchant's id; the
-- columns, between commas, that only loops write; 'deletes', where only loops delete, or nothing.
--
-- Each writing transaction holds the lock of its merchant until it ends, shared with the others. Whoever raises or keeps a fence takes it
-- alone: so no write that began before is still under way when it is up, and none begins behind it.
create function refuse_fenced_write() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  is_left_undone boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('merchant fence ' || tg_argv[0], 0));
  if exists (select from merchant_fences f where f.merchant_id = tg_argv[0]::uuid and f.ends_at > clock_timestamp()) then
    is_left_undone := case tg_op
      when 'DELETE' then tg_argv[2] = 'deletes'
      when 'UPDATE' then tg_argv[1] <> '' and to_jsonb(new) - string_to_array(tg_argv[1], ',') = to_jsonb(old) - string_to_array(tg_argv[1], ',')
      else false end;
    -- A loop that claims rows of many merchants gets those of the others: it must not fail because of this one.
    if is_left_undone then
      return null;
    end if;
    raise exception '% in % of a merchant that is being moved', lower(tg_op), tg_table_name using errcode = 'MV001';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
