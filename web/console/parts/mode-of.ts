import type { Mode } from "../../../server/src/kit/payment-terms.ts";

/** The mode of a page that shows one at a time: live, unless its address says otherwise. Pure. */
export const modeOf = (query: Readonly<Record<string, string>>): Mode =>
  query.mode === "SANDBOX" ? "SANDBOX" : "LIVE";
