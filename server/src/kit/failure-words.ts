import type { Locale } from "./money.ts";
import type { FailureCode } from "./payment-terms.ts";

/** Why a payment failed, and what its payer can do. The second sentence is left out where no other try is possible. */
export interface FailureWords {
  readonly message: string;
  readonly next: string;
}

/**
 * What payers read about each failure, on our pages and in the API: one neutral sentence and the next action. No raw text of
 * a provider, no hint on risk rules.
 */
export const failureWords: Readonly<Record<Locale, Readonly<Record<FailureCode, FailureWords>>>> = {
  fr: {
    PAYMENT_NOT_CONFIRMED: {
      message: "Le paiement n’a pas été confirmé à temps sur le téléphone.",
      next: "Gardez votre téléphone déverrouillé à portée de main, réessayez, puis saisissez votre code secret.",
    },
    INSUFFICIENT_FUNDS: {
      message: "Le solde du compte ne suffit pas.",
      next: "Rechargez votre compte puis réessayez, ou choisissez un autre moyen de paiement.",
    },
    PAYMENT_IN_PROGRESS: {
      message: "Ce numéro a déjà un autre paiement en attente.",
      next: "Terminez ou refusez l’autre demande sur votre téléphone, attendez quelques minutes, puis réessayez.",
    },
    PAYER_NOT_FOUND: {
      message: "L’opérateur ne connaît pas ce numéro ou ce compte.",
      next: "Vérifiez le numéro et l’opérateur choisis.",
    },
    LIMIT_EXCEEDED: {
      message: "Une limite de votre compte est atteinte.",
      next: "Attendez que votre plafond se libère, ou choisissez un autre moyen de paiement.",
    },
    INVALID_RECIPIENT: {
      message: "Ce numéro ou ce compte ne convient pas à ce moyen de paiement.",
      next: "Vérifiez votre saisie, ou choisissez un autre moyen de paiement.",
    },
    AMOUNT_OUT_OF_BOUNDS: {
      message: "Ce moyen de paiement n’accepte pas un montant de cette taille.",
      next: "Choisissez un autre moyen de paiement.",
    },
    INVALID_AMOUNT: {
      message: "Ce moyen de paiement refuse ce montant.",
      next: "Choisissez un autre moyen de paiement, ou contactez le marchand.",
    },
    INVALID_CURRENCY: {
      message: "Ce moyen de paiement n’accepte pas cette monnaie.",
      next: "Choisissez un autre moyen de paiement.",
    },
    PROVIDER_UNAVAILABLE: {
      message: "Le service de l’opérateur ne répond pas pour le moment.",
      next: "Réessayez dans quelques minutes, ou choisissez un autre moyen de paiement.",
    },
    CARD_DECLINED: {
      message: "La banque a refusé la carte.",
      next: "Utilisez une autre carte, ou demandez la raison à votre banque.",
    },
    PAYMENT_CANCELLED: {
      message: "Le paiement a été annulé, ou la demande n’a plus cours.",
      next: "Vous pouvez recommencer quand vous voulez.",
    },
    RISK_BLOCKED: {
      message: "Ce paiement ne peut pas être accepté.",
      next: "Adressez-vous à votre opérateur, à votre banque ou au marchand.",
    },
    UNKNOWN: {
      message: "Aucune raison n’a été donnée pour cet échec.",
      next: "Réessayez, ou choisissez un autre moyen de paiement.",
    },
  },
  en: {
    PAYMENT_NOT_CONFIRMED: {
      message: "The payment was not confirmed on the phone in time.",
      next: "Keep your phone unlocked and at hand, try again, then enter your PIN.",
    },
    INSUFFICIENT_FUNDS: {
      message: "There is not enough money in the account.",
      next: "Top up your account and try again, or choose another payment method.",
    },
    PAYMENT_IN_PROGRESS: {
      message: "This number already has another payment waiting.",
      next: "Finish or refuse the other request on your phone, wait a few minutes, then try again.",
    },
    PAYER_NOT_FOUND: {
      message: "The operator does not know this number or account.",
      next: "Check the number and the operator you chose.",
    },
    LIMIT_EXCEEDED: {
      message: "Your account has reached a limit.",
      next: "Wait until your limit is free again, or choose another payment method.",
    },
    INVALID_RECIPIENT: {
      message: "This number or account does not suit this payment method.",
      next: "Check what you entered, or choose another payment method.",
    },
    AMOUNT_OUT_OF_BOUNDS: {
      message: "This payment method does not take an amount of this size.",
      next: "Choose another payment method.",
    },
    INVALID_AMOUNT: {
      message: "This payment method refuses this amount.",
      next: "Choose another payment method, or contact the merchant.",
    },
    INVALID_CURRENCY: {
      message: "This payment method does not take this currency.",
      next: "Choose another payment method.",
    },
    PROVIDER_UNAVAILABLE: {
      message: "The operator’s service is not responding at the moment.",
      next: "Try again in a few minutes, or choose another payment method.",
    },
    CARD_DECLINED: {
      message: "The bank declined the card.",
      next: "Use another card, or ask your bank for the reason.",
    },
    PAYMENT_CANCELLED: {
      message: "The payment was cancelled, or the request is no longer valid.",
      next: "You can start again whenever you like.",
    },
    RISK_BLOCKED: {
      message: "This payment cannot be accepted.",
      next: "Please ask your operator, your bank or the merchant.",
    },
    UNKNOWN: {
      message: "No reason was given for this failure.",
      next: "Try again, or choose another payment method.",
    },
  },
  pt: {
    PAYMENT_NOT_CONFIRMED: {
      message: "O pagamento não foi confirmado a tempo no telefone.",
      next: "Tenha o telefone desbloqueado à mão, tente de novo e introduza o código secreto.",
    },
    INSUFFICIENT_FUNDS: {
      message: "O saldo da conta não chega.",
      next: "Carregue a conta e tente de novo, ou escolha outro meio de pagamento.",
    },
    PAYMENT_IN_PROGRESS: {
      message: "Este número já tem outro pagamento à espera.",
      next: "Termine ou recuse o outro pedido no telefone, espere alguns minutos e tente de novo.",
    },
    PAYER_NOT_FOUND: {
      message: "A operadora não conhece este número ou esta conta.",
      next: "Verifique o número e a operadora escolhidos.",
    },
    LIMIT_EXCEEDED: {
      message: "A sua conta atingiu um limite.",
      next: "Espere até o limite ficar livre, ou escolha outro meio de pagamento.",
    },
    INVALID_RECIPIENT: {
      message: "Este número ou esta conta não serve para este meio de pagamento.",
      next: "Verifique o que introduziu, ou escolha outro meio de pagamento.",
    },
    AMOUNT_OUT_OF_BOUNDS: {
      message: "Este meio de pagamento não aceita um valor desta dimensão.",
      next: "Escolha outro meio de pagamento.",
    },
    INVALID_AMOUNT: {
      message: "Este meio de pagamento recusa este valor.",
      next: "Escolha outro meio de pagamento, ou contacte o comerciante.",
    },
    INVALID_CURRENCY: {
      message: "Este meio de pagamento não aceita esta moeda.",
      next: "Escolha outro meio de pagamento.",
    },
    PROVIDER_UNAVAILABLE: {
      message: "O serviço da operadora não responde de momento.",
      next: "Tente de novo daqui a alguns minutos, ou escolha outro meio de pagamento.",
    },
    CARD_DECLINED: {
      message: "O banco recusou o cartão.",
      next: "Use outro cartão, ou pergunte a razão ao seu banco.",
    },
    PAYMENT_CANCELLED: {
      message: "O pagamento foi cancelado, ou o pedido já não é válido.",
      next: "Pode recomeçar quando quiser.",
    },
    RISK_BLOCKED: {
      message: "Este pagamento não pode ser aceite.",
      next: "Contacte a sua operadora, o seu banco ou o comerciante.",
    },
    UNKNOWN: {
      message: "Não foi dada nenhuma razão para esta falha.",
      next: "Tente de novo, ou escolha outro meio de pagamento.",
    },
  },
};
