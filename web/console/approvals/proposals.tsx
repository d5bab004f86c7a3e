import { useRead } from "../../ui/api/reads.ts";
import type { ChangeRequest } from "../../ui/api/views.ts";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { useTexts } from "../i18n/index.ts";
import { isProposal } from "../parts/is-proposal.ts";
import { ProposalCard } from "./later.ts";
import { useOperatorNames } from "./names.ts";

/** Says what became of a change: it is done, or waits for another operator. */
export function useSayChanged(): (data: unknown, done: string) => void {
  const { approvals } = useTexts();
  const announce = useAnnounce();
  return (data, done) => announce(isProposal(data) ? approvals.proposed : done);
}

interface ProposalsProps {
  /** The object that would change; null: every object of these kinds. */
  readonly subject: string | null;
  readonly kinds: readonly ChangeRequest["kind"][];
}

/** What waits for a second operator here. Shows nothing while nothing waits, and to a reader who may not see it. */
export function Proposals({ subject, kinds }: ProposalsProps) {
  const names = useOperatorNames();
  const about = subject === null ? "" : `&subject=${encodeURIComponent(subject)}`;
  const read = useRead<readonly ChangeRequest[]>(
    `/tenant/change-requests?status=PROPOSED&pageSize=100${about}`,
  );
  return (
    <>
      {(read.data?.data ?? [])
        .filter(({ kind }) => kinds.includes(kind))
        .map((request) => (
          <ProposalCard key={request.id} proposal={request} names={names} />
        ))}
    </>
  );
}
