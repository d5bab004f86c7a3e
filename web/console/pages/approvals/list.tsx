import { ApiProblem } from "../../../ui/api/problem.ts";
import { useRead } from "../../../ui/api/reads.ts";
import type { QueueEntry } from "../../../ui/api/views.ts";
import { Card } from "../../../ui/parts/card.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { ProposalCard } from "../../approvals/later.ts";
import { useOperatorNames } from "../../approvals/names.ts";
import { openLists, type Proposed } from "../../approvals/proposed.ts";
import { useTexts } from "../../i18n/index.ts";

/** Everything that one operator proposed and another has to confirm, the oldest of each area first. */
export default function ApprovalsPage() {
  const { approvals: t } = useTexts();
  const names = useOperatorNames();
  const [money, changes, corrections] = openLists;
  const reads = [
    useRead<readonly Proposed[]>(money),
    useRead<readonly Proposed[]>(changes),
    useRead<readonly Proposed[]>(corrections),
  ];
  const dossiers = useRead<readonly QueueEntry[]>("/tenant/kyb?status=IN_REVIEW&pageSize=100");
  const decided = dossiers.data?.data.filter(({ hasProposal }) => hasProposal) ?? [];
  const isKnown = [...reads, dossiers].every(({ data, error }) => data !== undefined || isHidden(error));
  const count = reads.reduce((total, { data }) => total + (data?.data.length ?? 0), decided.length);
  return (
    <Page title={t.title}>
      <p class="quiet">{t.says}</p>
      {isKnown && count === 0 && (
        <div class="empty">
          <p>{t.empty}</p>
        </div>
      )}
      {reads
        .filter(({ error }) => !isHidden(error))
        .map((read, index) => (
          <Shown key={openLists[index]} read={read}>
            {({ data }) => (
              <div class="shown">
                {data.toReversed().map((proposal) => (
                  <ProposalCard key={proposal.id} proposal={proposal} names={names} />
                ))}
              </div>
            )}
          </Shown>
        ))}
      {decided.length > 0 && (
        <Card title={t.dossiers}>
          <ul class="ids">
            {decided.map(({ id, displayName }) => (
              <li key={id}>
                <a href={`/console/kyb/${id}`}>{displayName}</a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

/** Areas that the reader may not see are left out. */
const isHidden = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === "INSUFFICIENT_PERMISSIONS";
