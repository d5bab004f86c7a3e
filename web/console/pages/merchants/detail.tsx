import type { Mode } from "../../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../../ui/api/reads.ts";
import type { AuditEntry, Merchant } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Choice } from "../../../ui/parts/field.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { AuditAction, AuditActor } from "../../parts/audit-action.tsx";
import { MerchantActs } from "./acts.tsx";
import { Endpoints, Keys } from "./keys.tsx";
import { Fees, Volumes, Wallets } from "./money.tsx";
import { People } from "./people.tsx";
import { KybBadge, MerchantBadge } from "./state.tsx";

/** One merchant, in the mode of the address. */
export default function MerchantPage({ params: { id = "" } }: PageProps) {
  const { merchants: t } = useTexts();
  const { frame } = useUiTexts();
  const { query, set } = useAddress();
  const may = useMay();
  const mode: Mode = query.mode === "SANDBOX" ? "SANDBOX" : "LIVE";
  const path = `/tenant/merchants/${encodeURIComponent(id)}`;
  const read = useRead<Merchant>(`${path}?mode=${mode}`);
  return (
    <Page title={read.data?.data.displayName ?? t.one} above={<a href="/console/merchants">{t.title}</a>}>
      <Choice
        label={frame.mode}
        value={mode}
        options={[
          ["LIVE", frame.LIVE],
          ["SANDBOX", frame.SANDBOX],
        ]}
        onChange={(chosen) => set({ mode: chosen })}
      />
      <Shown read={read} rows={6}>
        {({ data }) => <Standing merchant={data} path={path} />}
      </Shown>
      {may("tenant.payments.read") && (
        <>
          <Volumes merchantId={id} mode={mode} />
          <Wallets path={path} mode={mode} />
        </>
      )}
      <People path={path} />
      <Keys path={path} mode={mode} />
      {may("tenant.payments.read") && <Endpoints path={path} mode={mode} />}
      {read.data !== undefined && may("tenant.fees.read") && (
        <Fees mode={mode} currencies={read.data.data.wallets.map(({ currency }) => currency)} />
      )}
      <Notes subjectId={id} />
      {may("tenant.audit.read") && <History merchantId={id} />}
    </Page>
  );
}

function Standing({ merchant, path }: { readonly merchant: Merchant; readonly path: string }) {
  const { merchants: t } = useTexts();
  const { frame } = useUiTexts();
  const may = useMay();
  const format = useFormat();
  return (
    <Card title={t.standing} tools={<MerchantBadge merchant={merchant} />}>
      <Facts
        facts={[
          [t.legalName, merchant.legalName],
          [t.country, format.country(merchant.countryCode)],
          [t.contact, [merchant.supportEmail, merchant.supportPhone].filter(Boolean).join(", ")],
          [t.message, merchant.messageToMerchant],
          [t.since, format.day(merchant.createdAt)],
          [t.identifier, <Id key="id" id={merchant.id} />],
        ]}
      />
      <ul class="ids">
        {merchant.dossiers.map(({ id, mode, status }) => (
          <li key={id}>
            {may("tenant.kyb.read") ? (
              <a href={`/console/kyb/${id}`}>
                {t.dossier}, {frame[mode]}
              </a>
            ) : (
              `${t.dossier}, ${frame[mode]}`
            )}{" "}
            <KybBadge status={status} />
          </li>
        ))}
      </ul>
      <MerchantActs merchant={merchant} path={path} />
    </Card>
  );
}

const HISTORY_ROWS = 10;

function History({ merchantId }: { readonly merchantId: string }) {
  const { merchants: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly AuditEntry[]>(`/tenant/audit?merchantId=${merchantId}&limit=${HISTORY_ROWS}`);
  return (
    <Card title={t.history} tools={<a href={`/console/audit?merchantId=${merchantId}`}>{t.allHistory}</a>}>
      <Shown read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t.noHistory}</p>
          ) : (
            <ul class="ids">
              {data.map((entry) => (
                <li key={entry.id}>
                  {format.shortMoment(entry.createdAt)} <AuditAction action={entry.action} />{" "}
                  <AuditActor entry={entry} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}
