import type { Charge } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { operatorName } from "../format/operators.ts";

/** `MTN MoMo`, `Carte ···· 4242`: by what a charge was paid. */
export function PaidBy({ charge: { paymentMethod, paymentMethodDetails } }: { readonly charge: Charge }) {
  const { methods } = useUiTexts();
  const { operator, brand, last4 } = paymentMethodDetails;
  const name = (operator === null ? null : operatorName(operator)) ?? brand ?? methods[paymentMethod];
  return (
    <>
      {name}
      {last4 === null ? "" : ` ···· ${last4}`}
    </>
  );
}
