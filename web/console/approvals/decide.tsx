import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";
import { type Proposed, pathOf } from "./proposed.ts";

interface DecideActsProps {
  readonly proposal: Proposed;
  /** What would happen, in one line. */
  readonly summary: string;
  readonly isOwn: boolean;
}

/** Confirm or refuse what a colleague proposes; one's own can only be taken back. */
export function DecideActs({ proposal, summary, isOwn }: DecideActsProps) {
  const { approvals: t } = useTexts();
  const path = pathOf(proposal);
  const isChange = proposal.object === "change_request";
  const common = { refusals: t.refusals } as const;
  return (
    <div class="actions">
      {!isOwn && (
        <Ask
          {...common}
          label={t.confirm}
          text={t.confirmText(summary)}
          path={`${path}/confirm`}
          done={t.confirmed}
        />
      )}
      <Ask
        {...common}
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
  );
}
