import { decimalText, money } from "../../../kit/money.ts";
import type { Entry } from "../../../stand-ins/book.ts";
import { offeredOperators } from "./configuration.ts";

/** What each wallet holds before the first payment, in major units. */
const OPENING_BALANCE = "1000000";

/** The answer of `GET /v2/wallet-balances`: one wallet for each country and currency. */
export function balancesOf(entries: readonly Entry[], holder: string) {
  const wallets = new Map(
    offeredOperators.map(({ alpha3, currency }) => [`${alpha3} ${currency}`, { alpha3, currency }]),
  );
  return {
    balances: [...wallets.values()].map(({ alpha3, currency }) => {
      const moved = entries
        .filter((one) => one.holder === holder && one.status === "SUCCEEDED")
        .filter(({ amount, details }) => details.country === alpha3 && amount.currency === currency)
        .reduce((sum, { kind, amount }) => sum + (kind === "PAYMENT" ? amount.minor : -amount.minor), 0n);
      const opening = BigInt(OPENING_BALANCE) * (currency === "XOF" || currency === "XAF" ? 1n : 100n);
      return {
        country: alpha3,
        balance: decimalText(money(opening + moved, currency)),
        currency,
        provider: "",
      };
    }),
  };
}
