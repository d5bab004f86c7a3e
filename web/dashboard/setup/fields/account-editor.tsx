import { currencyCodes } from "../../../../server/src/kit/currency.ts";
import { Choice } from "../../../ui/parts/field.tsx";
import { useTexts } from "../../i18n/index.ts";
import type { ErrorOf } from "../refused.ts";
import type { AccountNumberField, TypedAccount } from "../typed.ts";
import { TextInput } from "./text-input.tsx";

interface AccountEditorProps {
  readonly typed: TypedAccount;
  readonly onChange: (typed: TypedAccount) => void;
  readonly errorOf: ErrorOf;
}

/** Where the merchant's own money goes. */
export function AccountEditor({ typed, onChange, errorOf }: AccountEditorProps) {
  const { setup: t } = useTexts();
  const { numberField } = typed;
  const error = (name: string) => errorOf(`settlementAccount.${name}`);
  return (
    <>
      <Choice
        label={t.accountForm.kind}
        value={numberField}
        options={Object.entries(t.accountForm.kinds)}
        onChange={(kind) => onChange({ ...typed, numberField: kind as AccountNumberField, number: "" })}
      />
      <TextInput
        label={t.accountForm.numbers[numberField]}
        hint={t.accountForm.hints[numberField]}
        type={numberField === "phone" ? "tel" : "text"}
        value={typed.number}
        onInput={(number) => onChange({ ...typed, number })}
        error={error(numberField)}
      />
      {numberField !== "phone" && (
        <TextInput
          label={t.accountForm.bankName}
          value={typed.bankName}
          onInput={(bankName) => onChange({ ...typed, bankName })}
          error={error("bankName")}
          isRequired={numberField === "accountNumber"}
        />
      )}
      <TextInput
        label={t.accountForm.accountHolder}
        hint={t.accountForm.accountHolderHint}
        value={typed.accountHolder}
        onInput={(accountHolder) => onChange({ ...typed, accountHolder })}
        error={error("accountHolder")}
      />
      <Choice
        label={t.accountForm.currency}
        value={typed.currency}
        options={[["", t.choose], ...currencyCodes.map((code) => [code, code] as const)]}
        onChange={(currency) => onChange({ ...typed, currency })}
        error={error("currency")}
      />
    </>
  );
}
