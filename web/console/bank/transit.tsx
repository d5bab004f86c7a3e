import { useState } from "preact/hooks";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import type { InTransit } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { later } from "../../ui/parts/later.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { useAccountNames } from "../parts/account-names.ts";

const Arrive = later(async () => (await import("./arrive.tsx")).Arrive);
const CorrectBook = later(async () => (await import("../ledger/correct-book.tsx")).CorrectBook);

type Opened = { readonly form: "ARRIVE" | "WRITE_OFF"; readonly settlement: InTransit };

/** What providers sent to our bank and has not been told by it: each is booked as arrived, or its rest is written off. */
export function Transit({ mode }: { readonly mode: Mode }) {
  const { bank: t } = useTexts();
  const format = useFormat();
  const may = useMayAct();
  const { nameOf } = useAccountNames(mode);
  const read = useRead<readonly InTransit[]>(`/tenant/reconciliation/settlements?mode=${mode}`);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const columns: readonly Column<InTransit>[] = [
    { head: t.open, cell: (row) => format.amount(row.openAmount, row.currency), card: "lead" },
    {
      head: t.suggested,
      cell: ({ suggestions }) => t.suggestions(suggestions.length),
      card: "side",
    },
    { head: t.sent, cell: (row) => format.amount(row.amount, row.currency), isNumber: true },
    { head: t.account, cell: ({ providerAccountId }) => nameOf(providerAccountId) },
    { head: t.reference, cell: (row) => <code>{keyOf(row)}</code> },
    { head: t.since, cell: ({ bookedAt }) => format.shortMoment(bookedAt), card: "quiet" },
    {
      head: t.decide,
      cell: (settlement) => (
        <div class="actions">
          {may("bookSettlementArrival") && (
            <button
              type="button"
              class="small"
              aria-label={`${t.arrived} ${keyOf(settlement)}`}
              aria-haspopup="dialog"
              onClick={() => setOpened({ form: "ARRIVE", settlement })}
            >
              {t.arrived}
            </button>
          )}
          {may("correctProviderAccountBook") && (
            <button
              type="button"
              class="small quiet"
              aria-label={`${t.writeOff} ${keyOf(settlement)}`}
              aria-haspopup="dialog"
              onClick={() => setOpened({ form: "WRITE_OFF", settlement })}
            >
              {t.writeOff}
            </button>
          )}
        </div>
      ),
    },
  ];
  return (
    <Shown read={read} rows={2}>
      {({ data }) => (
        <>
          {data.length === 0 ? (
            <p>{t.nothingInTransit}</p>
          ) : (
            <Table
              caption={t.transit}
              columns={columns}
              rows={data}
              keyOf={(row) => `${row.providerAccountId} ${row.currency} ${keyOf(row)}`}
            />
          )}
          {opened?.form === "ARRIVE" && <Arrive settlement={opened.settlement} onClose={close} />}
          {opened?.form === "WRITE_OFF" && (
            <CorrectBook
              title={t.writeOff}
              start={{
                mode,
                happening: "REST",
                providerAccountId: opened.settlement.providerAccountId,
                currency: opened.settlement.currency,
                amount: opened.settlement.openAmount,
                settlement: keyOf(opened.settlement),
              }}
              onClose={close}
            />
          )}
        </>
      )}
    </Shown>
  );
}

/** By what the settlement is called: the provider's number, or its text. */
const keyOf = ({ transactionId, reference }: InTransit): string => transactionId ?? reference;
