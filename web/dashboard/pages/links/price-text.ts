import type { PaymentLink } from "../../../ui/api/views.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { useTexts } from "../../i18n/index.ts";

/** What a payer pays by the link, in words. */
export function usePriceText(): (link: PaymentLink) => string {
  const { links: t } = useTexts();
  const format = useFormat();
  return ({ amount, currency, quantityMin, quantityMax }) => {
    if (amount === null) return t.openPrice(currency);
    const shown = format.amount(amount, currency);
    return quantityMin === null || quantityMax === null ? shown : t.eachOf(shown, quantityMin, quantityMax);
  };
}

/** The limits of an open amount; null where there is none, or the amount is fixed. */
export function useLimitsText(): (link: PaymentLink) => string | null {
  const { links: t } = useTexts();
  const format = useFormat();
  return ({ amountMin, amountMax, currency }) => {
    const [least, most] = [amountMin, amountMax].map((minor) =>
      minor === null ? "" : format.amount(minor, currency),
    ) as [string, string];
    if (amountMin !== null && amountMax !== null) return t.fromTo(least, most);
    if (amountMin !== null) return t.atLeast(least);
    return amountMax === null ? null : t.atMost(most);
  };
}
