import "./links.css";
import { useRead } from "../../../ui/api/reads.ts";
import type { Charge, PaymentLink } from "../../../ui/api/views.ts";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Card } from "../../../ui/parts/card.tsx";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { ShareButton } from "../../../ui/parts/share.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useChargeColumns } from "../../../ui/payment/columns.tsx";
import { useTexts } from "../../i18n/index.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { useRoot } from "../../root.ts";
import { useLimitsText, usePriceText } from "./price-text.ts";
import { LinkState } from "./state.tsx";

/** One link: what it took, its address and code to share or print, and who paid by it. */
export default function LinkPage({ params: { id = "" } }: PageProps) {
  const { links: t } = useTexts();
  const root = useRoot();
  const read = useRead<PaymentLink>(`/payments/links/${encodeURIComponent(id)}`);
  const link = read.data?.data;
  const paid = { paymentLinkId: id };
  const path = "/payments/charges";
  return (
    <Page
      title={link?.title ?? t.one}
      above={<a href={`${root}/links`}>{t.all}</a>}
      tools={link === undefined ? undefined : <Acts link={link} />}
    >
      <Shown read={read}>{({ data }) => <LinkHead link={data} />}</Shown>
      <Card title={t.payments}>
        <List<Charge>
          caption={t.payments}
          path={path}
          query={paid}
          columns={useChargeColumns()}
          keyOf={(charge) => charge.id}
          hrefOf={({ paymentIntentId }) => `${root}/payments/${paymentIntentId}`}
          empty={<p>{t.noPayments}</p>}
          tools={<ExportButton path={path} query={paid} />}
        />
      </Card>
      <Notes subjectId={id} />
      {link !== undefined && <Json value={link} />}
    </Page>
  );
}

function LinkHead({ link }: { readonly link: PaymentLink }) {
  const { links: t } = useTexts();
  const format = useFormat();
  const limits = useLimitsText()(link);
  const { amount, amountSuggestions, quantityMax, currency } = link;
  // Payers who choose pay different sums: the list of payments below tells them.
  const taken = amount === null || quantityMax !== null ? null : BigInt(amount) * BigInt(link.usesCount);
  const title = link.title ?? link.slug;
  return (
    <section class="card link-head" aria-label={title}>
      <p class="amount">{usePriceText()(link)}</p>
      <LinkState link={link} />
      {link.description !== null && <p>{link.description}</p>}
      <Facts
        facts={[
          [t.uses, t.usesOf(link.usesCount, link.maxUses)],
          ...(taken === null ? [] : [[t.takings, format.amount(taken.toString(), currency)] as const]),
          ...(limits === null ? [] : [[t.limits, limits] as const]),
          ...(amountSuggestions === null
            ? []
            : [
                [
                  t.suggestions,
                  amountSuggestions.map((one) => format.amount(one, currency)).join(" · "),
                ] as const,
              ]),
          [t.reference, link.reference],
          [t.created, format.moment(link.createdAt)],
          [t.expires, link.expiresAt === null ? t.never : format.moment(link.expiresAt)],
        ]}
      />
      <figure class="qr">
        {/* The code comes from our own origin, whatever the public address is called. */}
        <img src={new URL(link.share.qrSvgUrl).pathname} alt={t.qr(title)} width="220" height="220" />
        <figcaption>
          <a href={link.url}>{link.url}</a>{" "}
          <ShareButton url={link.url} title={title} label={{ share: t.share, copy: t.copy }} />
        </figcaption>
      </figure>
    </section>
  );
}

function Acts({ link }: { readonly link: PaymentLink }) {
  const { links: t } = useTexts();
  const path = `/payments/links/${link.id}`;
  const change = (linkStatus: string, label: string) => (
    <ActButton
      label={label}
      text={link.title ?? link.url}
      path={path}
      sent={{ method: "PATCH", body: { linkStatus } }}
      done={t.changed}
    />
  );
  return (
    <>
      <button type="button" onClick={() => print()}>
        {t.print}
      </button>
      {link.linkStatus === "ACTIVE" && change("PAUSED", t.pause)}
      {link.linkStatus === "PAUSED" && change("ACTIVE", t.resume)}
      {(link.linkStatus === "ACTIVE" || link.linkStatus === "PAUSED") && (
        <ActButton label={t.end} text={t.endText} path={`${path}/cancel`} done={t.changed} />
      )}
    </>
  );
}
