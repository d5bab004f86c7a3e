import type { Outage } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { operatorName } from "../../ui/format/operators.ts";
import { Badge } from "../../ui/parts/badge.tsx";
import type { Column } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";

type PaymentWay = Pick<Outage, "method" | "operator" | "country">;

/** What an outage is about, in one line. */
function useWayText(): (way: PaymentWay) => string {
  const { methods } = useUiTexts();
  return ({ method, operator, country }) =>
    [methods[method], operator && operatorName(operator), country].filter(Boolean).join(" ");
}

/** `isEnded`: of outages that nobody can end any more. */
export function useOutageColumns(isEnded = false): readonly Column<Outage>[] {
  const { outages: t, now } = useTexts();
  const format = useFormat();
  const wayText = useWayText();
  return [
    { head: t.what, card: "lead", cell: wayText },
    {
      head: t.state,
      card: "side",
      cell: ({ status }) => (
        <Badge tone={status === "CLOSED" ? "bad" : "warn"} text={now.outageStates[status]} />
      ),
    },
    { head: t.reason, cell: ({ reason }) => reason },
    { head: t.from, card: "quiet", cell: ({ startsAt }) => format.shortMoment(startsAt) },
    {
      head: t.until,
      card: "quiet",
      cell: ({ endsAt }) => (endsAt === null ? t.untilEnded : format.shortMoment(endsAt)),
    },
    ...(isEnded ? [] : [{ head: t.act, cell: (outage: Outage) => <End outage={outage} /> }]),
  ];
}

/** Reopens a way that is closed, ends the warning of one that is disturbed, or takes back what was only announced. */
function End({ outage }: { readonly outage: Outage }) {
  const { outages: t } = useTexts();
  const wayText = useWayText();
  const [label, textOf, done] =
    outage.state === "ANNOUNCED"
      ? [t.cancel, t.cancelText, t.cancelled]
      : outage.status === "CLOSED"
        ? [t.end, t.endText, t.ended]
        : [t.lift, t.liftText, t.lifted];
  return (
    <Ask
      act="closeOutage"
      label={label}
      about={wayText(outage)}
      text={textOf(wayText(outage))}
      path={`/tenant/outages/${outage.id}/close`}
      bodyOf={() => ({ version: outage.version })}
      done={done}
      isQuiet
    />
  );
}
