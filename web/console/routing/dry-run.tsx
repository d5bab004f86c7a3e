import { useState } from "preact/hooks";
import { type Mode, type PaymentMethod, paymentMethods } from "../../../server/src/kit/payment-terms.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { DryRun } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { typedAmount } from "../../ui/format/typed-amount.ts";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import type { Names } from "./describe.ts";
import { DryRunResult } from "./dry-run-result.tsx";
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
      {result !== null && <DryRunResult result={result} names={names} proposed={t.proposed} />}
    </>
  );
}
