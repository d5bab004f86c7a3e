import type { TenantTimeline } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";

/** The calls to providers behind a payment: what was asked, what came back, how long it took. Bodies are kept nowhere. */
export function Calls({ calls }: { readonly calls: TenantTimeline["calls"] }) {
  const { payment: t } = useUiTexts();
  const format = useFormat();
  return (
    <ol class="calls">
      {calls.map(({ id, action, outcome, provider, startedAt, durationMs, exchanges, failureCode, code }) => (
        <li key={id}>
          <p>
            <time dateTime={startedAt}>{format.clock(startedAt)}</time> <strong>{provider}</strong>{" "}
            {t.call(action, [outcome, failureCode, code].filter(Boolean).join(", "))}{" "}
            <span class="quiet">{format.length(durationMs)}</span>
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
