import type { TenantTimeline } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useTexts } from "../i18n/index.ts";

type Route = NonNullable<TenantTimeline["payoutRoute"]>;
type Choice = Route["now"];
type NameOf = (id: string) => string | undefined;

/** Why each attempt, or the payout, went where it went, beside where an equal one would go now. */
export function Routes({
  timeline: { routes, payoutRoute },
  nameOf,
}: {
  readonly timeline: Pick<TenantTimeline, "routes" | "payoutRoute">;
  /** The name of an entity or account; undefined: its id is shown alone. */
  readonly nameOf: NameOf;
}) {
  return (
    <>
      {routes.map((route) => (
        <ThenAndNow key={route.chargeId} route={route} nameOf={nameOf} />
      ))}
      {payoutRoute !== null && <ThenAndNow route={payoutRoute} nameOf={nameOf} />}
    </>
  );
}

function ThenAndNow({ route: { chosen, now }, nameOf }: { readonly route: Route; readonly nameOf: NameOf }) {
  const { payment: t } = useUiTexts();
  return (
    <div class="cards">
      <section>
        <h3>{t.routeThen}</h3>
        {chosen === null ? <p class="quiet">{t.noTrace}</p> : <Verdicts choice={chosen} nameOf={nameOf} />}
      </section>
      <section>
        <h3>{t.routeNow}</h3>
        <Verdicts choice={now} nameOf={nameOf} />
      </section>
    </div>
  );
}

/** Each rule and account in words, with its id and code beside it for whoever looks them up. */
function Verdicts({ choice, nameOf }: { readonly choice: Choice; readonly nameOf: NameOf }) {
  const { trace: t } = useTexts();
  const words: Readonly<Record<string, string>> = t.verdicts;
  const inWords = (code: string): string => words[code] ?? code;
  const { providerAccountId, refused, rules } = choice;
  return (
    <>
      {providerAccountId !== null && <p>{t.goesTo(nameOf(providerAccountId) ?? providerAccountId)}</p>}
      {refused !== null && (
        <p>
          {t.goesNowhere(inWords(refused))} <Codes of={[refused]} />
        </p>
      )}
      <ol class="verdicts">
        {rules.map(({ ruleId, subTenantId, verdict, accounts }) => (
          <li key={ruleId}>
            {t.way(t.rule(nameOf(subTenantId) ?? subTenantId), inWords(verdict))}{" "}
            <Codes of={[ruleId, verdict]} />
            <ul>
              {accounts.map(({ providerAccountId: id, verdict: one }) => (
                <li key={id}>
                  {t.way(nameOf(id) ?? id, inWords(one))} <Codes of={[id, one]} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

const Codes = ({ of }: { readonly of: readonly string[] }) => (
  <small class="quiet">
    <code>{of.join(" ")}</code>
  </small>
);
