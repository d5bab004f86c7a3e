import { readJsonObject } from "../../kit/json-object.ts";
import { parseDecimal } from "../../kit/money.ts";
import type { BalanceOutcome, ProviderBalance, ProviderCall } from "../provider.ts";
import type { MtnApi } from "./api.ts";
import { keysOf, type Product } from "./settings.ts";

export const BALANCE_PATH = "account/balance";
const products: readonly Product[] = ["collection", "disbursement"];

/** What the account's wallets at MTN hold, one for each product that it has keys for. */
export async function readBalances(api: MtnApi, call: ProviderCall): Promise<BalanceOutcome> {
  const balances: ProviderBalance[] = [];
  for (const product of products) {
    if (keysOf(call.account.settings, product) === null) continue;
    const answer = await api(call, { product, path: BALANCE_PATH });
    if (answer.kind !== "answered") return { kind: "unavailable", reason: `${product}: no token` };
    const { status, body } = answer.response;
    const { availableBalance, currency } = readJsonObject(body);
    const available = parseDecimal(availableBalance, currency);
    if (status !== 200 || available === null) {
      return { kind: "unavailable", reason: `${product}: http_${status}` };
    }
    balances.push({ available, wallet: product });
  }
  return { kind: "balances", balances };
}
