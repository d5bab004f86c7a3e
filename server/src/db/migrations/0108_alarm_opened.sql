-- Since when an alarm waits: an acknowledged one that is seen again after a day waits since then, not since its first day. Null: never
-- acknowledged, or written by a release that does not know the column.
alter table provider_alarms add column opened_at timestamptz;
