import type { Locale } from "../../kit/money.ts";

/** What a merchant shares: text for a message, and the address as a code to print. */
export interface LinkShare {
  readonly text: string;
  readonly qrPngUrl: string;
  readonly qrSvgUrl: string;
  readonly previewUrl: string;
}

interface Shared {
  /** The link's public page. */
  readonly url: string;
  readonly title: string | null;
  /** Null: the payer chooses the amount. */
  readonly amountDisplay: string | null;
  readonly merchantName: string;
}

/** The message in the merchant's language, with the address last, so that chat applications show a preview. */
const messages: Readonly<Record<Locale, (shared: Shared) => string>> = {
  fr: ({ title, amountDisplay, merchantName, url }) =>
    `${title === null ? "" : `${title}\u00a0: `}${amountDisplay ?? (title === null ? "Montant libre" : "montant libre")} à payer à ${merchantName}. Payez ici\u00a0: ${url}`,
  en: ({ title, amountDisplay, merchantName, url }) =>
    `${title === null ? "" : `${title}: `}${amountDisplay ?? (title === null ? "Any amount" : "any amount")} to pay to ${merchantName}. Pay here: ${url}`,
  pt: ({ title, amountDisplay, merchantName, url }) =>
    `${title === null ? "" : `${title}: `}${amountDisplay ?? (title === null ? "Valor livre" : "valor livre")} a pagar a ${merchantName}. Pague aqui: ${url}`,
};

export function shareOf(shared: Shared, locale: Locale): LinkShare {
  return {
    // Some SMS gateways lose narrow no-break spaces; no-break spaces survive.
    text: messages[locale](shared).replaceAll("\u202f", "\u00a0"),
    qrPngUrl: `${shared.url}/qr.png`,
    qrSvgUrl: `${shared.url}/qr.svg`,
    previewUrl: `${shared.url}/preview.png`,
  };
}
