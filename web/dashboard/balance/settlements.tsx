import { useRead } from "../../ui/api/reads.ts";
import type { Settlement, Wallet } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { settlementsPath } from "./settlements-path.ts";

/** When pending money becomes available: a sum for each day, the next one first. */
export function Settlements({ wallet }: { readonly wallet: Wallet }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly Settlement[]>(settlementsPath(wallet.id));
  return (
    <>
      <h3>{t.settlements}</h3>
      <Shown read={read} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{t.noSettlements}</p>
          ) : (
            <Table<Settlement>
              caption={t.settlements}
              rows={data}
              keyOf={({ date }) => date}
              columns={[
                { head: t.day, cell: ({ date }) => format.day(`${date}T12:00:00Z`), card: "side" },
                {
                  head: t.amount,
                  cell: (one) => format.amount(one.amountMinor, one.currency),
                  isNumber: true,
                  card: "lead",
                },
                {
                  head: t.charges,
                  cell: ({ chargeCount }) => format.count(chargeCount),
                  isNumber: true,
                },
              ]}
            />
          )
        }
      </Shown>
    </>
  );
}
