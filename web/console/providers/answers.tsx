import { useRead } from "../../ui/api/reads.ts";
import type { Call } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";

const SHOWN = 20;
const isGood = (outcome: string): boolean =>
  ["accepted", "succeeded", "pending", "passed", "lines", "balances", "match"].includes(outcome);

/** What the provider answered last. No bodies are kept. */
export function Answers({ id }: { readonly id: string }) {
  const { providers: t, trace } = useTexts();
  const { failures } = useUiTexts();
  const format = useFormat();
  const read = useRead<readonly Call[]>(
    `/tenant/provider-calls?accountId=${encodeURIComponent(id)}&limit=${SHOWN}`,
  );
  const outcomes: Readonly<Record<string, string>> = trace.outcomes;
  const causes: Readonly<Record<string, string>> = failures;
  const columns: readonly Column<Call>[] = [
    { head: t.when, cell: ({ startedAt }) => format.shortMoment(startedAt), card: "lead" },
    {
      head: t.outcome,
      cell: ({ outcome }) => (
        <Badge tone={isGood(outcome) ? "good" : "warn"} text={outcomes[outcome] ?? outcome} />
      ),
      card: "side",
    },
    { head: t.action, cell: ({ action }) => trace.actions[action] },
    {
      head: t.code,
      cell: ({ failureCode, code }) =>
        (failureCode ?? code) === null ? (
          ""
        ) : (
          <>
            {failureCode !== null && causes[failureCode]}{" "}
            <code>{[failureCode, code].filter(Boolean).join(" ")}</code>
          </>
        ),
    },
    { head: t.http, cell: ({ exchanges }) => exchanges.map(statusOf).join(", "), card: "quiet" },
    { head: t.took, cell: ({ durationMs }) => format.length(durationMs), isNumber: true, card: "quiet" },
  ];
  return (
    <Shown read={read} rows={5}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{t.noCalls}</p>
        ) : (
          <Table caption={t.answers} columns={columns} rows={data} keyOf={({ id: key }) => key} />
        )
      }
    </Shown>
  );
}

const statusOf = ({ method, status, failure }: Call["exchanges"][number]): string =>
  `${method} ${status ?? failure ?? "–"}`;
