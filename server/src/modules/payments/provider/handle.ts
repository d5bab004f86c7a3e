import type { MerchantNo } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { ProviderHandle } from "../../../providers/provider.ts";

/** Charge, refund or payout: a handle is sealed for its row, and opens for no other. */
export interface HandleRow {
  readonly merchantNo: MerchantNo;
  readonly id: string;
  readonly providerHandle: Buffer | null;
}

export type HandleTable = "charges" | "refunds" | "payouts";

/** The provider's latest handle for this row; null when there is none. */
export function openHandle(keyring: Keyring, table: HandleTable, row: HandleRow): ProviderHandle | null {
  return row.providerHandle === null
    ? null
    : (JSON.parse(keyring.open(row.providerHandle, contextOf(table, row)).toString()) as ProviderHandle);
}

/**
 * The sealed handle to write after an outcome: null when the outcome had none, or the one that the row has already. A
 * handle replaces the earlier one as a whole; an outcome without one leaves it.
 */
export function handleToWrite(
  keyring: Keyring,
  table: HandleTable,
  row: HandleRow,
  brought: ProviderHandle | undefined,
): Buffer | null {
  if (brought === undefined) return null;
  const kept = openHandle(keyring, table, row);
  return kept !== null && isSame(kept, brought)
    ? null
    : keyring.seal(JSON.stringify(brought), contextOf(table, row));
}

function isSame(left: ProviderHandle, right: ProviderHandle): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && left[name] === right[name])
  );
}

const contextOf = (table: HandleTable, { merchantNo, id }: HandleRow): string =>
  `${table}.provider_handle ${merchantNo} ${id}`;
