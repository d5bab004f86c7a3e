import type { Difference } from "../../ui/api/views.ts";
import type { CorrectionStart } from "../ledger/correct-book.tsx";
import { usualHappening } from "../ledger/happenings.ts";

/** By what people know a difference. Pure. */
export const nameOf = ({ transactionId, reference, id }: Difference): string =>
  transactionId ?? reference ?? id;

/** What the form of a correction knows from the difference that it answers. Pure. */
export function startOf({ id, mode, kind, ours, theirs }: Difference): CorrectionStart {
  const { amount, currency } = theirs.amount === null ? ours : theirs;
  return {
    mode,
    happening: usualHappening(kind),
    differenceId: id,
    ...(amount === null || currency === null ? {} : { amount, currency }),
  };
}
