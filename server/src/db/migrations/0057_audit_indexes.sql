-- The audit log is searched by request, and read by merchant.
set local lock_timeout = '2s';

create index audit_log_request on audit_log (tenant_id, request_id) where request_id is not null;
create index audit_log_merchant on audit_log (tenant_id, merchant_no, sequence) where merchant_no is not null;
