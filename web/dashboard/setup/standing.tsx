import type { Dossier } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";
import { isWritable, useMayWrite } from "./dossier.ts";

const tones: Readonly<Record<Dossier["status"], Tone>> = {
  DRAFT: "quiet",
  SUBMITTED: "warn",
  IN_REVIEW: "warn",
  INFO_REQUESTED: "warn",
  APPROVED: "good",
  REJECTED: "bad",
};
const stages = ["write", "sent", "review", "done"] as const;
const stageOf: Readonly<Record<Dossier["status"], (typeof stages)[number]>> = {
  DRAFT: "write",
  INFO_REQUESTED: "write",
  REJECTED: "write",
  SUBMITTED: "sent",
  IN_REVIEW: "review",
  APPROVED: "done",
};

/** Where the dossier stands, what happens next, and how long it usually takes. */
export function Standing({ dossier }: { readonly dossier: Dossier }) {
  const { setup: t } = useTexts();
  const { dossier: words } = useTexts();
  const format = useFormat();
  const root = useRoot();
  const mayWrite = useMayWrite();
  const { status, decisionReason, submittedAt, decidedAt } = dossier;
  const now = stages.indexOf(stageOf[status]);
  return (
    <Card title={t.next.title} tools={<Badge tone={tones[status]} text={words.states[status]} />}>
      <ol class="stages">
        {stages.map((stage, index) => (
          <li
            key={stage}
            class={index < now || status === "APPROVED" ? "is-done" : undefined}
            {...(index === now ? { "aria-current": "step" as const } : {})}
          >
            {t.stages[stage]}
          </li>
        ))}
      </ol>
      <p>{t.next[status]}</p>
      {(status === "REJECTED" || status === "APPROVED") && decisionReason !== null && (
        <p>
          <strong>{t.reason}</strong> {decisionReason}
        </p>
      )}
      <p class="quiet">
        {[
          submittedAt === null ? null : t.submittedAt(format.moment(submittedAt)),
          decidedAt === null ? null : t.decidedAt(format.moment(decidedAt)),
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      {!mayWrite && <p class="note">{t.readOnly}</p>}
      {mayWrite && status !== "APPROVED" && !isWritable(dossier) && <p class="note">{t.locked}</p>}
      {mayWrite && status === "APPROVED" && (
        <div class="actions">
          <a class="button quiet" href={`${root}/setup/change`}>
            {t.toChange}
          </a>
          <span class="quiet">{t.changeHint}</span>
        </div>
      )}
    </Card>
  );
}
