-- The names of a transfer's accounts, checked by comparison: a regular expression builds its automaton anew for each row,
-- and there are two names in each of the two transfers of a payment. What held before holds the new form.
set local lock_timeout = '2s';

alter table ledger_transfers
  drop constraint ledger_transfers_from_account_check,
  drop constraint ledger_transfers_to_account_check,
  add constraint ledger_transfers_from_account_check check (
    from_account in ('available', 'pending', 'held', 'reserved', 'fees', 'adjustment')
    or from_account like 'clearing:________-____-____-____-____________'
  ),
  add constraint ledger_transfers_to_account_check check (
    to_account in ('available', 'pending', 'held', 'reserved', 'fees', 'adjustment')
    or to_account like 'clearing:________-____-____-____-____________'
  );
