import { useReader } from "../../ui/app/reader.tsx";
import { useMayAct } from "../acts/may.ts";
import type { OperatorAct } from "../acts/permissions.ts";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";
import { type Proposed, pathOf } from "./proposed.ts";
import { useSummary } from "./summary.ts";

/** Confirm or refuse what a colleague proposes; one's own can only be taken back. Nothing once it is decided. */
export function DecideActs({ proposal }: { readonly proposal: Proposed }) {
  const { approvals: t } = useTexts();
  const { account } = useReader();
  const may = useMayAct();
  const summary = useSummary()(proposal);
  if (proposal.status !== "PROPOSED") return null;
  const [confirming, refusing] = actsOf(proposal);
  const isOwn = proposal.proposedBy === account.id;
  if (!may(confirming)) return <p class="quiet">{t.notYourRole}</p>;
  const path = pathOf(proposal);
  const isChange = proposal.object === "change_request";
  const common = { refusals: t.refusals } as const;
  return (
    <>
      {isOwn && (
        <p>
          <strong>{t.yours}</strong>
        </p>
      )}
      <div class="actions">
        {!isOwn && (
          <Ask
            {...common}
            act={confirming}
            label={t.confirm}
            sendLabel={t.confirmIt(summary)}
            text={t.confirmText(summary)}
            path={`${path}/confirm`}
            done={t.confirmed}
          />
        )}
        <Ask
          {...common}
          act={refusing}
          label={isOwn ? t.withdraw : t.refuse}
          text={t.refuseText(summary)}
          {...(isChange && !isOwn
            ? { fields: [{ name: "reason", label: t.whyNot, hint: t.whyNotHint, isOptional: true }] }
            : {})}
          path={`${path}/${isChange ? (isOwn ? "withdraw" : "refuse") : "reject"}`}
          done={isOwn ? t.withdrawn : t.refused}
          isQuiet
        />
      </div>
    </>
  );
}

/** What confirms a proposal, and what ends it otherwise. Pure. */
function actsOf(proposal: Proposed): readonly [confirming: OperatorAct, refusing: OperatorAct] {
  if (proposal.object === "change_request") return [{ change: proposal.kind }, { change: proposal.kind }];
  return proposal.object === "money_decision"
    ? ["confirmMoneyDecision", "rejectMoneyDecision"]
    : ["confirmLedgerCorrection", "rejectLedgerCorrection"];
}
