-- Checkout sessions for reports. The table also holds a row for each payment that a merchant's server made without a session; its id
-- has the highest bit set, and a report that counted it would count a session that never was.
create view merchant_sessions as
  select * from checkout_sessions where id < '80000000-0000-0000-0000-000000000000';
