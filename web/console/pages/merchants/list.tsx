import type { Merchant } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import type { Filter } from "../../../ui/parts/filters.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Ask } from "../../parts/ask.tsx";
import { KybBadge, MerchantBadge } from "./state.tsx";

/** The tenant's merchants, in one mode at a time. */
export default function MerchantsPage() {
  const { merchants: t, standing } = useTexts();
  const { frame } = useUiTexts();
  const format = useFormat();
  const { query } = useAddress();
  const mode = query.mode === "SANDBOX" ? "SANDBOX" : "LIVE";
  const filters: readonly Filter[] = [
    { kind: "text", name: "q", label: t.name, hint: t.nameHint },
    {
      kind: "choice",
      name: "mode",
      label: frame.mode,
      anyText: frame.LIVE,
      options: [["SANDBOX", frame.SANDBOX]],
    },
    { kind: "choice", name: "status", label: t.account, options: Object.entries(standing.states) },
    { kind: "choice", name: "kybStatus", label: t.dossier, options: Object.entries(standing.kyb) },
  ];
  const columns: readonly Column<Merchant>[] = [
    { head: t.name, cell: ({ displayName }) => displayName, card: "lead" },
    { head: t.account, cell: (merchant) => <MerchantBadge merchant={merchant} />, card: "side" },
    { head: t.dossier, cell: ({ kybStatus }) => <KybBadge status={kybStatus} /> },
    { head: t.legalName, cell: ({ legalName }) => legalName, card: "quiet" },
    { head: t.country, cell: ({ countryCode }) => format.country(countryCode), card: "quiet" },
    { head: t.since, cell: ({ createdAt }) => format.day(createdAt), card: "quiet" },
  ];
  return (
    <Page title={t.title} tools={<NewMerchant />}>
      <List<Merchant>
        caption={t.caption}
        path="/tenant/merchants"
        query={{ mode, q: query.q, status: query.status, kybStatus: query.kybStatus }}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/merchants/${id}?mode=${mode}`}
        empty={<p>{t.empty}</p>}
      />
    </Page>
  );
}

function NewMerchant() {
  const { merchants: t } = useTexts();
  return (
    <Ask
      act="createMerchant"
      label={t.add}
      text={t.addText}
      fields={[
        { name: "displayName", label: t.name, lengthMax: 100 },
        { name: "legalName", label: t.legalName, lengthMax: 200, isOptional: true },
        { name: "countryCode", label: t.country, hint: t.countryHint, lengthMax: 2 },
      ]}
      path="/tenant/merchants"
      bodyOf={({ countryCode = "", ...names }) => ({ ...names, countryCode: countryCode.toUpperCase() })}
      done={t.added}
    />
  );
}
