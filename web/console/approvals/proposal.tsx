import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Facts } from "../../ui/parts/facts.tsx";
import { ChangedTable } from "../changes/later.tsx";
import { useTexts } from "../i18n/index.ts";
import { DecideActs } from "./decide.tsx";
import type { Proposed } from "./proposed.ts";
import { useSummary } from "./summary.ts";

interface ProposalProps {
  readonly proposal: Proposed;
  /** Names of operators by id, for proposals that carry none. */
  readonly names: ReadonlyMap<string, string>;
}

/** One proposal: what would happen, who wants it and why, and the way to decide. */
export function ProposalCard({ proposal, names }: ProposalProps) {
  const { approvals: t } = useTexts();
  const { account } = useReader();
  const { frame } = useUiTexts();
  const format = useFormat();
  const summary = useSummary()(proposal);
  const isOpen = proposal.status === "PROPOSED";
  const nameOf = (id: string | null) =>
    id === null ? null : id === account.id ? t.you : (names.get(id) ?? id);
  const isOfMerchant = proposal.object !== "change_request";
  return (
    <Card title={summary} tools={<Badge tone={isOpen ? "warn" : "quiet"} text={t.states[proposal.status]} />}>
      <Facts
        facts={[
          [t.proposedBy, nameOf(proposal.proposedBy)],
          [t.proposedAt, format.moment(proposal.createdAt)],
          [frame.mode, isOfMerchant ? frame[proposal.mode] : null],
          [frame.merchant, isOfMerchant ? (proposal.merchantName ?? proposal.merchantId) : null],
          [t.subject, subjectOf(proposal)],
          [t.reason, proposal.reason],
          [t.evidence, isOfMerchant ? proposal.evidence : null],
          [t.until, isOfMerchant || !isOpen ? null : format.moment(proposal.expiresAt)],
          [t.decidedBy, nameOf(proposal.decidedBy)],
          [t.decidedAt, proposal.decidedAt === null ? null : format.moment(proposal.decidedAt)],
        ]}
      />
      {proposal.object === "change_request" && (
        <ChangedTable before={proposal.before} after={proposal.after} />
      )}
      <DecideActs proposal={proposal} />
    </Card>
  );
}

function subjectOf(proposal: Proposed) {
  if (proposal.object === "money_decision")
    return <a href={`/console/payments/${proposal.subjectId}`}>{proposal.subjectId}</a>;
  if (proposal.object !== "change_request") return proposal.walletId;
  const { kind, subject, before, after } = proposal;
  if (kind === "RECOVER_OPERATOR" || kind === "UPDATE_OPERATOR")
    return <a href={`/console/team/${subject}`}>{`${before?.name}, ${before?.email}`}</a>;
  if (kind === "CREATE_OPERATOR" && subject !== null)
    return <a href={`/console/team/${subject}`}>{`${after?.name}, ${after?.email}`}</a>;
  return subject;
}
