import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { AuditEntry, Review } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";

/** Opened last; the rest is in the audit log. */
const SHOWN_MAX = 20;

/** Which operator opened which paper, and when. */
export function Openings({ dossier: { merchantId, mode, documents } }: { readonly dossier: Review }) {
  const { kyb: t } = useTexts();
  const { dossier: words } = useTexts();
  const format = useFormat();
  const asked = { action: "kyb_document.downloaded", merchantId, mode };
  const read = useRead<readonly AuditEntry[]>(`/tenant/audit${queryOf({ ...asked, limit: SHOWN_MAX })}`);
  const nameOf = (id: string): string => {
    const type = documents.find((paper) => paper.id === id)?.type;
    return type === undefined ? id : words.papers[type];
  };
  return (
    <Card title={t.openings} tools={<a href={`/console/audit${queryOf(asked)}`}>{t.allOpenings}</a>}>
      <Shown read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t.noOpenings}</p>
          ) : (
            <ul class="ids">
              {data.map(({ id, actor, actorName, subject, createdAt }) => (
                <li key={id}>
                  {format.moment(createdAt)} <strong>{actorName ?? actor}</strong>, {nameOf(subject)}
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}
