import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { ProviderBook } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { useAccountNames } from "../parts/account-names.ts";
import { totalsOf } from "./totals.ts";
import { TrialBalances } from "./trial-balances.tsx";

interface BooksProps {
  readonly mode: Mode;
}

/** What the platform holds at each provider, by its books, and what statements have not confirmed yet. */
export function Books({ mode }: BooksProps) {
  const { ledger: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly ProviderBook[]>(`/tenant/reconciliation/account-books?mode=${mode}`);
  const { nameOf } = useAccountNames(mode);
  const maySeeAccounts = useMay()("tenant.providers.read");
  const sum = (title: string, of: (book: ProviderBook) => string): Column<ProviderBook> => ({
    head: title,
    cell: (book) => format.amount(of(book), book.currency),
    isNumber: true,
  });
  const columns: readonly Column<ProviderBook>[] = [
    { head: t.account, cell: ({ providerAccountId }) => nameOf(providerAccountId), card: "lead" },
    {
      head: t.open,
      cell: ({ clearing, currency }) => (
        <Badge
          tone={clearing.open === "0" ? "good" : "warn"}
          text={clearing.open === "0" ? t.confirmed : t.unconfirmed(format.amount(clearing.open, currency))}
        />
      ),
      card: "side",
    },
    sum(t.atProvider, ({ providerBalance }) => providerBalance),
    sum(t.inTransit, ({ inTransit }) => inTransit),
    sum(t.atBank, ({ bank }) => bank),
    sum(t.fees, ({ providerFees }) => providerFees),
  ];
  return (
    <Shown read={read} rows={4}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{t.noBooks}</p>
        ) : (
          <>
            <ul class="totals">
              {totalsOf(data).map(({ currency, held, open }) => (
                <li key={currency}>
                  <strong>{t.platformHolds(format.amount(held, currency))}</strong>{" "}
                  <span class="quiet">{t.unconfirmed(format.amount(open, currency))}</span>
                </li>
              ))}
            </ul>
            <Table
              caption={t.books}
              columns={columns}
              rows={data}
              keyOf={({ providerAccountId, currency }) => `${providerAccountId} ${currency}`}
              {...(maySeeAccounts
                ? {
                    hrefOf: ({ providerAccountId }: ProviderBook) =>
                      `/console/providers/${providerAccountId}`,
                  }
                : {})}
            />
            <ul class="ids">
              <TrialBalances mode={mode} />
              {data.map(({ providerAccountId, currency }) => (
                <li key={`${providerAccountId} ${currency}`}>
                  <a
                    href={`/api/v1/tenant/reconciliation/account-books/${providerAccountId}/ledger${queryOf({ mode, currency })}`}
                    download
                  >
                    {t.takeBook(nameOf(providerAccountId), currency)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Shown>
  );
}
