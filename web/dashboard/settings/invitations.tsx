import { useState } from "preact/hooks";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { MemberInvitation as Invitation, IssuedInvitation } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { Id } from "../../ui/parts/id.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";

const tones: Readonly<Record<Invitation["status"], Tone>> = {
  OPEN: "warn",
  EXPIRED: "bad",
  ACCEPTED: "good",
  REVOKED: "quiet",
};

interface InvitationsProps {
  readonly path: string;
  readonly invitations: readonly Invitation[];
  readonly onDone: () => void;
}

/** Links by which somebody may still join: sent again, or taken back. */
export function Invitations({ path, invitations, onDone }: InvitationsProps) {
  const { team: t } = useTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const mayManage = useMay()("merchant.team.manage");
  const act = useSubmission<IssuedInvitation>();
  /** Of an invitation renewed where no mail can leave; shown once. */
  const [link, setLink] = useState<string | null>(null);
  const send = async (id: string, method: "POST" | "DELETE") => {
    const isRenewal = method === "POST";
    const answer = await act.send(`${path}/${id}${isRenewal ? "/renew" : ""}`, {
      method,
      ...(isRenewal ? { body: {} } : {}),
    });
    if (answer === null) return;
    const url = isRenewal ? answer.data.url : null;
    setLink(url);
    announce(url !== null ? t.link : isRenewal ? t.sent : t.revoked);
    onDone();
  };
  const columns: readonly Column<Invitation>[] = [
    { head: t.email, cell: ({ email }) => email, card: "lead" },
    {
      head: t.state,
      cell: ({ status }) => <Badge tone={tones[status]} text={t.states[status]} />,
      card: "side",
    },
    { head: t.until, cell: ({ expiresAt }) => format.shortMoment(expiresAt), card: "quiet" },
  ];
  const acts: Column<Invitation> = {
    head: t.change,
    cell: ({ id, status, email }) =>
      (status === "OPEN" || status === "EXPIRED") && (
        <span class="actions">
          <button
            type="button"
            class="quiet small whole"
            aria-label={`${t.renew} ${email}`}
            onClick={() => void send(id, "POST")}
          >
            {t.renew}
          </button>
          <button
            type="button"
            class="quiet small whole"
            aria-label={`${t.revoke} ${email}`}
            onClick={() => void send(id, "DELETE")}
          >
            {t.revoke}
          </button>
        </span>
      ),
    card: "quiet",
  };
  if (invitations.length === 0) return <p>{t.noInvitation}</p>;
  return (
    <>
      <SubmissionProblem act={act} texts={t.problems} />
      {link !== null && (
        <div class="note">
          <p>{t.link}</p>
          <p>
            <Id id={link} />
          </p>
        </div>
      )}
      <Table
        caption={t.invitations}
        rows={invitations}
        keyOf={({ id }) => id}
        columns={mayManage ? [...columns, acts] : columns}
      />
    </>
  );
}
