import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { AccountName, TransferOrder } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";

const SHOWN_MAX = 100;

interface WaitingProps {
  readonly mode: Mode;
  readonly accounts: readonly AccountName[];
  readonly nameOf: (id: string) => string;
}

/** The transfers that wait for the next file, and the act that makes one now. */
export function Waiting({ mode, accounts, nameOf }: WaitingProps) {
  const { bankFiles, payoutFiles: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly TransferOrder[]>(
    `/tenant/transfer-orders${queryOf({ mode, status: "QUEUED", pageSize: SHOWN_MAX })}`,
  );
  return (
    <Card
      title={t.waiting}
      tools={
        accounts.length > 0 && (
          <Ask
            act="preparePayoutFile"
            label={t.prepare}
            text={t.prepareText}
            path="/tenant/payout-files"
            done={t.prepared}
            refusals={t.refusals}
            fields={[
              {
                name: "providerAccountId",
                label: bankFiles.account,
                kind: "choice",
                options: accounts.map(({ id, name }) => [id, name] as const),
              },
            ]}
          />
        )
      }
    >
      <Shown read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p class="quiet">{t.noneWaits}</p>
          ) : (
            <>
              {(meta?.total ?? 0) > data.length && (
                <p class="quiet">{t.firstOf(format.count(data.length), format.count(meta?.total ?? 0))}</p>
              )}
              <Table
                caption={t.waiting}
                rows={data}
                keyOf={({ id }) => id}
                columns={[
                  {
                    head: bankFiles.amount,
                    cell: ({ amount, currency }) => format.amount(amount, currency),
                    card: "lead",
                  },
                  { head: t.kind, cell: ({ kind }) => t.kinds[kind], card: "side" },
                  {
                    head: bankFiles.recipient,
                    cell: ({ recipientName, recipientAccount }) => `${recipientName}, ${recipientAccount}`,
                  },
                  {
                    head: bankFiles.account,
                    cell: ({ providerAccountId }) => nameOf(providerAccountId),
                    card: "quiet",
                  },
                  {
                    head: t.since,
                    cell: ({ queuedAt }) => format.shortMoment(queuedAt),
                    card: "quiet",
                  },
                ]}
              />
            </>
          )
        }
      </Shown>
    </Card>
  );
}
