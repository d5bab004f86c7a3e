import type { TenantTimeline } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";

/** The calls to providers behind a payment: what was asked, what came back, how long it took. Bodies are kept nowhere. */
export function Calls({ calls }: { readonly calls: TenantTimeline["calls"] }) {
  const { trace } = useTexts();
  const { failures } = useUiTexts();
  const format = useFormat();
  const outcomes: Readonly<Record<string, string>> = trace.outcomes;
  const causes: Readonly<Record<string, string>> = failures;
  return (
    <ol class="calls">
      {calls.map(({ id, action, outcome, provider, startedAt, durationMs, exchanges, failureCode, code }) => (
        <li key={id}>
          <p>
            <time dateTime={startedAt}>{format.clock(startedAt)}</time> <strong>{provider}</strong>{" "}
            {trace.call(trace.actions[action], outcomes[outcome] ?? outcome)}
            {failureCode !== null && causes[failureCode] !== undefined && `. ${causes[failureCode]}`}{" "}
            <span class="quiet">
              {format.length(durationMs)}{" "}
              <code>{[action, outcome, failureCode, code].filter(Boolean).join(" ")}</code>
            </span>
          </p>
          <ul>
            {exchanges.map((exchange, index) => (
              <li key={index}>
                <code>
                  {exchange.method} {exchange.path}
                </code>{" "}
                {exchange.status ?? exchange.failure}{" "}
                <span class="quiet">{format.length(exchange.durationMs)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
