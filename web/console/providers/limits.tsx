import { useState } from "preact/hooks";
import type { ProviderAccount } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { asTyped, typedAmount } from "../../ui/format/typed-amount.ts";
import { ConflictProblem, useConflict } from "../../ui/parts/conflict.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Facts } from "../../ui/parts/facts.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { useAccountChange } from "./account-change.ts";

type Limit = ProviderAccount["limits"][number];

/** What the account may take in one payment and in one day. */
export function Limits({ account }: { readonly account: ProviderAccount }) {
  const { providers: t } = useTexts();
  const format = useFormat();
  const mayChange = useMayAct()("updateProviderAccount");
  const [edited, setEdited] = useState<Limit | null>(null);
  const amount = (minor: string | null, currency: string) =>
    minor === null ? t.noLimit : format.amount(minor, currency);
  const fresh: Limit = { currency: "", perPayment: null, perDay: null, countsPayouts: false };
  return (
    <>
      {account.limits.length === 0 && <p>{t.unlimited}</p>}
      {account.limits.map((limit) => (
        <section key={limit.currency}>
          <h3>{limit.currency}</h3>
          <Facts
            facts={[
              [t.perPayment, amount(limit.perPayment, limit.currency)],
              [t.perDay, amount(limit.perDay, limit.currency)],
              [t.countsPayouts, limit.countsPayouts ? t.yes : t.no],
            ]}
          />
          {mayChange && (
            <button type="button" class="small quiet" aria-haspopup="dialog" onClick={() => setEdited(limit)}>
              {t.changeLimit(limit.currency)}
            </button>
          )}
        </section>
      ))}
      {mayChange && (
        <div class="actions">
          <button type="button" class="small" aria-haspopup="dialog" onClick={() => setEdited(fresh)}>
            {t.addLimit}
          </button>
        </div>
      )}
      {edited !== null && <LimitDialog account={account} limit={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface LimitDialogProps {
  readonly account: ProviderAccount;
  readonly limit: Limit;
  readonly onClose: () => void;
}

function LimitDialog({ account, limit, onClose }: LimitDialogProps) {
  const { providers: t } = useTexts();
  const { act: words } = useUiTexts();
  const { act, change } = useAccountChange(account);
  const conflict = useConflict<ProviderAccount>(act, `/tenant/provider-accounts/${account.id}`);
  const [currency, setCurrency] = useState(limit.currency);
  const [perPayment, setPerPayment] = useState(asTyped(limit.perPayment, limit.currency));
  const [perDay, setPerDay] = useState(asTyped(limit.perDay, limit.currency));
  const [countsPayouts, setCountsPayouts] = useState(limit.countsPayouts);
  const minorOf = (typed: string) =>
    typed === "" ? null : (typedAmount(typed, currency)?.toString() ?? null);
  const isWrong = (typed: string) => typed !== "" && minorOf(typed) === null;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isWrong(perPayment) || isWrong(perDay)) return;
    const changed = { currency, perPayment: minorOf(perPayment), perDay: minorOf(perDay), countsPayouts };
    const base = conflict.latest ?? account;
    const others = base.limits.filter((one) => one.currency !== currency);
    if (await change({ limits: [...others, changed] }, t.limitSaved, base)) onClose();
  };
  const compare = ({ limits }: ProviderAccount) => {
    const now = limits.find((one) => one.currency === currency);
    return [
      { label: t.perPayment, now: asTyped(now?.perPayment ?? null, currency), typed: perPayment },
      { label: t.perDay, now: asTyped(now?.perDay ?? null, currency), typed: perDay },
      {
        label: t.countsPayouts,
        now: now?.countsPayouts === true ? t.yes : t.no,
        typed: countsPayouts ? t.yes : t.no,
      },
    ];
  };
  return (
    <Dialog title={t.limits} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {limit.currency === "" && (
          <Field label={t.currency} hint={t.currencyHint}>
            {(attributes) => (
              <input
                {...attributes}
                required
                maxLength={3}
                value={currency}
                autoCapitalize="characters"
                onInput={(event) => setCurrency(event.currentTarget.value.toUpperCase().trim())}
              />
            )}
          </Field>
        )}
        {(
          [
            [t.perPayment, perPayment, setPerPayment],
            [t.perDay, perDay, setPerDay],
          ] as const
        ).map(([label, value, set]) => (
          <Field key={label} label={label} hint={t.limitHint} error={isWrong(value) ? t.badAmount : null}>
            {(attributes) => (
              <input
                {...attributes}
                inputMode="decimal"
                value={value}
                onInput={(event) => set(event.currentTarget.value)}
              />
            )}
          </Field>
        ))}
        <fieldset>
          <label>
            <input
              type="checkbox"
              checked={countsPayouts}
              onChange={(event) => setCountsPayouts(event.currentTarget.checked)}
            />{" "}
            {t.countsPayouts}
          </label>
        </fieldset>
        <p class="quiet">{account.mode === "LIVE" ? t.limitTakesTwo : t.limitSays}</p>
        <ConflictProblem act={act} conflict={conflict} compare={compare} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || isWrong(perPayment) || isWrong(perDay)}>
            {act.isSending ? words.sending : t.saveLimit}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
