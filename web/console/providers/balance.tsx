import { useState } from "preact/hooks";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Coverage, ProviderAccount } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { asTyped, typedAmount } from "../../ui/format/typed-amount.ts";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { Balances } from "../parts/balances.tsx";
import { useAccountChange } from "./account-change.ts";

/** What the account holds by its provider and by our book, and by how much the two may differ. */
export function AccountBalance({ account }: { readonly account: ProviderAccount }) {
  const { providers: t } = useTexts();
  const mayChange = useMayAct()("updateProviderAccount");
  const [edited, setEdited] = useState<string | null>(null);
  const query = queryOf({ mode: account.mode, providerAccountId: account.id });
  const read = useRead<readonly Coverage[]>(`/tenant/reconciliation/coverage${query}`);
  return (
    <Shown read={read}>
      {({ data }) => {
        const balances = data.flatMap((coverage) => coverage.balances);
        if (balances.length === 0) return <p>{t.noBalance}</p>;
        return (
          <>
            <Balances balances={balances} />
            {mayChange && (
              <div class="actions">
                {balances.map(({ currency }) => (
                  <button
                    key={currency}
                    type="button"
                    class="small quiet"
                    aria-haspopup="dialog"
                    onClick={() => setEdited(currency)}
                  >
                    {t.changeTolerance(currency)}
                  </button>
                ))}
              </div>
            )}
            {edited !== null && (
              <ToleranceDialog account={account} currency={edited} onClose={() => setEdited(null)} />
            )}
          </>
        );
      }}
    </Shown>
  );
}

interface ToleranceDialogProps {
  readonly account: ProviderAccount;
  readonly currency: string;
  readonly onClose: () => void;
}

function ToleranceDialog({ account, currency, onClose }: ToleranceDialogProps) {
  const { providers: t } = useTexts();
  const { act: words } = useUiTexts();
  const { act, change } = useAccountChange(account);
  const held = account.balanceTolerances.find((one) => one.currency === currency);
  const [typed, setTyped] = useState(asTyped(held?.amount ?? null, currency));
  const amount = typed === "" ? "0" : typedAmount(typed, currency)?.toString();
  const isWrong = amount === undefined;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (amount === undefined) return;
    const others = account.balanceTolerances.filter((one) => one.currency !== currency);
    const values = { balanceTolerances: [...others, { currency, amount }] };
    if (await change(values, t.toleranceSaved)) onClose();
  };
  return (
    <Dialog title={t.changeTolerance(currency)} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.tolerance} hint={t.toleranceHint} error={isWrong ? t.badAmount : null}>
          {(attributes) => (
            <input
              {...attributes}
              inputMode="decimal"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <p class="quiet">{account.mode === "LIVE" ? t.toleranceTakesTwo : t.toleranceSays}</p>
        <SubmissionProblem act={act} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || isWrong}>
            {act.isSending ? words.sending : t.saveTolerance}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
