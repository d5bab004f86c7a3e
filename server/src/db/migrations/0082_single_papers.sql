-- A paper that is handed in after an approval is accepted or refused by itself.
set local lock_timeout = '2s';

-- Why a paper was refused, in words for its merchant. What is refused is never accepted afterwards: a new one is sent.
alter table kyb_documents
  add column refused_at timestamptz,
  add column refusal_reason text check (length(refusal_reason) between 1 and 500),
  add constraint kyb_documents_refusal_check check ((refused_at is null) = (refusal_reason is null)),
  add constraint kyb_documents_one_end_check check (accepted_at is null or refused_at is null);
