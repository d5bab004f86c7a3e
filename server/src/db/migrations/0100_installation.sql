-- To which cell this database belongs (docs/operating/scale.md): its code is in ids, keys and addresses that people have, so it is
-- written once, at the first start. Null: the default cell.
create table installation (
  is_this boolean primary key default true check (is_this),
  cell text check (cell ~ '^[a-z0-9]{1,3}$')
);
