import type { Dossier, Paper } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { validityOf } from "../../ui/dossier/validity.ts";
import { Validity } from "../../ui/dossier/validity-badge.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { useTexts } from "../i18n/index.ts";
import { ActButton } from "../parts/act-button.tsx";
import { FileButton } from "../parts/file-button.tsx";
import { isWritable, useMayWrite, useNames, usePapers } from "./dossier.ts";
import { PaperUpload } from "./later.ts";
import { documentPath } from "./paths.ts";

/** Every paper that the dossier needs, with the files that were sent for it. */
export function Papers({ dossier }: { readonly dossier: Dossier }) {
  const { setup: t } = useTexts();
  const nameOf = useNames(dossier);
  const papers = usePapers();
  const needed = dossier.requirements.filter(({ kind }) => kind === "DOCUMENT");
  const types = needed.map(({ name }) => name);
  const done = needed.filter(({ status }) => status === "PROVIDED").length;
  const ending = useEnding(dossier);
  const mayWrite = useMayWrite();
  return (
    <Card title={t.papers} tools={<span class="quiet">{t.factsDone(done, needed.length)}</span>}>
      {mayWrite && (papers.data?.data ?? []).some(ending) && <p class="note is-warning">{t.papersEnd}</p>}
      {isWritable(dossier) && <p class="quiet">{t.papersHint}</p>}
      <Shown read={papers} rows={4}>
        {({ data }) => (
          <ul class="needs">
            {types.map((type) => (
              <PaperItem
                key={type}
                dossier={dossier}
                type={type}
                name={nameOf(type)}
                papers={data.filter((paper) => paper.type === type)}
              />
            ))}
            <PaperItem
              dossier={dossier}
              type="OTHER"
              name={nameOf("OTHER")}
              papers={data.filter(({ type }) => !types.includes(type))}
              isOptional
            />
          </ul>
        )}
      </Shown>
    </Card>
  );
}

interface PaperItemProps {
  readonly dossier: Dossier;
  readonly type: string;
  readonly name: string;
  readonly papers: readonly Paper[];
  readonly isOptional?: boolean;
}

/** Whether a paper of an approved dossier ends soon or has ended: a new one can be handed in without a review of the rest. */
function useEnding({ status }: Dossier): (paper: Paper) => boolean {
  const nowMs = useNow();
  return ({ expiresOn, acceptedAt }) => {
    const validity = validityOf(expiresOn, nowMs);
    return status === "APPROVED" && acceptedAt !== null && (validity === "SOON" || validity === "ENDED");
  };
}

function PaperItem({ dossier, type, name, papers, isOptional = false }: PaperItemProps) {
  const { setup: t } = useTexts();
  const { query } = useAddress();
  const mayWrite = useMayWrite() && isWritable(dossier);
  const ending = useEnding(dossier);
  const mayReplace =
    useMayWrite() &&
    papers.some((paper) => ending(paper) || (dossier.status === "APPROVED" && paper.refusedAt !== null));
  return (
    <li>
      <div class="need">
        <h3>{name}</h3>
        {papers.some(({ refusedAt }) => refusedAt === null) ? (
          <Badge tone="good" text={t.provided} />
        ) : (
          !isOptional && <Badge tone="warn" text={t.missing} />
        )}
      </div>
      {papers.map((paper) => (
        <PaperFile key={paper.id} paper={paper} name={name} mayDelete={mayWrite || mayReplace} />
      ))}
      {(mayWrite || mayReplace) && <PaperUpload type={type} name={name} isOpen={query.open === type} />}
    </li>
  );
}

interface PaperFileProps {
  readonly paper: Paper;
  readonly name: string;
  readonly mayDelete: boolean;
}

/** A file that was sent: to download, and to delete as long as no approval rests on it. */
export function PaperFile({ paper, name, mayDelete }: PaperFileProps) {
  const { setup: t, dossier: words } = useTexts();
  const format = useFormat();
  const { id, fileName, sizeBytes, createdAt, acceptedAt, refusedAt, refusalReason, expiresOn } = paper;
  return (
    <div class="paper">
      <p>
        <bdi>{fileName}</bdi>{" "}
        <span class="quiet">{t.kilobytes(format.count(Math.ceil(sizeBytes / BYTES_OF_KB)))}</span>{" "}
        <span class="quiet">{format.moment(createdAt)}</span>{" "}
        {acceptedAt !== null && <Badge tone="good" text={t.accepted} />}
        {refusedAt !== null && <Badge tone="bad" text={t.refused} />}{" "}
        <Validity expiresOn={expiresOn} words={words} />
      </p>
      {refusalReason !== null && <p>{refusalReason}</p>}
      <div class="actions">
        <FileButton text={t.download} about={name} path={`${documentPath(id)}/content`} name={fileName} />
        {mayDelete && acceptedAt === null && (
          <ActButton
            label={t.remove}
            about={name}
            text={t.removeText}
            path={documentPath(id)}
            sent={{ method: "DELETE" }}
            done={t.removed}
            texts={t.refusals}
          />
        )}
      </div>
    </div>
  );
}
const BYTES_OF_KB = 1_000;
