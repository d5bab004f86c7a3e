import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { ChangeRequest } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

/** Whether an answer says that the change waits for a second operator. Pure. */
const isProposal = (data: unknown): data is ChangeRequest =>
  typeof data === "object" && data !== null && "object" in data && data.object === "change_request";

/** Says what became of a change: it is done, or waits for another operator. */
export function useSayChanged(): (data: unknown, done: string) => void {
  const { proposals } = useTexts();
  const announce = useAnnounce();
  return (data, done) => announce(isProposal(data) ? proposals.proposed : done);
}

interface ProposalsProps {
  /** The object that would change; null: every object of these kinds. */
  readonly subject: string | null;
  readonly kinds: readonly ChangeRequest["kind"][];
}

/** What waits for a second operator here. Shows nothing while nothing waits, and to a reader who may not see it. */
export function Proposals({ subject, kinds }: ProposalsProps) {
  const { proposals: t } = useTexts();
  const about = subject === null ? "" : `&subject=${encodeURIComponent(subject)}`;
  const read = useRead<readonly ChangeRequest[]>(
    `/tenant/change-requests?status=PROPOSED&pageSize=100${about}`,
  );
  const waiting = (read.data?.data ?? []).filter(({ kind }) => kinds.includes(kind));
  if (waiting.length === 0) return null;
  return (
    <Card title={t.title}>
      <ul class="proposals">
        {waiting.map((request) => (
          <li key={request.id}>
            <Proposal request={request} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Proposal({ request }: { readonly request: ChangeRequest }) {
  const { proposals: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const act = useSubmission();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const decide = async (verb: "confirm" | "refuse" | "withdraw") => {
    const body = verb === "refuse" ? { body: {} } : {};
    const answer = await act.send(`/tenant/change-requests/${request.id}/${verb}`, {
      method: "POST",
      ...body,
    });
    if (answer === null) return;
    announce(t.decided[verb]);
    await readAgain();
  };
  return (
    <>
      <p>
        <strong>{t.kinds[request.kind]}</strong> <code>{request.subject ?? ""}</code>{" "}
        <span class="quiet">{t.until(format.moment(request.expiresAt))}</span>
      </p>
      <details>
        <summary>{t.content}</summary>
        <div class="cards">
          <Said title={t.before} value={request.before} />
          <Said title={t.after} value={request.after} />
        </div>
      </details>
      <div class="actions">
        <button type="button" disabled={act.isSending} onClick={() => void decide("confirm")}>
          {act.isSending ? words.sending : t.confirm}
        </button>
        <button type="button" class="quiet" disabled={act.isSending} onClick={() => void decide("refuse")}>
          {t.refuse}
        </button>
        <button type="button" class="quiet" disabled={act.isSending} onClick={() => void decide("withdraw")}>
          {t.withdraw}
        </button>
      </div>
      <SubmissionProblem act={act} texts={t.problems} />
    </>
  );
}

function Said({ title, value }: { readonly title: string; readonly value: ChangeRequest["before"] }) {
  return (
    <section>
      <h3>{title}</h3>
      <pre class="json">{value === null ? "–" : JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
