import { useRead } from "../../../ui/api/reads.ts";
import type { Beneficiary, Payout } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Card } from "../../../ui/parts/card.tsx";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Maker } from "../../parts/maker.tsx";
import { useRoot } from "../../root.ts";
import { usePayoutColumns } from "../payouts/columns.tsx";
import { accountText, BeneficiaryState, CoolOff, payableFrom } from "./state.tsx";

/** One beneficiary: whose account it is, from when on it can be paid, and what was paid to it. */
export default function BeneficiaryPage({ params: { id = "" } }: PageProps) {
  const { beneficiaries: t } = useTexts();
  const { payment } = useUiTexts();
  const root = useRoot();
  const format = useFormat();
  const read = useRead<Beneficiary>(`/payments/beneficiaries/${encodeURIComponent(id)}`);
  const known = read.data?.data;
  const paid = { beneficiaryId: id };
  const path = "/payments/payouts";
  return (
    <Page
      title={known?.name ?? t.title}
      above={<a href={`${root}/beneficiaries`}>{t.all}</a>}
      tools={
        known === undefined ? undefined : (
          <>
            {known.status === "ACTIVE" && (
              <a class="button" href={`${root}/payouts/new?to=${known.id}`}>
                {t.pay}
              </a>
            )}
            {known.status === "PENDING_VERIFICATION" && known.nameCheck === "NOT_KNOWN" && (
              <ActButton
                label={t.vouch}
                text={t.vouchText(known.name)}
                path={`/payments/beneficiaries/${known.id}/approve`}
                done={t.vouched}
                texts={t.refusals}
                isQuiet={false}
              />
            )}
            {known.status !== "DISABLED" && (
              <ActButton
                label={t.remove}
                text={t.removeText(known.name)}
                path={`/payments/beneficiaries/${known.id}`}
                sent={{ method: "DELETE" }}
                done={t.removed}
              />
            )}
          </>
        )
      }
    >
      <Shown read={read}>
        {({ data }) => (
          <section class="card" aria-label={data.name}>
            <BeneficiaryState beneficiary={data} />
            <Facts
              facts={[
                [t.account, accountText(data)],
                [t.currency, data.currency],
                [t.check, t.checks[data.nameCheck]],
                [t.registered, data.registeredName],
                [t.vouchedBy, data.approvedBy === null ? null : <Maker key="by" id={data.approvedBy} />],
                [t.why, data.rejectionReason],
                [t.from, payableFrom(data) === null ? null : <CoolOff key="from" beneficiary={data} />],
                [payment.reference, data.reference],
                [t.created, format.moment(data.createdAt)],
                ["Id", <Id key="id" id={data.id} />],
              ]}
            />
          </section>
        )}
      </Shown>
      <Card title={t.payouts}>
        <List<Payout>
          caption={t.payouts}
          path={path}
          query={paid}
          columns={usePayoutColumns()}
          keyOf={(payout) => payout.id}
          hrefOf={(payout) => `${root}/payouts/${payout.id}`}
          empty={<p>{t.noPayouts}</p>}
          tools={<ExportButton path={path} query={paid} />}
        />
      </Card>
      <Notes subjectId={id} />
    </Page>
  );
}
