import { useState } from "preact/hooks";
import { currencyCodes } from "../../../server/src/kit/currency.ts";
import { type Mode, type PaymentMethod, paymentMethods } from "../../../server/src/kit/payment-terms.ts";
import type { FeeSchedule } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { useTexts } from "../i18n/index.ts";
import type { PricedWay } from "./propose.tsx";

interface ChooseWayProps {
  readonly mode: Mode;
  /** What has a price already, and is changed in its own row. */
  readonly priced: readonly FeeSchedule[];
  readonly onChosen: (way: PricedWay) => void;
  readonly onClose: () => void;
}

/** Asks for which method and currency a first price is set; only those without one are offered. */
export function ChooseWay({ mode, priced, onChosen, onClose }: ChooseWayProps) {
  const { fees: t } = useTexts();
  const { act: words, methods, payment } = useUiTexts();
  const [method, setMethod] = useState<PaymentMethod>("MOBILE_MONEY");
  const [chosen, setChosen] = useState("");
  const left = currencyCodes.filter(
    (currency) => !priced.some((one) => one.method === method && one.currency === currency),
  );
  const currency = left.find((one) => one === chosen) ?? left[0];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (currency !== undefined) onChosen({ mode, method, currency });
  };
  return (
    <Dialog title={t.add} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{t.addSays}</p>
        <Choice
          label={payment.method}
          value={method}
          options={paymentMethods.map((one) => [one, methods[one]] as const)}
          onChange={(value) => setMethod(value as PaymentMethod)}
        />
        <Choice
          label={t.currency}
          value={currency ?? ""}
          options={left.map((one) => [one, one] as const)}
          onChange={setChosen}
        />
        <div class="actions">
          <button type="submit" disabled={currency === undefined}>
            {t.next}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
