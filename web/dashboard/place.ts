import type { Mode } from "../../server/src/kit/payment-terms.ts";

/** Merchant and mode of an address below `/dashboard`. */
export interface Place {
  readonly merchantId: string;
  readonly mode: Mode;
  /** `/dashboard/:merchant/:mode` */
  readonly root: string;
  /** What follows the root, without a slash at either end. */
  readonly rest: string;
}

const pattern = /^\/dashboard\/([0-9a-f-]{36})\/(sandbox|live)(?:\/(.*?))?\/?$/;

/** Null for every other address. Pure. */
export function placeOf(path: string): Place | null {
  const [, merchantId, word, rest = ""] = pattern.exec(path) ?? [];
  if (merchantId === undefined || word === undefined) return null;
  return { merchantId, mode: word === "live" ? "LIVE" : "SANDBOX", root: rootOf(merchantId, word), rest };
}

const rootOf = (merchantId: string, word: string): string => `/dashboard/${merchantId}/${word}`;

/** Where the pages of a merchant begin. Pure. */
export const placePath = (merchantId: string, mode: Mode): string => rootOf(merchantId, mode.toLowerCase());
