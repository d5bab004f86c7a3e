import type { Coverage } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

type Balance = Coverage["balances"][number];
const tones = { AGREES: "good", EXPLAINED: "good", DIFFERS: "warn", STAYS: "bad" } as const;

/** What an account holds by its provider and by our book, in each currency, and what a gap means. */
export function Balances({ balances }: { readonly balances: readonly Balance[] }) {
  const { balances: t } = useTexts();
  const format = useFormat();
  return (
    <ul class="balances">
      {balances.map(
        ({ currency, theirs, ours, gap, incoming, outgoing, tolerance, state, since, readAt }) => {
          const amount = (minor: string) => format.amount(minor, currency);
          return (
            <li key={currency}>
              <p>
                {t.holds(amount(theirs), amount(ours))} <Badge tone={tones[state]} text={t.states[state]} />{" "}
                <span class="quiet">{format.moment(readAt)}</span>
              </p>
              {gap !== "0" && (
                <p class="quiet">
                  {t.gapIs(amount(gap), amount(incoming), amount(outgoing), amount(tolerance))}
                </p>
              )}
              {since !== null && <p>{t.gapSince(format.moment(since))}</p>}
            </li>
          );
        },
      )}
    </ul>
  );
}
