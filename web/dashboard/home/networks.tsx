import type { Network } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

/** Whether operators take payments now: those that do not, by name, and how many do. */
export function Networks({ networks }: { readonly networks: readonly Network[] }) {
  const { home: t } = useTexts();
  const { methods } = useUiTexts();
  const troubled = networks.flatMap(({ collects, ...network }) =>
    collects === null || collects.state === "OPERATIONAL" ? [] : [{ ...network, state: collects.state }],
  );
  const taking = networks.filter(({ collects }) => collects !== null).length;
  return (
    <>
      <p>{t.networksOpen(taking - troubled.length, taking)}</p>
      {troubled.length > 0 && (
        <ul class="things">
          {troubled.map(({ method, operator, country, displayName, state, outages }) => (
            <li key={`${method} ${operator} ${country}`}>
              <span>
                {displayName ?? methods[method]} {country ?? ""}{" "}
                <Badge tone={state === "CLOSED" ? "bad" : "warn"} text={t.networkStates[state]} />
              </span>
              {outages[0] !== undefined && <span class="quiet">{outages[0].reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
