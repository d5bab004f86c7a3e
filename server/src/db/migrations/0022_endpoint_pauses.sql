-- When a pause was written: one that a clock written in the future has set is none. Null: nobody knows.
alter table webhook_endpoints add column paused_at timestamptz;
