import type { DryRun } from "../../ui/api/views.ts";
import { Badge } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";
import type { Names } from "./describe.ts";

interface ResultProps {
  readonly result: DryRun;
  readonly names: Names;
  /** Heading of the proposal's verdict. */
  readonly proposed: string;
}

/** Where the payment goes now and by the proposal, and what that would have done to the last payments. */
export function DryRunResult({ result, names, proposed }: ResultProps) {
  const { routing: t } = useTexts();
  const { current, proposal, moves, replayed } = result;
  return (
    <div role="status">
      {proposal === null ? (
        <VerdictOf title={t.now} verdict={current} names={names} />
      ) : (
        <>
          <p>
            <Badge tone={moves === true ? "warn" : "good"} text={moves === true ? t.moves : t.stays} />
          </p>
          <VerdictOf title={t.now} verdict={current} names={names} />
          <VerdictOf title={proposed} verdict={proposal} names={names} />
        </>
      )}
      {replayed !== null && (
        <p>
          {t.replayed(replayed.charges)}{" "}
          {t.replayedCounts(replayed.same, replayed.moved, replayed.lost, replayed.gained)}
        </p>
      )}
    </div>
  );
}

interface VerdictProps {
  readonly title: string;
  readonly verdict: DryRun["current"];
  readonly names: Names;
}

function VerdictOf({ title, verdict, names }: VerdictProps) {
  const { routing: t, trace } = useTexts();
  const reasons: Readonly<Record<string, string>> = trace.verdicts;
  const account = verdict.providerAccountId;
  return (
    <section class="verdict">
      <h3>{title}</h3>
      <p>
        {verdict.routed && account !== null
          ? t.goesTo(names.accounts.get(account) ?? account, verdict.rulePosition ?? 0)
          : t.goesNowhere(reasons[verdict.reason ?? ""] ?? verdict.reason ?? "")}
      </p>
      <ol>
        {verdict.rules.map(({ position, verdict: word, accounts }) => (
          <li key={position} value={position}>
            {reasons[word] ?? word}
            {accounts.length > 0 && (
              <ul>
                {accounts.map(({ providerAccountId, verdict: one }) => (
                  <li key={providerAccountId}>
                    {names.accounts.get(providerAccountId) ?? providerAccountId}: {reasons[one] ?? one}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
