import { useState } from "preact/hooks";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Merchant, Wallet } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { typedAmount } from "../../ui/format/typed-amount.ts";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

interface ProposeProps {
  readonly mode: Mode;
  readonly onClose: () => void;
}

/** Proposes to add to a merchant's balance, or to take from it. Nothing is booked before another operator confirms it. */
export function Propose({ mode, onClose }: ProposeProps) {
  const { ledger: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const act = useSubmission();
  const readAgain = useReadAgain();
  const [merchantId, setMerchantId] = useState("");
  const [walletId, setWalletId] = useState("");
  const [direction, setDirection] = useState<"CREDIT" | "DEBIT">("CREDIT");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [evidence, setEvidence] = useState("");
  const merchants = useRead<readonly Merchant[]>("/tenant/merchants?pageSize=100");
  const wallets = useRead<readonly Wallet[]>(
    merchantId === "" ? null : `/tenant/merchants/${merchantId}/wallets?mode=${mode}`,
  );
  const owned = merchantId === "" ? [] : (wallets.data?.data ?? []);
  const wallet = owned.find(({ id }) => id === walletId) ?? owned[0];
  const minor = wallet === undefined ? null : typedAmount(amount, wallet.currency);
  const isRight = wallet !== undefined && minor !== null && reason.trim() !== "";
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isRight) return;
    const body = {
      merchantId,
      mode,
      walletId: wallet.id,
      direction,
      amount: minor.toString(),
      reason: reason.trim(),
      ...(evidence.trim() === "" ? {} : { evidence: evidence.trim() }),
    };
    const answer = await act.send("/tenant/ledger/corrections", { method: "POST", body });
    if (answer === null) return;
    announce(t.proposed);
    await readAgain("/tenant/ledger");
    onClose();
  };
  const shown =
    minor === null || wallet === undefined ? "" : format.amount(minor.toString(), wallet.currency);
  return (
    <Dialog title={t.propose} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Choice
          label={t.merchant}
          value={merchantId}
          options={[
            ["", t.chooseMerchant] as const,
            ...(merchants.data?.data ?? []).map(({ id, displayName }) => [id, displayName] as const),
          ]}
          onChange={(value) => {
            setMerchantId(value);
            setWalletId("");
          }}
        />
        {owned.length > 0 && (
          <Choice
            label={t.wallet}
            value={wallet?.id ?? ""}
            options={owned.map(({ id, currency, availableMinor }) => [
              id,
              t.walletHolds(currency, format.amount(availableMinor, currency)),
            ])}
            onChange={setWalletId}
          />
        )}
        <fieldset>
          <legend>{t.direction}</legend>
          {(["CREDIT", "DEBIT"] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="direction"
                checked={direction === one}
                onChange={() => setDirection(one)}
              />{" "}
              {t.directionSays[one]}
            </label>
          ))}
        </fieldset>
        <Field label={t.amount} error={amount !== "" && minor === null ? t.badAmount : null}>
          {(attributes) => (
            <input
              {...attributes}
              inputMode="decimal"
              required
              value={amount}
              onInput={(event) => setAmount(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t.reason} hint={t.reasonHint}>
          {(attributes) => (
            <input
              {...attributes}
              required
              maxLength={500}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t.evidence} hint={t.evidenceHint}>
          {(attributes) => (
            <input
              {...attributes}
              maxLength={1000}
              value={evidence}
              onInput={(event) => setEvidence(event.currentTarget.value)}
            />
          )}
        </Field>
        <p class="quiet">{t.proposeSays}</p>
        <SubmissionProblem act={act} texts={t.problems} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || !isRight}>
            {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.proposeIt(shown)}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
