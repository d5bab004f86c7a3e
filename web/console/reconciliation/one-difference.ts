import type { Difference } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";
import type { CorrectionStart } from "../ledger/correct-book.tsx";
import { usualHappening } from "../ledger/happenings.ts";

/** By what people know a difference. Pure. */
export const nameOf = ({ transactionId, reference, id }: Difference): string =>
  transactionId ?? reference ?? id;

/** One side of a difference in the reader's words: its amount, and what became of it. */
export function useSideText(): (side: Difference["ours"]) => string {
  const { reconciliation: t } = useTexts();
  const { states } = useUiTexts();
  const format = useFormat();
  const words: Readonly<Record<string, string>> = { ...states, ...t.lineStates };
  return ({ amount, currency, status }) =>
    [
      amount === null || currency === null ? null : format.amount(amount, currency),
      status === null ? null : (words[status] ?? status),
    ]
      .filter((part) => part !== null)
      .join(" · ") || "–";
}

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
