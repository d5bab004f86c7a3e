import { useRead } from "../../../ui/api/reads.ts";
import type { Review } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { KybBadge, MerchantBadge } from "../merchants/state.tsx";
import { Decisions, ReviewActs } from "./acts.tsx";
import { ProfileFields } from "./profile.tsx";

/** A merchant's dossier: what it says beside the papers that prove it, what changed, and what was decided. */
export default function DossierPage({ params: { id = "" } }: PageProps) {
  const { kyb: t } = useTexts();
  const path = `/tenant/kyb/${encodeURIComponent(id)}`;
  const read = useRead<Review>(path);
  const merchant = read.data?.data.merchant;
  const title = merchant === undefined ? t.title : `${t.title} ${merchant.displayName}`;
  return (
    <Page title={title} above={<a href="/console/merchants">{t.allMerchants}</a>}>
      <Shown read={read} rows={8}>
        {({ data }) => (
          <>
            <Standing dossier={data} path={path} />
            <div class="cards">
              <Card title={t.form}>
                <ProfileFields dossier={data} />
              </Card>
              <Papers dossier={data} path={path} />
            </div>
            <Decisions dossier={data} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Standing({ dossier, path }: { readonly dossier: Review; readonly path: string }) {
  const { kyb: t } = useTexts();
  const { frame } = useUiTexts();
  const format = useFormat();
  const at = (instant: string | null): string | null => (instant === null ? null : format.moment(instant));
  const { merchant, requestedItems } = dossier;
  return (
    <Card title={t.standing} tools={<KybBadge status={dossier.status} />}>
      <Facts
        facts={[
          [frame.mode, frame[dossier.mode]],
          [
            t.account,
            <a key="merchant" href={`/console/merchants/${dossier.merchantId}?mode=${dossier.mode}`}>
              {merchant.displayName}
            </a>,
          ],
          [t.accountState, <MerchantBadge key="state" merchant={merchant} />],
          [t.country, merchant.countryCode],
          [t.submitted, at(dossier.submittedAt)],
          [t.reviewStarted, at(dossier.reviewStartedAt)],
          [t.decided, at(dossier.decidedAt)],
          [t.lastReason, dossier.decisionReason],
        ]}
      />
      {requestedItems.length > 0 && (
        <>
          <h3>{t.asked}</h3>
          <ul class="ids">
            {requestedItems.map(({ documentType, field, message }, index) => (
              <li key={`${index} ${message}`}>
                {documentType !== null &&
                  (t.papersOf[documentType as keyof typeof t.papersOf] ?? documentType)}
                {field !== null && (t.fields[field as keyof typeof t.fields] ?? field)} : {message}
              </li>
            ))}
          </ul>
        </>
      )}
      <ReviewActs dossier={dossier} path={path} />
    </Card>
  );
}

/** The papers, as downloads: nothing that a merchant uploaded is opened inside a page of ours. */
function Papers({ dossier, path }: { readonly dossier: Review; readonly path: string }) {
  const { kyb: t } = useTexts();
  const format = useFormat();
  const missing = dossier.requirements.filter(({ status }) => status === "MISSING");
  return (
    <Card title={t.papers}>
      {dossier.documents.length === 0 && <p>{t.noPapers}</p>}
      <ul class="ids">
        {dossier.documents.map(({ id, type, fileName, sizeBytes, createdAt, acceptedAt }) => (
          <li key={id}>
            <a href={`/api/v1${path}/documents/${id}/content`} download={fileName}>
              {t.papersOf[type]}
            </a>{" "}
            {fileName}, {t.size(format.count(Math.ceil(sizeBytes / BYTES_OF_KB)))}, {format.day(createdAt)}{" "}
            {acceptedAt === null && <Badge tone="warn" text={t.isNew} />}
          </li>
        ))}
      </ul>
      <p class="quiet">{t.opened}</p>
      {missing.length > 0 && (
        <>
          <h3>{t.missing}</h3>
          <ul class="ids">
            {missing.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>
                {t.papersOf[name as keyof typeof t.papersOf] ??
                  t.fields[name as keyof typeof t.fields] ??
                  name}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
const BYTES_OF_KB = 1_000;
