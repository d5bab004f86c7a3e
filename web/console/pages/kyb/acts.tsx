import { useRead } from "../../../ui/api/reads.ts";
import type { Operator, Review } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useReader } from "../../../ui/app/reader.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Ask } from "../../parts/ask.tsx";

interface ActsProps {
  readonly dossier: Review;
  /** Of the dossier in the API. */
  readonly path: string;
}

/** The next step of a review. A decision takes two operators. */
export function ReviewActs({ dossier, path }: ActsProps) {
  const { kyb: t } = useTexts();
  const { dossier: words } = useTexts();
  const { status, merchant, proposedDecision } = dossier;
  const name = merchant.displayName;
  if (status === "SUBMITTED")
    return (
      <div class="actions">
        <Ask
          act="startKybReview"
          label={t.start}
          text={t.startText(name)}
          path={`${path}/start-review`}
          done={t.started}
          refusals={t.refusals}
        />
      </div>
    );
  if (status !== "IN_REVIEW") return null;
  return (
    <>
      {proposedDecision !== null && <Proposal dossier={dossier} path={path} />}
      <div class="actions">
        {proposedDecision === null && <Propose dossier={dossier} path={path} />}
        <Ask
          act="requestKybInfo"
          label={t.askPaper}
          text={t.askPaperText(name)}
          fields={[
            {
              name: "what",
              label: t.what,
              kind: "choice",
              options: [...Object.entries(words.papers), ...Object.entries(words.fields)],
            },
            { name: "message", label: t.words, hint: t.wordsHint },
          ]}
          path={`${path}/request-info`}
          bodyOf={({ what = "", message }) => ({
            items: [{ ...(what in words.papers ? { documentType: what } : { field: what }), message }],
          })}
          done={t.askedDone}
          refusals={t.refusals}
          isQuiet
        />
      </div>
    </>
  );
}

function Propose({ dossier, path }: ActsProps) {
  const { kyb: t } = useTexts();
  const isChange = dossier.change !== null && dossier.approvedAt !== null;
  const possible = Object.entries(t.decisions).filter(
    ([decision]) => decision === "APPROVE" || (decision === "DISMISS_CHANGE") === isChange,
  );
  return (
    <Ask
      act="proposeKybDecision"
      label={t.propose}
      text={t.proposeText(dossier.merchant.displayName)}
      fields={[
        { name: "decision", label: t.decision, kind: "choice", options: possible },
        { name: "reason", label: t.reason, hint: t.reasonHint },
      ]}
      path={`${path}/propose`}
      done={t.proposed}
      refusals={t.refusals}
    />
  );
}

/** What a colleague proposes; one's own proposal waits for somebody else. */
function Proposal({ dossier, path }: ActsProps) {
  const { kyb: t } = useTexts();
  const { account } = useReader();
  const format = useFormat();
  const open = dossier.proposedDecision;
  if (open === null) return null;
  const isOwn = open.proposedBy === account.id;
  const body = () => ({ decisionId: open.id });
  const common = { bodyOf: body, refusals: t.refusals } as const;
  return (
    <div class="problem is-unknown">
      <p>
        <strong>{t.decisions[open.decision]}.</strong> {open.reason}
      </p>
      <p class="quiet">{format.moment(open.proposedAt)}</p>
      {isOwn ? <OthersWhoConfirm ownId={account.id} /> : null}
      <div class="actions">
        {!isOwn && (
          <Ask
            {...common}
            act="confirmKybDecision"
            label={t.confirm}
            text={t.confirmText(t.decisions[open.decision], dossier.merchant.displayName)}
            path={`${path}/confirm`}
            done={t.confirmed}
          />
        )}
        <Ask
          {...common}
          act="withdrawKybDecision"
          label={isOwn ? t.withdraw : t.refuse}
          text={t.withdrawText}
          path={`${path}/withdraw`}
          done={t.withdrawn}
          isQuiet
        />
      </div>
    </div>
  );
}

/** Who else can confirm: whoever reviews dossiers. Without the right to see the team, it says so without names. */
function OthersWhoConfirm({ ownId }: { readonly ownId: string }) {
  const { kyb: t } = useTexts();
  const may = useMay();
  const read = useRead<readonly Operator[]>(may("tenant.team.read") ? "/tenant/operators" : null);
  const names = (read.data?.data ?? [])
    .filter(
      ({ id, status, permissions }) => id !== ownId && status === "ACTIVE" && permissions.includes(REVIEWS),
    )
    .map(({ name }) => name);
  return <p>{names.length === 0 ? t.yours : t.yoursWaits(names.join(", "))}</p>;
}
const REVIEWS = "tenant.kyb.manage";

/** What was proposed and decided before, newest first. */
export function Decisions({ dossier: { decisions } }: { readonly dossier: Review }) {
  const { kyb: t } = useTexts();
  const format = useFormat();
  return (
    <Card title={t.past}>
      {decisions.length === 0 && <p>{t.noPast}</p>}
      <ul class="ids">
        {decisions.map(({ id, decision, status, reason, proposedAt, proposedBy, endedBy }) => (
          <li key={id}>
            {format.moment(proposedAt)} <strong>{t.decisions[decision]}</strong>, {t.ends[status]}. {reason}{" "}
            <code>{proposedBy}</code> {endedBy !== null && <code>{endedBy}</code>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
