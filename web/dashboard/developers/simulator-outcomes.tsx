import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Charge, Scenarios } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { operatorName } from "../../ui/format/operators.ts";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";
import { ShownCall } from "./shown-call.tsx";
import type { Call } from "./snippets.ts";

type Scenario = Scenarios["scenarios"][number];

const operators = ["MTN", "ORANGE", "MOOV", "WAVE"] as const;
/** A number of Ivory Coast without its last three digits, which choose the outcome. */
const PHONE_START = "+2250500000";
/** An ending that chooses nothing. */
const PLAIN_END = "789";

interface TrialPayment {
  readonly amount: string;
  readonly operator: string;
}

/** A payment that ends in this way. Pure. */
function paymentCall({ phoneSuffix }: Scenario, { amount, operator }: TrialPayment): Call {
  return {
    method: "POST",
    path: "/payments/charges",
    body: {
      amount,
      currency: "XOF",
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: {
        phone: `${PHONE_START}${phoneSuffix ?? PLAIN_END}`,
        operator,
        countryCode: "CI",
      },
    },
  };
}

/** Every outcome as a button, which makes a payment that ends so. */
export function OutcomesPanel() {
  const { simulator: t } = useTexts();
  const read = useRead<Scenarios>("/sandbox/scenarios");
  const [amount, setAmount] = useState("5000");
  const [operator, setOperator] = useState<string>("MTN");
  const [chosen, setChosen] = useState<Scenario | null>(null);
  const asked = { amount: amount.trim(), operator };
  return (
    <>
      <p>{t.outcomesText}</p>
      <div class="cards">
        <Field label={t.amount}>
          {(attributes) => (
            <input
              {...attributes}
              inputMode="numeric"
              value={amount}
              onInput={(event) => setAmount(event.currentTarget.value)}
            />
          )}
        </Field>
        <Choice
          label={t.operator}
          value={operator}
          options={operators.map((one) => [one, operatorName(one)])}
          onChange={setOperator}
        />
      </div>
      <Shown read={read}>
        {({ data }) => (
          <ul class="outcomes">
            {data.scenarios.map((scenario) => (
              <li key={scenario.name}>
                <button
                  type="button"
                  class="quiet"
                  aria-pressed={chosen?.name === scenario.name}
                  onClick={() => setChosen(scenario)}
                >
                  <span>{scenario.description}</span>
                </button>
                <span class="quiet">
                  <code>{scenario.name}</code>
                  {scenario.phoneSuffix !== null && ` · ${t.endsWith(scenario.phoneSuffix)}`}
                </span>
                {chosen?.name === scenario.name && (
                  <TryOutcome key={`${asked.amount} ${operator}`} scenario={scenario} asked={asked} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </>
  );
}

interface TryOutcomeProps {
  readonly scenario: Scenario;
  readonly asked: TrialPayment;
}

/** Makes the payment of a chosen outcome, and shows what it became. */
function TryOutcome({ scenario, asked }: TryOutcomeProps) {
  const { simulator: t } = useTexts();
  const { act: words, states } = useUiTexts();
  const format = useFormat();
  const root = useRoot();
  const readAgain = useReadAgain();
  const act = useSubmission<Charge>();
  const [made, setMade] = useState<Charge | null>(null);
  const call = paymentCall(scenario, asked);
  const now = useRead<Charge>(made === null ? null : `/payments/charges/${made.id}`).data?.data ?? made;
  const pay = async () => {
    const answer = await act.send(call.path, { method: "POST", body: call.body });
    if (answer !== null) setMade(answer.data);
    await readAgain("/payments");
  };
  return (
    <section class="trial" aria-label={scenario.description}>
      <ShownCall call={call} />
      <SubmissionProblem act={act} />
      {now !== null && (
        <p role="status">
          {states[now.status]} · <a href={`${root}/payments/${now.paymentIntentId}`}>{t.openPayment}</a>{" "}
          <button type="button" class="link" onClick={() => void readAgain(`/payments/charges/${now.id}`)}>
            {t.look}
          </button>
        </p>
      )}
      <div class="actions">
        <button type="button" disabled={act.isSending} onClick={() => void pay()}>
          {act.isSending
            ? words.sending
            : act.isUnknown
              ? words.askAgain
              : t.pay(/^\d+$/.test(asked.amount) ? format.amount(asked.amount, "XOF") : asked.amount)}
        </button>
      </div>
    </section>
  );
}
