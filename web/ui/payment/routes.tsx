import type { TenantTimeline } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";

type Choice = NonNullable<TenantTimeline["routes"][number]["chosen"]>;

/** Why each attempt went where it went, beside where an equal one would go now. */
export function Routes({ routes }: { readonly routes: TenantTimeline["routes"] }) {
  const { payment: t } = useUiTexts();
  return (
    <>
      {routes.map(({ chargeId, chosen, now }) => (
        <div key={chargeId} class="cards">
          <section>
            <h3>{t.routeThen}</h3>
            {chosen === null ? <p class="quiet">{t.noTrace}</p> : <Verdicts choice={chosen} />}
          </section>
          <section>
            <h3>{t.routeNow}</h3>
            <Verdicts choice={now} />
          </section>
        </div>
      ))}
    </>
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
