import { useRead } from "../../../ui/api/reads.ts";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { ProposalCard } from "../../approvals/later.ts";
import { useOperatorNames } from "../../approvals/names.ts";
import { type Proposed, pathOfId } from "../../approvals/proposed.ts";
import { useTexts } from "../../i18n/index.ts";

/** One proposal, open or decided. */
export default function ApprovalPage({ params: { id = "" } }: PageProps) {
  const { approvals: t } = useTexts();
  const names = useOperatorNames();
  const path = pathOfId(id);
  const read = useRead<Proposed>(path);
  return (
    <Page title={t.one} above={<a href="/console/approvals">{t.title}</a>}>
      {path === null ? (
        <p class="empty">{t.noSuch}</p>
      ) : (
        <Shown read={read} rows={6}>
          {({ data }) => <ProposalCard proposal={data} names={names} />}
        </Shown>
      )}
      {path !== null && <Notes subjectId={id} />}
    </Page>
  );
}
