-- The last day on which a paper is valid: of an identity card, of a lease. Null: it does not end, or nobody has said.
alter table kyb_documents add column expires_on date;
