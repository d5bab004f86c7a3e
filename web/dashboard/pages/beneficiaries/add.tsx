import { useState } from "preact/hooks";
import { operatorCodes } from "../../../../server/src/kit/operators.ts";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { Beneficiary, Wallet } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Dialog } from "../../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { useTexts } from "../../i18n/index.ts";
import { usualWallet } from "../../parts/usual-wallet.ts";

const types: readonly Beneficiary["type"][] = ["MOBILE_MONEY", "BANK_ACCOUNT", "WALLET"];

/** What the API wants to know of an account, from the fields of the form that are shown for its type. Pure. */
function detailsOf(type: string, text: (name: string) => string | undefined) {
  const phone = text("phone")?.replace(/[\s.-]/g, "");
  if (type === "MOBILE_MONEY") return { phone, operator: text("operator"), countryCode: text("country") };
  if (type === "BANK_ACCOUNT") return { iban: text("iban")?.replace(/\s/g, ""), bankName: text("bank") };
  return { walletId: text("walletId") };
}

export function AddBeneficiary({ onClose }: { readonly onClose: () => void }) {
  const { beneficiaries: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<Beneficiary>();
  const wallets = useRead<readonly Wallet[]>("/payments/wallets");
  const currencies = [...new Set(wallets.data?.data.map(({ currency }) => currency))];
  const [type, setType] = useState<string>("MOBILE_MONEY");
  const [name, setName] = useState("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (field: string) => String(form.get(field) ?? "").trim() || undefined;
    const body = {
      name: name.trim(),
      type,
      currency: text("currency"),
      reference: text("reference"),
      details: detailsOf(type, text),
    };
    if ((await act.send("/payments/beneficiaries", { method: "POST", body })) === null) return;
    announce(t.saved);
    onClose();
    void readAgain("/payments/beneficiaries");
  };
  const line = (field: string, label: string, isRequired: boolean, type = "text") => (
    <Field label={label}>
      {(attributes) => (
        <input {...attributes} name={field} type={type} required={isRequired} maxLength={64} />
      )}
    </Field>
  );
  return (
    <Dialog title={t.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.name}>
          {(attributes) => (
            <input
              {...attributes}
              required
              maxLength={100}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Choice label={t.type} value={type} options={types.map((one) => [one, t[one]])} onChange={setType} />
        {type === "MOBILE_MONEY" && (
          <>
            {line("phone", t.phone, true, "tel")}
            <Choice
              label={t.operator}
              name="operator"
              value="MTN"
              options={operatorCodes.map((one) => [one, one])}
            />
          </>
        )}
        {type === "BANK_ACCOUNT" && (
          <>
            {line("iban", t.iban, true)}
            {line("bank", t.bank, false)}
          </>
        )}
        {type === "WALLET" && line("walletId", t.walletId, true)}
        <Choice
          label={t.currency}
          name="currency"
          value={usualWallet(wallets.data?.data ?? [])?.currency ?? ""}
          options={currencies.map((one) => [one, one])}
        />
        {line("reference", t.reference, false)}
        <p class="hint">{t.coolOff}</p>
        <SubmissionProblem act={act} />
        <div class="actions">
          <button type="submit" disabled={act.isSending}>
            {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.save(name.trim())}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
