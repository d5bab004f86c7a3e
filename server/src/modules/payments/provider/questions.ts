import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import { money } from "../../../kit/money.ts";
import type { PaymentQuestion, ProviderReference, TransferQuestion } from "../../../providers/provider.ts";
import type { Charge } from "../types.ts";
import { type HandleRow, openHandle } from "./handle.ts";
import { parseProviderReference, providerReference } from "./reference.ts";

/** A row known to a provider: a charge, a refund or a payout. */
export interface OperationRow extends HandleRow {
  readonly id: Id<"charge"> | Id<"refund"> | Id<"payout">;
  /** Its id in the provider's own form, or our reference of the cell that sent it; null: our reference is its id there. */
  readonly providerReference: string | null;
}

/** A refund or a payout in the provider's terms. */
export interface Transfer {
  readonly table: "refunds" | "payouts";
  readonly row: OperationRow;
  readonly publicId: string;
  readonly accountId: string | null;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
  /** It was never sent, so there is nothing to query. */
  readonly isNew: boolean;
  /** Sandbox: the scenario of the provider simulator. */
  readonly scenario: string | null;
}

/** The ids under which a row is sent and queried, the same each time. */
export function idsOf({ merchantNo, id, providerReference: drawn }: OperationRow): {
  readonly reference: ProviderReference;
  readonly ownId: string;
} {
  // A merchant that came from another cell had another number there.
  const isOfBefore = drawn !== null && parseProviderReference(drawn)?.id === id;
  const reference = isOfBefore ? (drawn as ProviderReference) : providerReference(merchantNo, id);
  return { reference, ownId: drawn ?? reference };
}

/** What a provider may need to answer a query about a payment. Throws when the handle does not open. */
export function paymentQuestion(
  keyring: Keyring,
  charge: OperationRow & Pick<Charge, "paymentMethod" | "amount" | "currency" | "createdAtMs">,
): PaymentQuestion {
  return {
    ...idsOf(charge),
    method: charge.paymentMethod,
    amount: money(charge.amount, charge.currency),
    startedAtMs: charge.createdAtMs,
    handle: openHandle(keyring, "charges", charge),
  };
}

/** As `paymentQuestion`, for a refund or a payout. */
export function transferQuestion(
  keyring: Keyring,
  transfer: Pick<Transfer, "table" | "row" | "amount" | "currency" | "startedAtMs">,
): TransferQuestion {
  const { table, row, amount, currency, startedAtMs } = transfer;
  return {
    ...idsOf(row),
    amount: money(amount, currency),
    startedAtMs,
    handle: openHandle(keyring, table, row),
  };
}
