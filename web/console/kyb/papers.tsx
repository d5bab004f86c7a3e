import type { Review } from "../../ui/api/views.ts";
import { Validity } from "../../ui/dossier/validity-badge.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";

interface PapersProps {
  readonly dossier: Review;
  /** Of the dossier in the API. */
  readonly path: string;
}

/** The papers, the newest first, as downloads: nothing that a merchant uploaded is opened inside a page of ours. */
export function Papers({ dossier, path }: PapersProps) {
  const { kyb: t } = useTexts();
  const { dossier: words } = useTexts();
  const missing = dossier.requirements.filter(({ status }) => status === "MISSING");
  return (
    <Card title={t.papers}>
      {dossier.documents.length === 0 && <p>{t.noPapers}</p>}
      <ul class="papers">
        {[...dossier.documents].reverse().map((paper) => (
          <Paper
            key={paper.id}
            paper={paper}
            isSingle={dossier.status === "APPROVED"}
            path={`${path}/documents/${paper.id}`}
          />
        ))}
      </ul>
      <p class="quiet">{t.opened}</p>
      {missing.length > 0 && (
        <>
          <h3>{t.missing}</h3>
          <ul class="ids">
            {missing.map(({ key }) => (
              <li key={key}>{words.requirements[key]}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

interface PaperProps {
  readonly paper: Review["documents"][number];
  /** It is decided about alone: no review is under way that accepts it with its dossier. */
  readonly isSingle: boolean;
  readonly path: string;
}

function Paper({ paper, isSingle, path }: PaperProps) {
  const { kyb: t } = useTexts();
  const { dossier: words } = useTexts();
  const format = useFormat();
  const { type, fileName, sizeBytes, createdAt, acceptedAt, refusedAt, refusalReason, expiresOn } = paper;
  const isNew = acceptedAt === null && refusedAt === null;
  return (
    <li>
      <p>
        <a href={`/api/v1${path}/content`} download={fileName}>
          {words.papers[type]}
        </a>{" "}
        {isNew && <Badge tone="warn" text={t.isNew} />}
        {refusedAt !== null && <Badge tone="bad" text={t.refusedPaper} />}{" "}
        <Validity expiresOn={expiresOn} words={words} />
      </p>
      <p class="quiet">
        <bdi>{fileName}</bdi>, {t.size(format.count(Math.ceil(sizeBytes / BYTES_OF_KB)))},{" "}
        {format.day(createdAt)}
      </p>
      {refusalReason !== null && <p>{refusalReason}</p>}
      {isNew && isSingle && <Decide name={words.papers[type]} path={path} />}
      <Ask
        act="setDossierDocumentExpiry"
        label={t.setExpiry}
        text={t.setExpiryText(words.papers[type])}
        fields={[
          { name: "expiresOn", label: t.expiresOn, hint: t.expiresOnHint, kind: "date", isOptional: true },
        ]}
        path={path}
        method="PATCH"
        bodyOf={({ expiresOn: day }) => ({ expiresOn: day ?? null })}
        done={t.expirySet}
        isQuiet
      />
    </li>
  );
}

/** A paper that was handed in after the approval: accepted, or refused with a reason. */
function Decide({ name, path }: { readonly name: string; readonly path: string }) {
  const { kyb: t } = useTexts();
  return (
    <>
      <Ask
        act="acceptDossierDocument"
        label={t.acceptPaper}
        text={t.acceptPaperText(name)}
        path={`${path}/accept`}
        done={t.paperAccepted}
        isQuiet
      />
      <Ask
        act="refuseDossierDocument"
        label={t.refusePaper}
        text={t.refusePaperText(name)}
        fields={[{ name: "reason", label: t.reason, hint: t.wordsHint, lengthMax: 500 }]}
        path={`${path}/refuse`}
        done={t.paperRefused}
        isQuiet
      />
    </>
  );
}

const BYTES_OF_KB = 1_000;
