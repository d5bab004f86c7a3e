import { money } from "../../kit/money.ts";
import { differenceOf } from "./compare.ts";
import type { Difference, DifferenceKind, OperationLine, OurItem } from "./types.ts";

/** The line of a difference, as far as a new comparison needs it; null when the statement had none. Pure. */
export function lineOf(
  difference: Pick<
    Difference,
    | "type"
    | "reference"
    | "transactionId"
    | "theirStatus"
    | "theirAmount"
    | "theirCurrency"
    | "lineNo"
    | "occurredAtMs"
  >,
): OperationLine | null {
  if (difference.type === "BALANCE") return null;
  const { reference, transactionId, theirStatus, theirAmount, theirCurrency } = difference;
  if (reference === null || theirStatus === null || theirAmount === null || theirCurrency === null)
    return null;
  return {
    lineNo: difference.lineNo ?? 1,
    type: difference.type,
    reference,
    transactionId,
    occurredAtMs: difference.occurredAtMs,
    status: theirStatus as OperationLine["status"],
    amount: money(theirAmount, theirCurrency),
  };
}

/**
 * Whether both sides agree once the provider was asked again. One that was reported twice stays a difference, whatever the
 * provider answers now. Pure.
 */
export function agreesNow(kind: DifferenceKind, line: OperationLine | null, ours: OurItem | null): boolean {
  return kind !== "TWICE" && line !== null && ours !== null && differenceOf(line, ours) === null;
}
