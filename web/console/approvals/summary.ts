import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";
import { movedSum } from "./moved-sum.ts";
import type { Proposed } from "./proposed.ts";

/** Says in one line what a proposal would do; with the amount where it moves money. */
export function useSummary(): (proposal: Proposed) => string {
  const { approvals: t } = useTexts();
  const format = useFormat();
  return (proposal) => {
    if (proposal.object === "change_request") {
      const sum = movedSum(proposal);
      const kind = t.kinds[proposal.kind];
      return sum === null ? kind : t.kindOf(kind, format.amount(sum.amount, sum.currency));
    }
    const amount = format.amount(proposal.amount, proposal.currency);
    return proposal.object === "money_decision"
      ? t.decisions[proposal.kind](amount)
      : t.corrections[proposal.direction](amount);
  };
}
