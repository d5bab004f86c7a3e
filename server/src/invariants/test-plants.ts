const nextPosition = "(select max(position) + 1 from ledger_transfers)";
/** Columns of an additional transfer into the wallet that the tests alter. */
const strayTransfer = (fields: string) => `
  insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount,
    currency, type, source_type, source_id, balance_after, created_at)
  select merchant_no, gen_random_uuid(), gen_random_uuid(), wallet_id, ${nextPosition}, from_account, to_account, amount,
    currency, type, source_type, source_id, balance_after, created_at
  from (select * from ledger_transfers where ${fields}) t`;

/** A forged seal. */
const straySeal = (number: number, firstPosition: number) => `
  insert into ledger_seals (merchant_no, wallet_id, first_position, last_position, number, balances, hash, created_at)
  select merchant_no, id, ${firstPosition}, 3, ${number}, 'available=1', sha256('made up'), created_at from wallets`;

/** A payout of 100 F from the wallet, without bookings and events: each plant adds what it needs. */
const strayPayout = (fields: { readonly status: string; readonly events: number }) => [
  `insert into beneficiaries (merchant_no, id, name, type, details, shown, currency, status, payouts_allowed_from,
     created_at, updated_at)
   select merchant_no, id, 'Awa', 'MOBILE_MONEY', '', '{}', currency, 'ACTIVE', created_at, created_at, created_at
   from wallets`,
  `insert into payouts (merchant_no, id, wallet_id, beneficiary_id, destination, amount, currency, status,
     approval_required, created_by, event_sequence, created_at, updated_at)
   select merchant_no, id, id, id, '{}', 100, currency, '${fields.status}', false, id, ${fields.events}, created_at,
     created_at
   from wallets`,
];
/** A transfer of that payout between two accounts. */
const payoutTransfer = (type: string, from: string, to: string) => `
  insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount,
    currency, type, source_type, source_id, balance_after, created_at)
  select merchant_no, gen_random_uuid(), gen_random_uuid(), id, ${nextPosition}, '${from}', '${to}', 100, currency,
    '${type}', 'payout', id, 0, created_at
  from wallets`;
/** A batch of two rows of which only one exists. */
const strayBatch = (accepted: number) => [
  `insert into payout_batches (merchant_no, id, wallet_id, currency, status, row_count, accepted_count, created_by,
     created_at, updated_at)
   select merchant_no, id, id, currency, 'PROCESSING', 2, ${accepted}, id, created_at, created_at from wallets`,
  `insert into payout_batch_rows (merchant_no, batch_id, index, payout_id, request, status)
   select merchant_no, id, index, gen_random_uuid(), '{}', case when index < ${accepted} then 'ACCEPTED' else 'WAITING' end
   from wallets, generate_series(0, ${accepted}) index`,
];

/** An audit entry without a valid hash. */
const strayAct = [
  `insert into audit_log (id, tenant_id, merchant_no, actor, action, subject, created_at, sequence, previous_hash, hash)
   select gen_random_uuid(), m.tenant_id, n.merchant_no, 'system', 'thing.done', 'x', m.created_at, 1,
     decode(repeat('00', 32), 'hex'), sha256('x')
   from merchants m join merchant_numbers n on n.merchant_id = m.id join wallets w on w.merchant_no = n.merchant_no limit 1`,
];

/** A transfer of a provider account's book for the second time. */
const strayRailTransfer = (type: string) => `
  insert into rail_transfers (provider_account_id, currency, position, id, transaction_id, debit_account, credit_account,
    amount, type, source_type, source_id, line_key, line_type, reference, created_at)
  select provider_account_id, currency, 3, gen_random_uuid(), gen_random_uuid(), debit_account, credit_account, amount,
    type, source_type, source_id, line_key, line_type, reference, created_at
  from rail_transfers where type = '${type}'`;

const strayArrival = (settlementKey: string) => `
  insert into rail_arrivals (tenant_id, id, mode, provider_account_id, currency, amount, reference, settlement_key, matched_by,
    created_at)
  select tenant_id, gen_random_uuid(), mode, provider_account_id, currency, 1, 'none', ${settlementKey}, 'OPERATOR', created_at
  from rail_books`;

/** Damage to the arranged day that bypasses every protection. */
export interface Plant {
  readonly name: string;
  /** The invariant that finds it. */
  readonly breaks: string;
  /** The row of the arranged day that it reports; null: another, or more than one. */
  readonly id: string | null;
  /** Run as owner, with `:name:` for the id of a row of the arranged day. */
  readonly sql: readonly string[];
}

/** At least one for each invariant. */
export const plants: readonly Plant[] = [
  {
    name: "a view that loses money",
    breaks: "ledger.transactions_balance",
    id: null,
    sql: [
      `create or replace view ledger_entries as
        select merchant_no, id as transfer_id, transaction_id, wallet_id, currency, from_account as account,
          'DEBIT' as direction, -amount as signed_amount, type, source_type, source_id, created_at from ledger_transfers
        union all
        select merchant_no, id, transaction_id, wallet_id, currency, to_account, 'CREDIT', amount - 1, type, source_type,
          source_id, created_at from ledger_transfers`,
    ],
  },
  {
    name: "a transfer in another currency than its wallet",
    breaks: "ledger.transfers_have_a_wallet",
    id: null,
    sql: ["update ledger_transfers set currency = 'EUR' where source_id = :refund:"],
  },
  {
    name: "a balance that no entry explains",
    breaks: "wallets.balances_are_sums",
    id: "wallet",
    sql: ["update wallets set held = held + 1, available = available - 1"],
  },
  {
    name: "a transfer that skips one before it",
    breaks: "wallets.balances_are_a_chain",
    id: "wallet",
    sql: [
      "update ledger_transfers set balance_after = balance_after + 7 where source_id = :double: and type = 'CHARGE'",
    ],
  },
  {
    name: "a transfer that is gone",
    breaks: "wallets.balances_are_a_chain",
    id: "wallet",
    sql: ["delete from ledger_transfers where position = 2"],
  },
  {
    name: "a seal of nothing that is there",
    breaks: "ledger.seals_hold",
    id: "wallet",
    sql: [straySeal(1, 1)],
  },
  {
    name: "a seal without the one before it",
    breaks: "ledger.seals_are_a_chain",
    id: "wallet",
    sql: [straySeal(1, 2)],
  },
  {
    name: "a seal of other sums",
    breaks: "ledger.seals_keep_sums",
    id: "wallet",
    sql: [straySeal(1, 1)],
  },
  {
    name: "a balance at a provider that no transfer left behind",
    breaks: "rails.balances_are_sums",
    id: "providerAccount",
    sql: ["update rail_books set provider_balance = provider_balance + 1, bank = bank - 1"],
  },
  {
    name: "a fee of a provider that was never sealed",
    breaks: "rails.seals_hold",
    id: "providerAccount",
    sql: [
      strayRailTransfer("FEE"),
      "update rail_books set transfer_count = 3, provider_balance = provider_balance - 75, provider_fees = provider_fees + 75",
    ],
  },
  {
    name: "a fee of a provider that was changed",
    breaks: "rails.seals_hold",
    id: "providerAccount",
    sql: ["update rail_transfers set amount = amount - 1 where type = 'FEE'"],
  },
  {
    name: "a payment of a provider's book that is in no statement",
    breaks: "rails.statements_are_booked",
    id: "providerAccount",
    sql: [strayRailTransfer("PAYMENT")],
  },
  {
    name: "an arrival that was never booked",
    breaks: "rails.arrivals_are_booked",
    id: "providerAccount",
    sql: [strayArrival("null")],
  },
  {
    name: "a correction of a provider's book that was never booked",
    breaks: "rails.corrections_are_booked",
    id: "providerAccount",
    sql: [
      `insert into rail_corrections (tenant_id, id, mode, provider_account_id, currency, debit_account, credit_account,
        amount, reason, created_at)
      select tenant_id, gen_random_uuid(), mode, provider_account_id, currency, 'clearing', 'adjustment', 1, 'none', created_at
      from rail_books`,
    ],
  },
  {
    name: "an arrival of what no provider has sent",
    breaks: "rails.settlements_end_once",
    id: "providerAccount",
    sql: [strayArrival("'SETTLEMENT #1'")],
  },
  {
    name: "days that were compared as a whole, and a payment that no statement has",
    breaks: "rails.clearing_empties",
    id: "providerAccount",
    sql: [
      `insert into reconciliation_days (tenant_id, mode, provider_account_id, day, period_from, period_to, method, status,
        statement_id, next_attempt_at, leased_until, created_at, updated_at)
      select b.tenant_id, b.mode, b.provider_account_id, '2026-11-21', a.created_at, s.period_to + interval '1 day',
        'STATEMENT', 'DONE', s.id, s.created_at, s.created_at, s.created_at, s.created_at
      from rail_books b join provider_accounts a on a.id = b.provider_account_id
      join provider_statements s on s.provider_account_id = b.provider_account_id`,
    ],
  },
  {
    name: "a balance that no transfer left behind",
    breaks: "wallets.last_balance_holds",
    id: "wallet",
    sql: ["update wallets set available = available + 1"],
  },
  {
    name: "a balance below zero",
    breaks: "wallets.never_negative",
    id: "wallet",
    sql: ["alter table wallets drop constraint wallets_reserved_check", "update wallets set reserved = -1"],
  },
  {
    name: "a settlement that was lost",
    breaks: "wallets.pending_settles",
    id: "wallet",
    sql: ["delete from settlements"],
  },
  {
    name: "a success without a booking",
    breaks: "charges.booked_once",
    id: "paying",
    sql: ["delete from ledger_transfers where source_id = :paying: and type = 'CHARGE'"],
  },
  {
    name: "a success booked twice",
    breaks: "charges.booked_once",
    id: "paying",
    sql: [strayTransfer("source_id = :paying: and type = 'CHARGE'")],
  },
  {
    name: "a failure that was booked",
    breaks: "charges.booked_once",
    id: "paying",
    sql: ["update charges set status = 'FAILED', pays = false where id = :paying:"],
  },
  {
    name: "a mismatch booked at another amount than confirmed",
    breaks: "charges.booked_once",
    id: "mismatch",
    sql: ["update charges set amount_confirmed = 4001 where id = :mismatch:"],
  },
  {
    name: "a booking for a charge that is not there",
    breaks: "charges.booked_once",
    id: "refused",
    sql: ["update ledger_transfers set source_id = :refused: where source_id = :double:"],
  },
  {
    name: "a fee that was not taken",
    breaks: "charges.fee_booked_once",
    id: "paying",
    sql: ["delete from ledger_transfers where type = 'FEE'"],
  },
  {
    name: "a refund that no booking shows",
    breaks: "refunds.booked_once",
    id: "refund",
    sql: ["delete from ledger_transfers where type = 'REFUND'"],
  },
  {
    name: "a refund that failed after it had succeeded, and was not booked back",
    breaks: "refunds.booked_once",
    id: "refund",
    sql: ["update refunds set status = 'FAILED', succeeded_at = updated_at where id = :refund:"],
  },
  {
    name: "a refund that was booked back and still counts as successful",
    breaks: "refunds.booked_once",
    id: "refund",
    sql: [
      `insert into ledger_transfers select merchant_no, gen_random_uuid(), transaction_id, wallet_id, to_account, from_account,
        amount, currency, type, source_type, source_id, balance_after, created_at, position + 1000
        from ledger_transfers where source_id = :refund: and type = 'REFUND'`,
    ],
  },
  {
    name: "a refund above its charge",
    breaks: "refunds.within_charge",
    id: "double",
    sql: ["update refunds set amount = 5001"],
  },
  {
    name: "a charge that forgot its refund",
    breaks: "refunds.within_charge",
    id: "double",
    sql: ["update charges set amount_refunded = 0 where id = :double:"],
  },
  {
    name: "a reservation that nothing released",
    breaks: "refunds.reserve_while_alive",
    id: "refund",
    sql: [
      "update ledger_transfers set from_account = 'available', to_account = 'reserved' where source_id = :refund:",
    ],
  },
  {
    name: "a refund under way that reserves nothing",
    breaks: "refunds.reserve_while_alive",
    id: "refund",
    sql: ["update refunds set status = 'PROCESSING', source_account = 'reserved' where id = :refund:"],
  },
  {
    name: "a fee given back that no booking shows",
    breaks: "refunds.fees_within_fee",
    id: "refund",
    sql: ["update refunds set fee_refunded = 1 where id = :refund:"],
  },
  {
    name: "more of a fee given back than was taken",
    breaks: "refunds.fees_within_fee",
    id: "double",
    sql: ["update refunds set fee_refunded = 1 where id = :refund:"],
  },
  {
    name: "an intent that names another amount than went back",
    breaks: "intents.name_what_went_back",
    id: "paidIntent",
    sql: ["update payment_intents set amount_refunded = 1 where id = :paidIntent:"],
  },
  {
    name: "two charges that pay one intent",
    breaks: "intents.paid_by_one_charge",
    id: "paidIntent",
    sql: ["drop index charges_one_paid", "update charges set pays = true where id = :double:"],
  },
  {
    name: "an intent that names another amount than it received",
    breaks: "intents.paid_by_one_charge",
    id: "paidIntent",
    sql: ["update payment_intents set amount_received = 4999 where id = :paidIntent:"],
  },
  {
    name: "a charge that its intent does not name",
    breaks: "intents.name_their_charges",
    id: "live",
    sql: ["update payment_intents set charge_ids = '{}' where :live:::uuid = any(charge_ids)"],
  },
  {
    name: "an intent that lost its guard",
    breaks: "intents.have_their_guard",
    id: "directIntent",
    sql: ["delete from checkout_sessions where id = :guard:"],
  },
  {
    name: "an intent that took another's guard",
    breaks: "intents.have_their_guard",
    id: "directIntent",
    sql: [
      "update checkout_sessions set id = '80000000-0000-7000-8000-000000000001' where id = :guard:",
      "update payment_intents set session_id = '80000000-0000-7000-8000-000000000001' where id = :directIntent:",
    ],
  },
  {
    name: "a guard that somebody was told of",
    breaks: "intents.have_their_guard",
    id: "directIntent",
    sql: [
      `insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
       select merchant_no, gen_random_uuid(), 'checkout.session.expired', id, 1, '{}', created_at
       from payment_intents where id = :directIntent:`,
    ],
  },
  {
    name: "a session that claims to be paid",
    breaks: "sessions.succeeded_is_paid",
    id: "failed",
    sql: ["update checkout_sessions set status = 'SUCCEEDED' where id = :failed:"],
  },
  {
    name: "a paid session that says otherwise",
    breaks: "sessions.succeeded_is_paid",
    id: "paid",
    sql: ["update checkout_sessions set status = 'EXPIRED' where id = :paid:"],
  },
  {
    name: "a session that ended under a live attempt",
    breaks: "sessions.live_attempts_block",
    id: "waiting",
    sql: ["update checkout_sessions set status = 'EXPIRED' where id = :waiting:"],
  },
  {
    name: "a session that waits for an attempt that is over",
    breaks: "sessions.live_attempts_block",
    id: "failed",
    sql: ["update checkout_sessions set status = 'PROCESSING' where id = :failed:"],
  },
  {
    name: "a live charge that nobody asks about",
    breaks: "charges.live_ones_are_watched",
    id: "live",
    sql: ["delete from charge_checks"],
  },
  {
    name: "a use of a link that was not counted",
    breaks: "links.uses_are_payments",
    id: "link",
    sql: ["update payment_links set uses_count = 0"],
  },
  {
    name: "a use of a link that was never released",
    breaks: "links.uses_are_payments",
    id: "link",
    sql: ["update payment_links set uses_reserved = 2"],
  },
  {
    name: "a key without its session",
    breaks: "idempotency.keys_have_effects",
    id: "open",
    sql: ["delete from checkout_sessions where id = :open:"],
  },
  {
    name: "a key without its payment",
    breaks: "idempotency.keys_have_effects",
    id: "guard",
    sql: ["delete from checkout_sessions where id = :guard:"],
  },
  {
    name: "a payout that holds no money",
    breaks: "payouts.booked_by_status",
    id: null,
    sql: strayPayout({ status: "PENDING", events: 0 }),
  },
  {
    name: "a cancelled payout whose money stays reserved",
    breaks: "payouts.booked_by_status",
    id: null,
    sql: [
      ...strayPayout({ status: "CANCELLED", events: 0 }),
      payoutTransfer("HOLD", "available", "reserved"),
    ],
  },
  {
    name: "a payout that is booked twice",
    breaks: "payouts.booked_by_status",
    id: null,
    sql: [
      ...strayPayout({ status: "PENDING", events: 0 }),
      payoutTransfer("HOLD", "available", "reserved"),
      payoutTransfer("HOLD", "available", "reserved"),
    ],
  },
  {
    name: "an event of a payout that was never written",
    breaks: "payouts.count_their_events",
    id: null,
    sql: strayPayout({ status: "PENDING", events: 1 }),
  },
  {
    name: "a batch that lost a row",
    breaks: "payout_batches.count_their_rows",
    id: null,
    sql: strayBatch(0),
  },
  {
    name: "a row that was accepted and is no payout",
    breaks: "payout_batches.count_their_rows",
    id: null,
    sql: strayBatch(1),
  },
  {
    name: "a counter that lost a row",
    breaks: "lists.counters_are_counts",
    id: "day",
    sql: ["update list_counters set charges_failed = charges_failed - 1"],
  },
  {
    name: "a day that was never counted",
    breaks: "lists.counters_are_counts",
    id: "day",
    sql: ["delete from list_counters"],
  },
  {
    name: "a gap in the numbers of events",
    breaks: "events.are_numbered",
    id: "paidIntent",
    sql: ["update events set sequence = 3 where id = :event:"],
  },
  {
    name: "a number given twice",
    breaks: "events.are_numbered",
    id: "paidIntent",
    sql: ["update events set sequence = 1 where id = :event:"],
  },
  {
    name: "numbers that do not begin at 1",
    breaks: "events.are_numbered",
    id: "paidIntent",
    sql: ["update events set sequence = sequence + 1 where subject_id = :paidIntent:"],
  },
  {
    name: "an event that its session did not count",
    breaks: "sessions.count_their_events",
    id: "paid",
    sql: ["update checkout_sessions set event_sequence = 1 where id = :paid:"],
  },
  {
    name: "held money that nobody waits for",
    breaks: "held.waits_or_goes_back",
    id: "mismatch",
    sql: ["update charges set review_reason = null where id = :mismatch:"],
  },
  {
    name: "a correction that was posted and never booked",
    breaks: "corrections.booked_once",
    id: "wallet",
    sql: [
      `insert into ledger_corrections (tenant_id, id, merchant_no, mode, wallet_id, direction, amount, currency, reason,
         status, proposed_by, decided_by, decided_at, created_at, updated_at)
       select m.tenant_id, w.id, w.merchant_no, 'SANDBOX', w.id, 'CREDIT', 100, w.currency, 'planted', 'POSTED', w.id,
         gen_random_uuid(), w.created_at, w.created_at, w.created_at
       from wallets w join merchant_numbers n on n.merchant_no = w.merchant_no join merchants m on m.id = n.merchant_id`,
    ],
  },
  {
    name: "a dossier that nobody decided",
    breaks: "kyb.decided_by_two",
    id: null,
    sql: ["update kyb_dossiers set decided_at = updated_at"],
  },
  {
    name: "a proposal on a dossier that nobody reviews",
    breaks: "kyb.proposals_are_in_review",
    id: null,
    sql: [
      `insert into operators (id, tenant_id, email, name, password_hash, password_is_temporary, permissions, status,
         created_at, updated_at)
       select gen_random_uuid(), id, 'a@b.example', 'A', 'x', false, '{}', 'ACTIVE', created_at, created_at from tenants`,
      `insert into kyb_decisions (merchant_no, id, decision, reason, status, proposed_by, proposed_at)
       select d.merchant_no, gen_random_uuid(), 'APPROVE', 'x', 'PROPOSED', o.id, o.created_at
       from kyb_dossiers d cross join operators o`,
    ],
  },
  {
    name: "an act that is not what was hashed",
    breaks: "audit.new_entries_are_chained",
    id: null,
    sql: strayAct,
  },
  {
    name: "an act from another day that is not what was hashed",
    breaks: "audit.chain_is_whole",
    id: null,
    sql: [...strayAct, "update audit_log set created_at = '2020-01-01'"],
  },
  {
    name: "an act behind the end of the chain",
    breaks: "audit.chain_ends_at_its_head",
    id: null,
    sql: strayAct,
  },
  {
    name: "a booking that was counted twice",
    breaks: "reports.bookings_are_the_ledger",
    id: null,
    sql: ["update report_bookings set amount = amount * 2, n = n * 2 where type = 'CHARGE'"],
  },
  {
    name: "a transfer that is said to be counted",
    breaks: "reports.bookings_are_the_ledger",
    id: null,
    sql: ["delete from report_bookings where type = 'FEE'"],
  },
  {
    name: "an attempt that was counted twice",
    breaks: "reports.attempts_are_the_charges",
    id: null,
    sql: ["update report_attempts set n = n + 1 where status = 'SUCCEEDED'"],
  },
  {
    name: "an attempt that nobody counted",
    breaks: "reports.attempts_are_the_charges",
    id: null,
    sql: ["delete from report_open_charges"],
  },
  {
    name: "a listener that was not told",
    breaks: "events.are_delivered_to_listeners",
    id: "event",
    sql: ["delete from webhook_deliveries where event_id = :event:"],
  },
];
