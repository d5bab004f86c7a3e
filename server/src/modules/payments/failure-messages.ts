import type { Locale } from "../../kit/money.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";

/** The text for the payer: one neutral sentence and the next action. No raw provider text, no hint on risk rules. */
const messages: { readonly [code in FailureCode]: { readonly [locale in Locale]: string } } = {
  PAYMENT_NOT_CONFIRMED: {
    fr: "Vous n'avez pas confirmé le paiement sur votre téléphone ou le code saisi n'était pas le bon. Réessayez, puis validez la demande.",
    en: "You did not confirm the payment on your phone, or the code was not right. Try again and approve the request.",
    pt: "O pagamento não foi confirmado no seu telemóvel ou o código não estava certo. Tente de novo e aprove o pedido.",
  },
  INSUFFICIENT_FUNDS: {
    fr: "Votre solde ne suffit pas. Rechargez votre compte ou payez par un autre moyen.",
    en: "Your balance is too low. Top up your account or pay another way.",
    pt: "O seu saldo não chega. Carregue a sua conta ou pague de outra forma.",
  },
  PAYMENT_IN_PROGRESS: {
    fr: "Un paiement est déjà en cours avec ce numéro ou ce compte. Attendez quelques minutes avant de recommencer.",
    en: "A payment with this number or account is already under way. Wait a few minutes before trying again.",
    pt: "Já há um pagamento em curso com este número ou conta. Espere alguns minutos antes de tentar de novo.",
  },
  PAYER_NOT_FOUND: {
    fr: "L'opérateur ne connaît pas ce numéro ou ce compte. Vérifiez-le, puis réessayez.",
    en: "The operator does not know this number or account. Check it and try again.",
    pt: "O operador não conhece este número ou conta. Verifique e tente de novo.",
  },
  LIMIT_EXCEEDED: {
    fr: "Vous avez atteint le plafond de votre compte. Payez un montant plus petit ou par un autre moyen.",
    en: "You have reached the limit of your account. Pay a smaller amount or pay another way.",
    pt: "Atingiu o limite da sua conta. Pague um valor menor ou de outra forma.",
  },
  INVALID_RECIPIENT: {
    fr: "Ce numéro ou ce compte ne convient pas à ce moyen de paiement. Corrigez la saisie.",
    en: "This number or account does not work with this payment method. Correct what you entered.",
    pt: "Este número ou conta não serve para este meio de pagamento. Corrija o que escreveu.",
  },
  AMOUNT_OUT_OF_BOUNDS: {
    fr: "Ce moyen de paiement n'accepte pas un tel montant. Choisissez-en un autre.",
    en: "This payment method does not take such an amount. Choose another one.",
    pt: "Este meio de pagamento não aceita este valor. Escolha outro.",
  },
  INVALID_AMOUNT: {
    fr: "Ce moyen de paiement refuse ce montant. Choisissez-en un autre ou contactez le marchand.",
    en: "This payment method refuses this amount. Choose another one or contact the merchant.",
    pt: "Este meio de pagamento recusa este valor. Escolha outro ou contacte o comerciante.",
  },
  INVALID_CURRENCY: {
    fr: "Ce moyen de paiement n'accepte pas cette devise. Choisissez-en un autre.",
    en: "This payment method does not take this currency. Choose another one.",
    pt: "Este meio de pagamento não aceita esta moeda. Escolha outro.",
  },
  PROVIDER_UNAVAILABLE: {
    fr: "Le service de l'opérateur ne répond pas en ce moment. Réessayez plus tard ou payez par un autre moyen.",
    en: "The operator's service is not responding at the moment. Try again later or pay another way.",
    pt: "O serviço do operador não responde neste momento. Tente mais tarde ou pague de outra forma.",
  },
  CARD_DECLINED: {
    fr: "Votre banque a refusé la carte. Contactez-la ou utilisez une autre carte.",
    en: "Your bank declined the card. Contact your bank or use another card.",
    pt: "O seu banco recusou o cartão. Contacte-o ou use outro cartão.",
  },
  PAYMENT_CANCELLED: {
    fr: "Le paiement a été annulé, ou le délai est passé. Vous pouvez recommencer.",
    en: "The payment was cancelled, or it took too long. You can start again.",
    pt: "O pagamento foi cancelado ou o prazo passou. Pode recomeçar.",
  },
  RISK_BLOCKED: {
    fr: "Ce paiement n'a pas été accepté. Contactez votre opérateur, votre banque ou le marchand.",
    en: "This payment was not accepted. Contact your operator, your bank or the merchant.",
    pt: "Este pagamento não foi aceite. Contacte o seu operador, o seu banco ou o comerciante.",
  },
  UNKNOWN: {
    fr: "Le paiement n'a pas abouti, sans que la raison nous soit donnée. Réessayez ou payez par un autre moyen.",
    en: "The payment did not go through and no reason was given. Try again or pay another way.",
    pt: "O pagamento não foi concluído e não nos deram a razão. Tente de novo ou pague de outra forma.",
  },
};

export function failureMessage(code: FailureCode, locale: Locale): string {
  return messages[code][locale];
}
