import type { Plan } from "../../stand-ins/book.ts";

/** What the stand-in does, by the last three digits: of a code's amount, else of the customer's number. */

const success: Plan = { end: "SUCCESS", reports: 1 };

const plans = new Map<string, Plan>([
  ["069", { end: { code: "FAILED" }, reports: 1 }],
  ["118", { end: { code: "REJECTED" }, reports: 1 }],
  ["119", { end: { code: "CANCELLED" }, reports: 1 }],
  ["129", { end: "NEVER", reports: 0 }],
  ["179", { end: "SUCCESS", reports: 2 }],
  ["269", { end: "SUCCESS", reports: 1, isFirst: true }],
  ["299", { end: "SUCCESS", reports: 1, isSilent: true }],
]);

export function planOf(digits: string): Plan {
  return plans.get(digits.slice(-3)) ?? success;
}

/** `field`: the one that is wrong. */
type Refusal = readonly [status: number, code: string, field?: string];

/** Requests that are refused at once. */
const refusals = new Map<string, Refusal>([
  ["019", [400, "2024"]],
  ["029", [404, "2000"]],
  ["039", [400, "2052"]],
  ["049", [400, "2021"]],
  ["089", [400, "2001"]],
  ["099", [400, "21", "amount.value"]],
  ["149", [403, "2042"]],
  ["169", [429, "9"]],
  ["199", [400, "7777"]],
  // The outcome is open, whatever the status: the customer may have been debited.
  ["519", [500, "51"]],
]);

export function refusalOf(digits: string): Refusal | null {
  return refusals.get(digits.slice(-3)) ?? null;
}

/** The book's code of an operation becomes its status. */
export const endStatuses: ReadonlySet<string> = new Set(["FAILED", "REJECTED", "CANCELLED"]);
