import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { InTransit } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { asTyped, typedAmount } from "../../ui/format/typed-amount.ts";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem, useRefusalOf } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

interface ArriveProps {
  readonly settlement: InTransit;
  readonly onClose: () => void;
}

const REFERENCE_LENGTH_MAX = 100;

/** Books what a provider sent as arrived: by an entry of the bank's statement, or by what a person reads there. */
export function Arrive({ settlement, onClose }: ArriveProps) {
  const { bank: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const act = useSubmission();
  const refusalOf = useRefusalOf(act);
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const { providerAccountId, mode, currency, openAmount, suggestions } = settlement;
  const [entryId, setEntryId] = useState(suggestions[0]?.bankEntryId ?? "");
  const [typed, setTyped] = useState(asTyped(openAmount, currency));
  const [reference, setReference] = useState("");
  const entry = suggestions.find(({ bankEntryId }) => bankEntryId === entryId);
  const amount = entry?.amount ?? typedAmount(typed, currency)?.toString();
  const isTooMuch = amount !== undefined && BigInt(amount) > BigInt(openAmount);
  const named = entry?.reference ?? reference.trim();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (amount === undefined || isTooMuch || named === "") return;
    const body = {
      providerAccountId,
      mode,
      currency,
      amount,
      reference: named,
      settlement: settlement.transactionId ?? settlement.reference,
      ...(entry === undefined ? {} : { bankEntryId: entry.bankEntryId }),
    };
    if ((await act.send("/tenant/reconciliation/arrivals", { method: "POST", body })) === null) return;
    announce(t.wasBooked);
    await readAgain("/tenant/");
    onClose();
  };
  const code = act.problem?.code;
  return (
    <Dialog title={t.arrived} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{t.arriveSays(format.amount(openAmount, currency))}</p>
        {suggestions.length > 0 && (
          <Choice
            label={t.byEntry}
            value={entryId}
            options={[
              ...suggestions.map(
                (one) =>
                  [
                    one.bankEntryId,
                    t.entryLine(
                      format.amount(one.amount, currency),
                      format.date(one.bookedOn),
                      one.reasons.map((reason) => t.arrivalReasons[reason]).join(", "),
                    ),
                  ] as const,
              ),
              ["", t.otherEntry] as const,
            ]}
            error={code === "ARRIVAL_DIFFERS_FROM_ENTRY" ? t.refusals.ARRIVAL_DIFFERS_FROM_ENTRY : null}
            onChange={setEntryId}
          />
        )}
        {entry === undefined && (
          <>
            <Field
              label={t.amountThere}
              error={amount === undefined ? t.badAmount : isTooMuch ? t.tooMuch : refusalOf("amount")}
            >
              {(attributes) => (
                <input
                  {...attributes}
                  inputMode="decimal"
                  required
                  value={typed}
                  onInput={(event) => setTyped(event.currentTarget.value)}
                />
              )}
            </Field>
            <Field
              label={t.bankNumber}
              hint={t.bankNumberHint}
              error={
                code === "ARRIVAL_ALREADY_BOOKED" ? t.refusals.ARRIVAL_ALREADY_BOOKED : refusalOf("reference")
              }
            >
              {(attributes) => (
                <input
                  {...attributes}
                  required
                  maxLength={REFERENCE_LENGTH_MAX}
                  value={reference}
                  onInput={(event) => setReference(event.currentTarget.value)}
                />
              )}
            </Field>
          </>
        )}
        {entry !== undefined && isTooMuch && <p role="alert">{t.tooMuch}</p>}
        <SubmissionProblem act={act} texts={t.refusals} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || amount === undefined || isTooMuch || named === ""}>
            {act.isSending
              ? words.sending
              : act.isUnknown
                ? words.askAgain
                : t.bookIt(amount === undefined ? "" : format.amount(amount, currency))}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
