import { useState } from "preact/hooks";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { asTyped, typedAmount } from "../../ui/format/typed-amount.ts";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field, type FieldAttributes } from "../../ui/parts/field.tsx";
import { SubmissionProblem, useRefusalOf } from "../../ui/parts/submission-problem.tsx";
import { useSayChanged } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { useAccountNames } from "../parts/account-names.ts";
import { type Direction, type Happening, happenings, movedBy } from "./happenings.ts";

/** What is known before the form opens; the rest is asked for. Amounts are in minor units. */
export interface CorrectionStart {
  readonly mode: Mode;
  readonly happening: Happening;
  readonly providerAccountId?: string;
  readonly currency?: string;
  readonly amount?: string;
  /** The settlement whose rest will not arrive. */
  readonly settlement?: string;
  /** The difference that the correction answers, and ends. */
  readonly differenceId?: string;
}

interface CorrectBookProps {
  readonly title: string;
  readonly start: CorrectionStart;
  readonly onClose: () => void;
}

const REASON_LENGTH_MAX = 500;
const SETTLEMENT_LENGTH_MAX = 200;
const AMOUNT_LENGTH_MAX = 30;
const CURRENCY_LENGTH = 3;

/** Corrects the book of an account at a provider, or writes off what will not arrive. In live mode a colleague confirms it. */
export function CorrectBook({ title, start, onClose }: CorrectBookProps) {
  const { correcting: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const act = useSubmission();
  const refusalOf = useRefusalOf(act);
  const say = useSayChanged();
  const readAgain = useReadAgain();
  const { mode, differenceId } = start;
  const { accounts, nameOf } = useAccountNames(mode);
  const [happening, setHappening] = useState(start.happening);
  const [direction, setDirection] = useState<Direction>("USUAL");
  const [chosenAccount, setAccount] = useState(start.providerAccountId ?? "");
  const accountId = chosenAccount === "" ? (accounts[0]?.id ?? "") : chosenAccount;
  const [currency, setCurrency] = useState(start.currency ?? "");
  const [typed, setTyped] = useState(asTyped(start.amount ?? null, start.currency ?? ""));
  const [settlement, setSettlement] = useState(start.settlement ?? "");
  const [reason, setReason] = useState("");
  const amount = typedAmount(typed, currency)?.toString();
  const isRest = happening === "REST" && direction === "USUAL";
  const isRight = amount !== undefined && accountId !== "" && reason.trim() !== "";
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isRight) return;
    const body = {
      providerAccountId: accountId,
      mode,
      currency,
      ...movedBy(happening, direction),
      amount,
      reason: reason.trim(),
      ...(isRest && settlement.trim() !== "" ? { settlement: settlement.trim() } : {}),
      ...(differenceId === undefined ? {} : { differenceId }),
    };
    const answer = await act.send("/tenant/reconciliation/book-corrections", { method: "POST", body });
    if (answer === null) return;
    say(answer.data, t.wasCorrected);
    await readAgain("/tenant/");
    onClose();
  };
  const { debit, credit } = movedBy(happening, direction);
  const shown = amount === undefined ? "" : format.amount(amount, currency);
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Choice
          label={t.happened}
          value={happening}
          options={Object.keys(happenings).map((one) => [one, t.happenings[one as Happening]] as const)}
          onChange={(value) => setHappening(value as Happening)}
        />
        {start.settlement === undefined && (
          <Choice
            label={t.direction}
            value={direction}
            options={Object.entries(t.directions)}
            onChange={(value) => setDirection(value as Direction)}
          />
        )}
        {start.providerAccountId === undefined ? (
          <Choice
            label={t.account}
            value={accountId}
            options={accounts.map(({ id, name }) => [id, name] as const)}
            error={refusalOf("providerAccountId")}
            onChange={setAccount}
          />
        ) : (
          <p>
            <strong>{nameOf(accountId)}</strong>
          </p>
        )}
        {start.currency === undefined && (
          <Field label={t.currency} error={refusalOf("currency")}>
            {line(currency, (text) => setCurrency(text.toUpperCase().trim()), CURRENCY_LENGTH)}
          </Field>
        )}
        <Field
          label={t.amount}
          error={
            typed !== "" && amount === undefined
              ? t.badAmount
              : act.problem?.code === "BOOK_CORRECTION_NOT_POSSIBLE"
                ? t.refusals.BOOK_CORRECTION_NOT_POSSIBLE
                : refusalOf("amount")
          }
        >
          {line(typed, setTyped, AMOUNT_LENGTH_MAX)}
        </Field>
        {isRest && (
          <Field
            label={t.settlement}
            hint={t.settlementHint}
            error={act.problem?.code === "RESOURCE_NOT_FOUND" ? t.noSettlement : refusalOf("settlement")}
          >
            {line(settlement, setSettlement, SETTLEMENT_LENGTH_MAX, false)}
          </Field>
        )}
        <Field label={t.reason} hint={t.reasonHint} error={refusalOf("reason")}>
          {line(reason, setReason, REASON_LENGTH_MAX)}
        </Field>
        {amount !== undefined && <p>{t.moves(shown, t.accounts[credit], t.accounts[debit])}</p>}
        <p class="quiet">
          {mode === "LIVE" ? t.takesTwo : t.atOnce} {differenceId !== undefined && t.endsDifference}
        </p>
        <SubmissionProblem act={act} texts={t.refusals} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || !isRight}>
            {act.isSending
              ? words.sending
              : act.isUnknown
                ? words.askAgain
                : mode === "LIVE"
                  ? t.proposeIt(shown)
                  : t.correctIt(shown)}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The control of a field for one line of text. */
const line =
  (value: string, set: (value: string) => void, lengthMax: number, isRequired = true) =>
  (attributes: FieldAttributes) => (
    <input
      {...attributes}
      required={isRequired}
      maxLength={lengthMax}
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
