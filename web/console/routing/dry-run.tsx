import { useState } from "preact/hooks";
import { type Mode, type PaymentMethod, paymentMethods } from "../../../server/src/kit/payment-terms.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { DryRun } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { typedAmount } from "../../ui/format/typed-amount.ts";
import { Badge } from "../../ui/parts/badge.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import type { Names } from "./describe.ts";
import { RoutingField } from "./routing-field.tsx";

/** Payments of the last days that are routed again. */
const REPLAYED = 200;

interface DryRunProps {
  readonly mode: Mode;
  readonly names: Names;
  /** The rules in the proposed order; null while none is proposed. */
  readonly proposal: readonly object[] | null;
}

/** Where a payment would go, by the present rules and by a proposed order. It changes nothing. */
export function DryRunPanel({ mode, names, proposal }: DryRunProps) {
  const { routing: t } = useTexts();
  const ui = useUiTexts();
  const act = useSubmission<DryRun>();
  const [method, setMethod] = useState<PaymentMethod>("MOBILE_MONEY");
  const [currency, setCurrency] = useState("XOF");
  const [country, setCountry] = useState("");
  const [operator, setOperator] = useState("");
  const [amount, setAmount] = useState("5 000");
  const [result, setResult] = useState<DryRun | null>(null);
  const minor = typedAmount(amount, currency);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (minor === null) return;
    const body = {
      mode,
      method,
      currency,
      amount: minor.toString(),
      country: country === "" ? null : country,
      operator: operator === "" ? null : operator,
      replay: REPLAYED,
      ...(proposal === null ? {} : { rules: proposal }),
    };
    const answer = await act.send("/tenant/routing/dry-run", { method: "POST", body });
    setResult(answer === null ? null : answer.data);
  };
  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        <Choice
          label={t.method}
          value={method}
          options={paymentMethods.map((one) => [one, ui.methods[one]] as const)}
          onChange={(value) => setMethod(value as PaymentMethod)}
        />
        <div class="cards">
          <RoutingField label={t.currency} value={currency} length={3} onValue={setCurrency} isRequired />
          <RoutingField label={t.country} hint={t.anyHint} value={country} length={2} onValue={setCountry} />
          <RoutingField
            label={t.operator}
            hint={t.anyHint}
            value={operator}
            length={30}
            onValue={setOperator}
          />
        </div>
        <Field label={t.amount} error={minor === null ? t.badAmount : null}>
          {(attributes) => (
            <input
              {...attributes}
              inputMode="decimal"
              value={amount}
              required
              onInput={(event) => setAmount(event.currentTarget.value)}
            />
          )}
        </Field>
        <SubmissionProblem act={act} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || minor === null}>
            {act.isSending ? ui.act.sending : t.tryIt}
          </button>
        </div>
      </form>
      {result !== null && <Result result={result} names={names} />}
    </>
  );
}

function Result({ result, names }: { readonly result: DryRun; readonly names: Names }) {
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
          <VerdictOf title={t.proposed} verdict={proposal} names={names} />
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
  const { routing: t } = useTexts();
  const reasons: Readonly<Record<string, string>> = t.verdicts;
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
