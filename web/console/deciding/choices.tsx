import "../styles/deciding.css";
import type { MoneyDecision } from "../../ui/api/views.ts";
import { Card } from "../../ui/parts/card.tsx";
import { Facts } from "../../ui/parts/facts.tsx";
import type { OperatorAct } from "../acts/permissions.ts";
import { useTexts } from "../i18n/index.ts";
import { Ask, type AskField } from "../parts/ask.tsx";
import type { Effect } from "./effects.ts";

export interface DecisionChoice {
  readonly kind: MoneyDecision["kind"];
  readonly effect: Effect;
}

interface ChoicesProps {
  /** Where the API has the money: `/tenant/held-money/ch_…`. */
  readonly path: string;
  /** In the reader's words. */
  readonly amount: string;
  readonly choices: readonly DecisionChoice[];
  /** Whether a colleague has to agree. */
  readonly needsSecond: boolean;
}

/** What can be decided about money: what each choice does to whom, and the form that decides. */
export function Choices({ path, amount, choices, needsSecond }: ChoicesProps) {
  const { deciding: t } = useTexts();
  const fields = useFields();
  return (
    <Card title={t.decide}>
      <p>{needsSecond ? t.takesTwo : t.takesOne}</p>
      <ul class="choices">
        {choices.map(({ kind, effect }) => {
          const words = t.effects[effect];
          return (
            <li key={kind}>
              <h3>{words.title(amount)}</h3>
              <Facts
                facts={[
                  [t.forMerchant, words.merchant],
                  [t.forPayer, words.payer],
                ]}
              />
              <Ask
                act={acts[kind]}
                label={words.title(amount)}
                text={`${t.follows(words.merchant, words.payer)} ${needsSecond ? t.takesTwo : t.final}`}
                fields={fields[kind]}
                path={`${path}/${verbs[kind]}`}
                bodyOf={bodies[kind]}
                done={needsSecond ? t.proposed : t.decided}
                refusals={t.refusals}
                {...(kind === "RELEASE" ? { shortcut: "r" } : {})}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const acts = {
  RELEASE: "releaseHeldMoney",
  REFUND: "refundHeldMoney",
  SETTLE_SUCCEEDED: "settleUnresolvedPayment",
  SETTLE_FAILED: "settleUnresolvedPayment",
  REVERSE: "settleUnresolvedPayment",
} as const satisfies Readonly<Record<MoneyDecision["kind"], OperatorAct>>;

const verbs = {
  RELEASE: "release",
  REFUND: "refund",
  SETTLE_SUCCEEDED: "settle-as",
  SETTLE_FAILED: "settle-as",
  REVERSE: "reverse",
} as const satisfies Readonly<Record<MoneyDecision["kind"], string>>;

type Values = Readonly<Record<string, string>>;
const asTyped = (values: Values) => values;
const bodies = {
  RELEASE: asTyped,
  REFUND: asTyped,
  SETTLE_SUCCEEDED: (values: Values) => ({ ...values, outcome: "SUCCEEDED" }),
  SETTLE_FAILED: (values: Values) => ({ ...values, outcome: "FAILED" }),
  REVERSE: asTyped,
} as const;

/** As many characters as the API takes. */
const EVIDENCE_LENGTH_MAX = 1_000;
const NUMBER_LENGTH_MAX = 100;

function useFields(): Readonly<Record<MoneyDecision["kind"], readonly AskField[]>> {
  const { deciding: t } = useTexts();
  const reason: AskField = { name: "reason", label: t.reason, hint: t.reasonHint };
  const evidence: AskField = {
    name: "evidence",
    label: t.evidence,
    hint: t.evidenceHint,
    lengthMax: EVIDENCE_LENGTH_MAX,
  };
  const maybe: AskField = { ...evidence, label: t.evidenceOptional, isOptional: true };
  const number: AskField = {
    name: "transactionId",
    label: t.number,
    hint: t.numberHint,
    lengthMax: NUMBER_LENGTH_MAX,
  };
  const route: AskField = {
    name: "route",
    label: t.route,
    kind: "choice",
    options: [
      ["ORIGINAL_RAIL", t.routes.ORIGINAL_RAIL],
      ["PAYOUT_TO_PAYER", t.routes.PAYOUT_TO_PAYER],
    ],
  };
  return {
    RELEASE: [reason, maybe],
    REFUND: [route, reason, maybe],
    SETTLE_SUCCEEDED: [number, reason, evidence],
    SETTLE_FAILED: [reason, evidence],
    REVERSE: [reason, evidence],
  };
}
