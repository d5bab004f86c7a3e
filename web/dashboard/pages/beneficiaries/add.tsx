import { useState } from "preact/hooks";
import { operatorCodes } from "../../../../server/src/kit/operators.ts";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { Beneficiary, Wallet } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { operatorName } from "../../../ui/format/operators.ts";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Dialog } from "../../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../../ui/parts/field.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { useTexts } from "../../i18n/index.ts";
import { usualWallet } from "../../parts/usual-wallet.ts";

const types: readonly Beneficiary["type"][] = ["MOBILE_MONEY", "BANK_ACCOUNT", "WALLET"];

/** What the API wants to know of an account, from the fields of the form that are shown for its type. Pure. */
function detailsOf(type: string, text: (name: string) => string | undefined) {
  const phone = text("phone")?.replace(/[\s.-]/g, "");
  if (type === "MOBILE_MONEY") return { phone, operator: text("operator") };
  if (type === "BANK_ACCOUNT") return { iban: text("iban")?.replace(/\s/g, ""), bankName: text("bank") };
  return { walletId: text("walletId") };
}

interface AddBeneficiaryProps {
  readonly onClose: () => void;
}

export function AddBeneficiary({ onClose }: AddBeneficiaryProps) {
  const { beneficiaries: t } = useTexts();
  const wallets = useRead<readonly Wallet[]>("/payments/wallets");
  return (
    <Dialog title={t.add} onClose={onClose}>
      <Shown read={wallets}>{({ data }) => <BeneficiaryForm wallets={data} onClose={onClose} />}</Shown>
    </Dialog>
  );
}

function BeneficiaryForm({
  wallets,
  onClose,
}: AddBeneficiaryProps & { readonly wallets: readonly Wallet[] }) {
  const { beneficiaries: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<Beneficiary>();
  const currencies = [...new Set(wallets.map((wallet) => wallet.currency))];
  const [type, setType] = useState<string>("MOBILE_MONEY");
  const [name, setName] = useState("");
  const [operator, setOperator] = useState<string>("MTN");
  const [currency, setCurrency] = useState<string>(usualWallet(wallets)?.currency ?? "");
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
            value={operator}
            options={operatorCodes.map((one) => [one, operatorName(one)])}
            onChange={setOperator}
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
        value={currency}
        options={currencies.map((one) => [one, one])}
        onChange={setCurrency}
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
  );
}
