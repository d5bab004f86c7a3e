import type { TenantTimeline } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";

type Route = NonNullable<TenantTimeline["payoutRoute"]>;
type Choice = Route["now"];

/** Why each attempt, or the payout, went where it went, beside where an equal one would go now. */
export function Routes({
  timeline: { routes, payoutRoute },
}: {
  readonly timeline: Pick<TenantTimeline, "routes" | "payoutRoute">;
}) {
  return (
    <>
      {routes.map((route) => (
        <ThenAndNow key={route.chargeId} route={route} />
      ))}
      {payoutRoute !== null && <ThenAndNow route={payoutRoute} />}
    </>
  );
}

function ThenAndNow({ route: { chosen, now } }: { readonly route: Route }) {
  const { payment: t } = useUiTexts();
  return (
    <div class="cards">
      <section>
        <h3>{t.routeThen}</h3>
        {chosen === null ? <p class="quiet">{t.noTrace}</p> : <Verdicts choice={chosen} />}
      </section>
      <section>
        <h3>{t.routeNow}</h3>
        <Verdicts choice={now} />
      </section>
    </div>
  );
}

function Verdicts({ choice: { refused, rules } }: { readonly choice: Choice }) {
  return (
    <>
      {refused !== null && <p>{refused}</p>}
      <ol class="verdicts">
        {rules.map(({ ruleId, verdict, accounts }) => (
          <li key={ruleId}>
            <code>{ruleId}</code> <strong>{verdict}</strong>
            <ul>
              {accounts.map((account) => (
                <li key={account.providerAccountId}>
                  <code>{account.providerAccountId}</code> {account.verdict}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}
