import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Outage } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { Card } from "../../ui/parts/card.tsx";
import { later } from "../../ui/parts/later.tsx";
import { List } from "../../ui/parts/list.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Table } from "../../ui/parts/table.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { useOutageColumns } from "../outages/columns.tsx";
import { prefilled } from "../outages/prefill.ts";
import { ModeLinks, useMode } from "../parts/mode.tsx";

const Declare = later(async () => (await import("../outages/declare.tsx")).Declare);

/** What operators have closed or called disturbed: now, planned, and before. */
export default function OutagesPage() {
  const { outages: t } = useTexts();
  const mode = useMode();
  const may = useMayAct();
  const { query, set } = useAddress();
  const first = prefilled(query);
  const columns = useOutageColumns(true);
  return (
    <Page
      title={t.title}
      tools={
        <>
          <ModeLinks />
          {may("openOutage") && (
            <button type="button" aria-haspopup="dialog" onClick={() => set({ declare: "MOBILE_MONEY" })}>
              {t.declare}
            </button>
          )}
        </>
      }
    >
      <Current title={t.now} state="OPEN" empty={t.noneNow} />
      <Current title={t.planned} state="ANNOUNCED" empty={t.nonePlanned} />
      <Card title={t.past}>
        <List<Outage>
          key={mode}
          caption={t.past}
          path="/tenant/outages"
          query={{ mode, state: "ENDED" }}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<p>{t.nonePast}</p>}
        />
      </Card>
      {first !== null && may("openOutage") && (
        <Declare
          mode={mode}
          first={first}
          onClose={() => set({ declare: null, operator: null, country: null })}
        />
      )}
    </Page>
  );
}

interface CurrentProps {
  readonly title: string;
  readonly state: Outage["state"];
  readonly empty: string;
}

/** The outages that have not ended; at most 500 there are, and the newest hundred are shown. */
function Current({ title, state, empty }: CurrentProps) {
  const mode = useMode();
  const columns = useOutageColumns();
  const read = useRead<readonly Outage[]>(`/tenant/outages${queryOf({ mode, state, pageSize: 100 })}`);
  return (
    <Card title={title}>
      <Shown read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{empty}</p>
          ) : (
            <Table caption={title} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Shown>
    </Card>
  );
}
