import type { Queryable } from "../../db/database.ts";
import { type Cell, csvFile, numberCell, type Separator } from "../../documents/index.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { assert } from "../../kit/errors.ts";
import { type Id, publicId, type TenantId } from "../../kit/ids.ts";
import { decimalText, money } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { type RailAccount, railAccounts } from "./accounts.ts";

/** What one account of a book holds: it was debited more, or credited more; minor units, one of the two is zero. */
export interface RailAccountBalance {
  readonly providerAccountId: Id<"providerAccount">;
  readonly currency: CurrencyCode;
  readonly account: RailAccount;
  readonly debit: bigint;
  readonly credit: bigint;
}

export interface RailTrialBalance {
  readonly mode: Mode;
  readonly atMs: number;
  readonly rows: readonly RailAccountBalance[];
  /** The sum of either side of all books of a currency: they are equal. */
  readonly totals: readonly { readonly currency: CurrencyCode; readonly total: bigint }[];
}

/** The last seal of a book before an instant: every booking is sealed with it, so it holds the balances of then. */
interface SealedBalances {
  readonly providerAccountId: Id<"providerAccount">;
  readonly currency: CurrencyCode;
  readonly balances: string;
}

/** What every account of the tenant's books at providers held before `atMs`. A book that began later is not in it. */
export async function readRailTrialBalance(
  db: Queryable,
  { tenantId, mode, atMs }: { readonly tenantId: TenantId; readonly mode: Mode; readonly atMs: number },
): Promise<RailTrialBalance> {
  const sealed = await db.query<SealedBalances>({
    text: `select b.provider_account_id as "providerAccountId", b.currency, s.balances
      from rail_books b cross join lateral (
        select balances from rail_seals
        where provider_account_id = b.provider_account_id and currency = b.currency and created_at < to_timestamp($3 / 1000.0)
        order by number desc limit 1) s
      where b.tenant_id = $1 and b.mode = $2
      order by b.currency, b.provider_account_id`,
    values: [tenantId, mode, atMs],
  });
  return trialBalanceOf(sealed, mode, atMs);
}

/** Pure. Throws when the debits of a currency are not its credits: a book was changed past its rules. */
export function trialBalanceOf(
  sealed: readonly SealedBalances[],
  mode: Mode,
  atMs: number,
): RailTrialBalance {
  const rows = sealed.flatMap(({ providerAccountId, currency, balances }) => {
    const sums = new Map(balances.split("|").map((part) => part.split("=") as [string, string]));
    return railAccounts.map((account): RailAccountBalance => {
      const sum = BigInt(sums.get(account) ?? 0);
      return {
        providerAccountId,
        currency,
        account,
        debit: sum > 0n ? sum : 0n,
        credit: sum < 0n ? -sum : 0n,
      };
    });
  });
  const totals = [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const total = own.reduce((sum, { debit }) => sum + debit, 0n);
    assert(total === own.reduce((sum, { credit }) => sum + credit, 0n), "debits and credits are equal");
    return { currency, total };
  });
  return { mode, atMs, rows, totals };
}

/** One row per account and the totals by currency; amounts are decimal text in major units, and `…Minor` in minor units. */
export function railTrialBalanceCsv(
  { rows, totals }: RailTrialBalance,
  separator?: Separator,
): Promise<Buffer> {
  const line = (
    providerAccountId: string,
    account: string,
    currency: CurrencyCode,
    debit: bigint,
    credit: bigint,
  ): readonly Cell[] => [
    providerAccountId,
    account,
    numberCell(decimalText(money(debit, currency))),
    numberCell(decimalText(money(credit, currency))),
    currency,
    numberCell(debit),
    numberCell(credit),
  ];
  return csvFile(
    ["providerAccountId", "account", "debit", "credit", "currency", "debitMinor", "creditMinor"],
    [
      ...rows.map(({ providerAccountId, account, currency, debit, credit }) =>
        line(publicId("providerAccount", providerAccountId), account, currency, debit, credit),
      ),
      ...totals.map(({ currency, total }) => line("TOTAL", "", currency, total, total)),
    ],
    separator,
  );
}
