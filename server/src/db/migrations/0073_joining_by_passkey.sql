-- An invited person may open the account with a passkey and have no password. The question for that passkey belongs to
-- the link, because the account of a new person does not exist yet.
alter table passkey_challenges add column link bytea check (length(link) = 32);
alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('REGISTER', 'LOG_IN', 'STEP_UP', 'JOIN'));
alter table passkey_challenges add constraint passkey_challenges_join_check
  check ((link is not null) = (purpose = 'JOIN'));

-- Only an account that nobody has opened is sure to have no password.
alter table operators drop constraint operators_password_check;
alter table operators add constraint operators_password_check
  check (status <> 'INVITED' or password_hash is null);
