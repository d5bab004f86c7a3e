import type { Locale } from "../../kit/money.ts";
import { isAlive } from "./states.ts";
import type { Charge } from "./types.ts";

/** The payer's next step, in one sentence. */
const messages = {
  confirm: {
    fr: "Confirmez le paiement sur votre téléphone.",
    en: "Approve the payment on your phone.",
    pt: "Confirme o pagamento no seu telemóvel.",
  },
  redirect: {
    fr: "Continuez sur la page de paiement qui s'ouvre.",
    en: "Continue on the payment page that opens.",
    pt: "Continue na página de pagamento que se abre.",
  },
  scan: {
    fr: "Scannez le code avec votre application de paiement.",
    en: "Scan the code with your payment app.",
    pt: "Leia o código com a sua aplicação de pagamento.",
  },
  transfer: {
    fr: "Faites le virement avec la référence indiquée.",
    en: "Make the transfer with the reference shown.",
    pt: "Faça a transferência com a referência indicada.",
  },
  checking: {
    fr: "Nous vérifions votre paiement auprès de l'opérateur. Ne payez pas de nouveau.",
    en: "We are checking your payment with the operator. Do not pay again.",
    pt: "Estamos a verificar o seu pagamento junto do operador. Não pague de novo.",
  },
} as const satisfies Record<string, Readonly<Record<Locale, string>>>;

/** Null when the payer has nothing to do, or when the step explains itself. */
export function messageToPayer(charge: Charge, locale: Locale): string | null {
  if (!isAlive(charge.status)) return null;
  if (charge.unknownSinceMs !== null || charge.reviewReason !== null) return messages.checking[locale];
  switch (charge.nextStep?.kind) {
    case "REDIRECT":
      return messages.redirect[locale];
    case "DISPLAY_QR":
      return messages.scan[locale];
    case "POLL":
      return (charge.nextStep.instructions === null ? messages.confirm : messages.transfer)[locale];
    default:
      return charge.paymentMethod === "MOBILE_MONEY" ? messages.confirm[locale] : null;
  }
}
