import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { type Id, publicId, type TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { lockEntry } from "./queue-store.ts";
import { readEntries } from "./store.ts";
import type { BankEntry } from "./types.ts";
import { openDetails } from "./view.ts";

/** Credits that are compared with what others have sent us. */
const CREDITS_MAX = 500;

/** Money at our bank that belongs to no payment of ours so far. */
export interface QueuedCredit {
  readonly id: Id<"bankEntry">;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  /** The bank's number; the entry's id where it has none. */
  readonly reference: string;
  /** Everything that the sender and the banks wrote. */
  readonly texts: readonly string[];
}

/** The tenant's newest credits that wait for an operator, in these currencies: at most 500. */
export async function readQueuedCredits(
  db: Queryable,
  keyring: Pick<Keyring, "open">,
  { tenantId, mode }: { readonly tenantId: TenantId; readonly mode: Mode },
  currencies: readonly CurrencyCode[],
): Promise<readonly QueuedCredit[]> {
  const rows = await db.query<{ id: string }>({
    text: `select id from bank_entries
      where tenant_id = $1 and mode = $2 and status = 'QUEUED' and direction = 'CREDIT' and not is_reversal
        and currency = any($3::text[])
      order by id desc limit ${CREDITS_MAX}`,
    values: [tenantId, mode, currencies],
  });
  const entries = await readEntries(
    db,
    tenantId,
    rows.map(({ id }) => id),
  );
  return entries.map((entry) => creditOf(keyring, entry));
}

/** The credit under a lock until the end of the transaction; null when the tenant has none such that still waits. */
export async function lockQueuedCredit(
  tx: Transaction,
  keyring: Pick<Keyring, "open">,
  { tenantId, mode }: { readonly tenantId: TenantId; readonly mode: Mode },
  id: Id<"bankEntry">,
): Promise<QueuedCredit | null> {
  const entry = await lockEntry(tx, tenantId, id);
  const isOne =
    entry?.mode === mode && entry.status === "QUEUED" && entry.direction === "CREDIT" && !entry.isReversal;
  return entry === null || !isOne ? null : creditOf(keyring, entry);
}

/** Ends a locked credit: it is what a provider sent us. `note` says of which settlement. */
export async function markArrived(
  tx: Transaction,
  tenantId: TenantId,
  id: Id<"bankEntry">,
  note: string,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update bank_entries set status = 'ARRIVED', note = $3, version = version + 1, updated_at = $4
      where tenant_id = $1 and id = $2`,
    values: [tenantId, id, note, new Date(nowMs)],
  });
}

function creditOf(keyring: Pick<Keyring, "open">, entry: BankEntry): QueuedCredit {
  const { text, structuredReferences, counterpartyName } = openDetails(keyring, entry);
  const { id, amount, currency, bookedOn, bankReference, endToEndId } = entry;
  return {
    id,
    amount,
    currency,
    bookedOn,
    reference: bankReference ?? publicId("bankEntry", id),
    texts: [text, ...structuredReferences, endToEndId ?? "", bankReference ?? "", counterpartyName ?? ""],
  };
}
