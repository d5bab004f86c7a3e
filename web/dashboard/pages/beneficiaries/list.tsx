import { useState } from "preact/hooks";
import type { Beneficiary } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { useTexts } from "../../i18n/index.ts";
import { usePeriod, usePeriodFilters } from "../../parts/days.ts";
import { useRoot } from "../../root.ts";
import { AddBeneficiary } from "./add.tsx";
import { accountText, BeneficiaryState, beneficiaryStatuses, CoolOff } from "./state.tsx";

/** Who can be paid: whether the name is theirs, and from when on. */
export default function BeneficiariesPage() {
  const { beneficiaries: t } = useTexts();
  const root = useRoot();
  const format = useFormat();
  const { query: address } = useAddress();
  const [isAdding, setAdding] = useState(false);
  const query = { ...usePeriod(), status: address.status };
  const path = "/payments/beneficiaries";
  const add = (
    <button type="button" aria-haspopup="dialog" onClick={() => setAdding(true)}>
      {t.add}
    </button>
  );
  return (
    <Page title={t.title} tools={add}>
      <List<Beneficiary>
        caption={t.caption}
        path={path}
        query={query}
        filters={[
          ...usePeriodFilters(),
          {
            kind: "choice",
            name: "status",
            label: t.state,
            options: beneficiaryStatuses.map((one) => [one, t[one]]),
          },
        ]}
        columns={[
          { head: t.name, cell: ({ name }) => name, card: "lead" },
          { head: t.state, cell: (one) => <BeneficiaryState beneficiary={one} />, card: "side" },
          { head: t.account, cell: accountText, card: "quiet" },
          { head: t.check, cell: ({ nameCheck }) => t.checks[nameCheck], card: "quiet" },
          { head: t.from, cell: (one) => <CoolOff beneficiary={one} />, card: "quiet" },
          {
            head: t.created,
            cell: (one) => <time dateTime={one.createdAt}>{format.shortMoment(one.createdAt)}</time>,
            card: "quiet",
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/beneficiaries/${id}`}
        empty={
          <>
            <p>{t.empty}</p>
            {add}
          </>
        }
        tools={<ExportButton path={path} query={query} />}
      />
      {isAdding && <AddBeneficiary onClose={() => setAdding(false)} />}
    </Page>
  );
}
