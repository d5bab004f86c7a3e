-- What a payer's poll needs to know of a session, by its key and nothing else.
\set m random(1, :merchants)
select status, version, expires_at from checkout_sessions where merchant_no = :m and id = :session;
