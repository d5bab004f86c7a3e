import { useEffect, useRef, useState } from "preact/hooks";
import { type Mode, type PaymentMethod, paymentMethods } from "../../../server/src/kit/payment-terms.ts";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { DryRun, Rule, SubTenant } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { ConflictProblem, useConflict } from "../../ui/parts/conflict.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem, useRefusalOf } from "../../ui/parts/submission-problem.tsx";
import { useSayChanged } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { type Names, proposedRules } from "./describe.ts";
import { DryRunResult } from "./dry-run-result.tsx";
import { RoutingField } from "./routing-field.tsx";
import { isAmountWrong, questionOf, type RuleTerms, type TypedRule, termsOf, typedOf } from "./typed-rule.ts";

interface RuleFormProps {
  readonly mode: Mode;
  /** The rule to change; null: a new one, which is tried last until the order is changed. */
  readonly rule: Rule | null;
  /** All rules of the mode in the order tried, for the dry run. */
  readonly rules: readonly Rule[];
  readonly subTenants: readonly SubTenant[];
  readonly names: Names;
  readonly onClose: () => void;
}

/** Adds a rule or changes one. It is sent only after the dry run has shown what it does to the last payments. */
export function RuleForm({ mode, rule, rules, subTenants, names, onClose }: RuleFormProps) {
  const { routing: t } = useTexts();
  const ui = useUiTexts();
  const act = useSubmission();
  const trial = useSubmission<DryRun>();
  const say = useSayChanged();
  const readAgain = useReadAgain();
  const [typed, setTyped] = useState<TypedRule>(() => typedOf(rule, subTenants[0]?.id ?? ""));
  const [result, setResult] = useState<DryRun | null>(null);
  const conflict = useConflict<Rule>(act, `/tenant/routing/rules/${rule?.id ?? ""}`);
  const actions = useRef<HTMLDivElement>(null);
  // The verdict lies below the fields, which may fill the screen: show it with the buttons.
  useEffect(() => {
    if (result !== null) actions.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
  const terms = termsOf(typed);
  const edit = (name: keyof TypedRule) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setResult(null);
  };
  const tryOut = async (terms: RuleTerms) => {
    const changed = { ...terms, enabled: rule?.enabled ?? true };
    const others = rules.map((one) => (one.id === rule?.id ? { ...one, ...changed } : one));
    const order = others.map(({ id }) => id);
    const proposal = [...proposedRules(others, order), ...(rule === null ? [changed] : [])];
    const body = { mode, ...questionOf(terms), rules: proposal };
    const answer = await trial.send("/tenant/routing/dry-run", { method: "POST", body });
    setResult(answer === null ? null : answer.data);
  };
  const send = async (terms: RuleTerms) => {
    const answer =
      rule === null
        ? await act.send("/tenant/routing/rules", { method: "POST", body: { mode, ...terms } })
        : await act.send(`/tenant/routing/rules/${rule.id}`, {
            method: "PATCH",
            body: { ...terms, version: (conflict.latest ?? rule).version },
          });
    if (answer === null) return;
    say(answer.data, rule === null ? t.wasAdded : t.wasChanged);
    await readAgain("/tenant/");
    onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (terms !== null) void (result === null ? tryOut(terms) : send(terms));
  };
  const refusalOf = useRefusalOf(trial.problem === null ? act : trial);
  const isSending = act.isSending || trial.isSending;
  const label = rule === null ? t.add : t.edit;
  const shownTerms = [
    [t.method, (one: TypedRule) => ui.methods[one.method]],
    [t.subTenant, (one: TypedRule) => names.subTenants.get(one.subTenantId) ?? one.subTenantId],
    ...(["country", "operator", "currency", "amountMin", "amountMax"] as const).map(
      (name) => [t[name], (one: TypedRule) => one[name]] as const,
    ),
  ] as const;
  const compare = (now: Rule) =>
    shownTerms.map(([label, textOf]) => ({
      label,
      now: textOf(typedOf(now, now.subTenantId)),
      typed: textOf(typed),
    }));
  const codes = [
    ["country", t.country, 2],
    ["operator", t.operator, 30],
    ["currency", t.currency, 3],
  ] as const;
  const amounts = [
    ["amountMin", t.amountMin],
    ["amountMax", t.amountMax],
  ] as const;
  return (
    <Dialog title={label} onClose={onClose}>
      <form onSubmit={submit}>
        <Choice
          label={t.method}
          value={typed.method}
          options={paymentMethods.map((one) => [one, ui.methods[one]] as const)}
          onChange={(value) => edit("method")(value as PaymentMethod)}
        />
        <Choice
          label={t.subTenant}
          value={typed.subTenantId}
          options={subTenants.map(({ id, name }) => [id, name] as const)}
          onChange={edit("subTenantId")}
        />
        <div class="cards">
          {codes.map(([name, text, length]) => (
            <RoutingField
              key={name}
              label={text}
              hint={t.anyHint}
              value={typed[name]}
              length={length}
              error={refusalOf(name)}
              onValue={edit(name)}
            />
          ))}
        </div>
        {typed.currency !== "" &&
          amounts.map(([name, text]) => (
            <Field
              key={name}
              label={text}
              hint={t.anyHint}
              error={isAmountWrong(typed, name) ? t.badAmount : refusalOf(name)}
            >
              {(attributes) => (
                <input
                  {...attributes}
                  inputMode="decimal"
                  value={typed[name]}
                  onInput={(event) => edit(name)(event.currentTarget.value)}
                />
              )}
            </Field>
          ))}
        <SubmissionProblem act={trial} withoutFields />
        {result !== null && <DryRunResult result={result} names={names} proposed={t.withRule} />}
        <p class="quiet">{result === null ? t.triedFirst : mode === "LIVE" ? t.takesTwo : t.atOnce}</p>
        <ConflictProblem act={act} conflict={conflict} compare={compare} />
        <div class="actions" ref={actions}>
          <button type="submit" disabled={isSending || terms === null || typed.subTenantId === ""}>
            {isSending
              ? ui.act.sending
              : act.isUnknown
                ? ui.act.askAgain
                : result === null
                  ? t.dryRun
                  : label}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {ui.act.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
