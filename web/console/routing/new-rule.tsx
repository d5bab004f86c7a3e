import { useState } from "preact/hooks";
import { type Mode, type PaymentMethod, paymentMethods } from "../../../server/src/kit/payment-terms.ts";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { SubTenant } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { typedAmount } from "../../ui/format/typed-amount.ts";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { useSayChanged } from "../parts/proposals.tsx";
import { RoutingField } from "./routing-field.tsx";

interface NewRuleProps {
  readonly mode: Mode;
  readonly subTenants: readonly SubTenant[];
  readonly onClose: () => void;
}

/** Adds a rule, which is tried last until the order is changed. */
export function NewRule({ mode, subTenants, onClose }: NewRuleProps) {
  const { routing: t } = useTexts();
  const ui = useUiTexts();
  const act = useSubmission();
  const say = useSayChanged();
  const readAgain = useReadAgain();
  const [method, setMethod] = useState<PaymentMethod>("MOBILE_MONEY");
  const [subTenantId, setSubTenantId] = useState(subTenants[0]?.id ?? "");
  const [currency, setCurrency] = useState("");
  const [country, setCountry] = useState("");
  const [operator, setOperator] = useState("");
  const [amountMin, setAmountMin] = useState("");
  const [amountMax, setAmountMax] = useState("");
  const minorOf = (typed: string) =>
    typed === "" ? null : (typedAmount(typed, currency)?.toString() ?? null);
  const isWrong = (typed: string) => typed !== "" && minorOf(typed) === null;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isWrong(amountMin) || isWrong(amountMax)) return;
    const orNull = (text: string) => (text === "" ? null : text);
    const body = {
      mode,
      method,
      subTenantId,
      currency: orNull(currency),
      country: orNull(country),
      operator: orNull(operator),
      amountMin: minorOf(amountMin),
      amountMax: minorOf(amountMax),
    };
    const answer = await act.send("/tenant/routing/rules", { method: "POST", body });
    if (answer === null) return;
    say(answer.data, t.wasAdded);
    await readAgain("/tenant/");
    onClose();
  };
  return (
    <Dialog title={t.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Choice
          label={t.method}
          value={method}
          options={paymentMethods.map((one) => [one, ui.methods[one]] as const)}
          onChange={(value) => setMethod(value as PaymentMethod)}
        />
        <Choice
          label={t.subTenant}
          value={subTenantId}
          options={subTenants.map(({ id, name }) => [id, name] as const)}
          onChange={setSubTenantId}
        />
        <RoutingField label={t.country} hint={t.anyHint} value={country} length={2} onValue={setCountry} />
        <RoutingField
          label={t.operator}
          hint={t.anyHint}
          value={operator}
          length={30}
          onValue={setOperator}
        />
        <RoutingField label={t.currency} hint={t.anyHint} value={currency} length={3} onValue={setCurrency} />
        {currency !== "" &&
          (
            [
              [t.amountMin, amountMin, setAmountMin],
              [t.amountMax, amountMax, setAmountMax],
            ] as const
          ).map(([label, value, set]) => (
            <Field key={label} label={label} hint={t.anyHint} error={isWrong(value) ? t.badAmount : null}>
              {(attributes) => (
                <input
                  {...attributes}
                  inputMode="decimal"
                  value={value}
                  onInput={(event) => set(event.currentTarget.value)}
                />
              )}
            </Field>
          ))}
        {mode === "LIVE" && <p class="quiet">{t.takesTwo}</p>}
        <SubmissionProblem act={act} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || subTenantId === ""}>
            {act.isSending ? ui.act.sending : t.add}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {ui.act.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
