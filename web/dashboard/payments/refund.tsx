import { useState } from "preact/hooks";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Charge, Refund } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { amountKeyboard, typedAmount } from "../../ui/format/typed-amount.ts";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

/** Minor units of a charge that were neither given back nor are on their way back. Pure. */
export const refundable = (
  { amount, amountRefunded }: Pick<Charge, "amount" | "amountRefunded">,
  underWay: readonly Pick<Refund, "amount">[],
): bigint =>
  underWay.reduce((left, refund) => left - BigInt(refund.amount), BigInt(amount) - BigInt(amountRefunded));

interface RefundDialogProps {
  readonly charge: Charge;
  /** Minor units that are left to give back. */
  readonly most: bigint;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Gives a payment back, whole or in part. The button says the amount; the same form never refunds twice. */
export function RefundDialog({ charge, most, onClose, onDone }: RefundDialogProps) {
  const { refunding: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const act = useSubmission();
  const [typed, setTyped] = useState<string | null>(null);
  const [reason, setReason] = useState<keyof typeof t.reasons>("REQUESTED_BY_PAYER");
  const [note, setNote] = useState("");
  const { currency } = charge;
  const asText = (minor: bigint) => format.amount(minor.toString(), currency);
  const minor = typed === null ? most : typedAmount(typed, currency);
  const isGood = minor !== null && minor <= most;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isGood) return;
    const body = { amount: minor.toString(), reason, ...(note.trim() === "" ? {} : { note: note.trim() }) };
    const answer = await act.send(`/payments/charges/${charge.id}/refunds`, { method: "POST", body });
    if (answer === null) return;
    announce(t.done(asText(minor)));
    onDone();
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <fieldset>
          <legend>{t.amount}</legend>
          <label>
            <input type="radio" name="part" checked={typed === null} onChange={() => setTyped(null)} />{" "}
            {t.whole} {asText(most)}
          </label>
          <label>
            <input type="radio" name="part" checked={typed !== null} onChange={() => setTyped("")} /> {t.part}
          </label>
        </fieldset>
        {typed !== null && (
          <Field
            label={t.amount}
            hint={t.amountHint(asText(most))}
            error={typed !== "" && !isGood ? t.badAmount(asText(most)) : null}
          >
            {(attributes) => (
              <input
                {...attributes}
                inputMode={amountKeyboard(currency)}
                value={typed}
                required
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <Choice
          label={t.reason}
          value={reason}
          options={Object.entries(t.reasons)}
          onChange={(value) => setReason(value as keyof typeof t.reasons)}
        />
        <Field label={t.note}>
          {(attributes) => (
            <input
              {...attributes}
              maxLength={500}
              value={note}
              onInput={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          {t.to(
            charge.paymentMethodDetails.phone ?? charge.paymentMethodDetails.operator ?? charge.paymentMethod,
          )}
        </p>
        <p class="quiet">{t.from}</p>
        <SubmissionProblem act={act} />
        <div class="actions">
          <button type="submit" disabled={!isGood || act.isSending}>
            {act.isSending
              ? words.sending
              : act.isUnknown
                ? words.askAgain
                : t.submit(asText(isGood ? minor : most))}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
