import { useRead } from "../../../ui/api/reads.ts";
import type { Review } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import type { DossierTexts } from "../../../ui/i18n/types.ts";
import { Notes } from "../../../ui/notes/later.ts";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { later } from "../../../ui/parts/later.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Papers } from "../../kyb/papers.tsx";
import { HolderCard } from "../../parts/holding.ts";
import { KybBadge, MerchantBadge } from "../merchants/state.tsx";
import { ProfileFields } from "./profile.tsx";

const ReviewActs = later(async () => (await import("./acts.tsx")).ReviewActs);
const Decisions = later(async () => (await import("./acts.tsx")).Decisions);
const Openings = later(async () => (await import("../../kyb/openings.tsx")).Openings);

/** A merchant's dossier: what it says beside the papers that prove it, what changed, and what was decided. */
export default function DossierPage({ params: { id = "" } }: PageProps) {
  const { kyb: t } = useTexts();
  const path = `/tenant/kyb/${encodeURIComponent(id)}`;
  const read = useRead<Review>(path);
  const merchant = read.data?.data.merchant;
  const title = merchant === undefined ? t.title : `${t.title} ${merchant.displayName}`;
  return (
    <Page title={title} above={<a href="/console/kyb">{t.list}</a>}>
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
            <Openings dossier={data} />
            <Decisions dossier={data} />
          </>
        )}
      </Shown>
      <HolderCard id={`DOSSIER:${id}`} />
      <Notes subjectId={id} />
    </Page>
  );
}

function Standing({ dossier, path }: { readonly dossier: Review; readonly path: string }) {
  const { kyb: t } = useTexts();
  const { frame } = useUiTexts();
  const { dossier: words } = useTexts();
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
          [t.country, format.country(merchant.countryCode)],
          [t.submitted, at(dossier.submittedAt)],
          [t.reviewStarted, at(dossier.reviewStartedAt)],
          [t.decided, at(dossier.decidedAt)],
          [t.lastReason, dossier.decisionReason],
          [t.note, dossier.note],
        ]}
      />
      {requestedItems.length > 0 && (
        <>
          <h3>{t.asked}</h3>
          <ul class="ids">
            {requestedItems.map(({ documentType, field, message, status }, index) => (
              <li key={`${index} ${message}`}>
                {namesOf(words, documentType, field)}
                {message} {status === "PROVIDED" && <Badge tone="good" text={t.provided} />}
              </li>
            ))}
          </ul>
        </>
      )}
      <ReviewActs dossier={dossier} path={path} />
    </Card>
  );
}

/** What a question is about, before its words. Pure. */
function namesOf(words: DossierTexts, documentType: string | null, field: string | null): string {
  const known: Readonly<Record<string, string>> = { ...words.papers, ...words.fields };
  return [documentType, field]
    .filter((name) => name !== null)
    .map((name) => `${known[name] ?? name}. `)
    .join("");
}
