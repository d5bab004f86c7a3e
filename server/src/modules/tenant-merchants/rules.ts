import { errors } from "../../http/errors.ts";
import type { NewMerchantBody } from "./schemas.ts";

/** The wallets that a new merchant gets, labelled. Refuses with VALIDATION_ERROR two of one mode and currency. Pure. */
export function readNewWallets(given: NewMerchantBody["wallets"]) {
  const wallets = (given ?? []).map(({ mode, currency, label }) => ({
    mode,
    currency,
    label: label ?? currency,
  }));
  const pairs = wallets.map(({ mode, currency }) => `${mode} ${currency}`);
  const double = pairs.findIndex((pair, index) => pairs.indexOf(pair) !== index);
  if (double < 0) return wallets;
  const message = `wallets[${double}] is the second one in its mode and currency.`;
  throw errors.VALIDATION_ERROR({ fields: [{ path: `wallets[${double}]`, rule: "unique", message }] });
}

/** The pattern of LIKE for names that contain `part`: its `%`, `_` and backslashes mean themselves. Pure. */
export function namePattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
