import { decimalText, type Money } from "../../kit/money.ts";
import type { ProviderCall } from "../provider.ts";
import type { ActiveConfigurations } from "./active-configuration.ts";

/** Nothing was sent: the operator takes whole units only. */
export const notWhole = {
  kind: "failed",
  failureCode: "INVALID_AMOUNT",
  providerCode: "DECIMALS_NOT_ALLOWED",
} as const;

/**
 * The amount as pawaPay reads it, in major units without trailing zeros; null when the operator takes no decimals and
 * it has some. Only such an amount needs the account's configuration. Without it pawaPay decides.
 */
export async function amountText(
  call: ProviderCall,
  configurations: ActiveConfigurations,
  operator: string | null,
  amount: Money,
): Promise<string | null> {
  const text = decimalText(amount);
  const [whole = "", fraction = ""] = text.split(".");
  const decimals = fraction.replace(/0+$/, "");
  if (decimals === "") return whole;
  const { operations } = await configurations.of(call).catch(() => ({ operations: [] }));
  const listed = operations.filter((one) => one.operator === operator && one.currency === amount.currency);
  const isRefused = listed.length > 0 && !listed.some(({ hasDecimals }) => hasDecimals);
  return isRefused ? null : `${whole}.${decimals}`;
}
