import type { Charge } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";

/** `MTN`, `Carte ···· 4242`: by what a charge was paid. */
export function PaidBy({ charge: { paymentMethod, paymentMethodDetails } }: { readonly charge: Charge }) {
  const { methods } = useUiTexts();
  const { operator, brand, last4 } = paymentMethodDetails;
  const name = operator ?? brand ?? methods[paymentMethod];
  return (
    <>
      {name}
      {last4 === null ? "" : ` ···· ${last4}`}
    </>
  );
}
