import { useRead } from "../../ui/api/reads.ts";
import type { MoneyDecision } from "../../ui/api/views.ts";
import { Shown } from "../../ui/parts/shown.tsx";
import { ProposalCard } from "../approvals/later.ts";
import { useOperatorNames } from "../approvals/names.ts";

/** What was proposed and decided about this money, by whom and why, the newest first. Nothing when nothing was. */
export function Decisions({ subjectId }: { readonly subjectId: string }) {
  const names = useOperatorNames();
  const read = useRead<readonly MoneyDecision[]>(
    `/tenant/money-decisions?subjectId=${encodeURIComponent(subjectId)}`,
  );
  return (
    <Shown read={read} rows={2}>
      {({ data }) => (
        <>
          {data.map((decision) => (
            <ProposalCard key={decision.id} proposal={decision} names={names} />
          ))}
        </>
      )}
    </Shown>
  );
}
