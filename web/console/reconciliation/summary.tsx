import type { Statement } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";

/** Differences by kind and sum. */
export function Summary({ summary }: Pick<Statement, "summary">) {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  if (summary.length === 0) return <span>{t.nothingDiffers}</span>;
  return (
    <ul class="summary">
      {summary.map(({ kind, currency, count, amount }) => (
        <li key={`${kind} ${currency}`}>
          {t.kindCount(t.kinds[kind], format.count(count))} · {format.amount(amount, currency)}
        </li>
      ))}
    </ul>
  );
}
