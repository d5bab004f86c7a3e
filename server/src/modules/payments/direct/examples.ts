import { chargeExample, intentExample, noStepExample } from "../read-examples.ts";

/** Bodies as `/docs` shows them. A test sends the requests and checks the answers against the schemas. */
export const createChargeBodyExample = {
  amount: "5000",
  currency: "XOF",
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: "+2250707070789", operator: "ORANGE", countryCode: "CI" },
  reference: "A-1042",
  description: "Facture A-1042",
  metadata: { cart: "7781" },
};

const waiting = {
  ...noStepExample,
  nextStep: "POLL",
  pollAfterMs: 2000,
  messageToPayer: "Confirmez le paiement sur votre téléphone.",
};

/** The payer has received the prompt. */
export const waitingChargeExample = {
  ...chargeExample,
  sessionId: null,
  description: "Facture A-1042",
  fee: null,
  net: null,
  status: "PROCESSING",
  provider: { name: "simulator", transactionId: null },
  version: 2,
  succeededAt: null,
  ...waiting,
};

export const createIntentBodyExample = {
  amount: "5000",
  currency: "XOF",
  allowedMethods: ["MOBILE_MONEY", "CARD"],
  customer: { name: "Awa Koné", phone: "+2250707070789" },
  reference: "A-1042",
  description: "Facture A-1042",
};

export const newIntentExample = {
  ...intentExample,
  sessionId: null,
  amountReceived: "0",
  status: "REQUIRES_PAYMENT_METHOD",
  latestChargeId: null,
  charges: [],
  description: "Facture A-1042",
  metadata: {},
  version: 1,
  updatedAt: "2026-11-21T10:15:30.000Z",
  expiresAt: "2026-11-22T10:15:30.000Z",
  succeededAt: null,
  ...noStepExample,
};

export const confirmIntentBodyExample = {
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: "+2250707070789", operator: "ORANGE", countryCode: "CI" },
};

const { nextStep: _step, messageToPayer: _message, ...plainCharge } = waitingChargeExample;
const { actionUrl: _url, sandboxUrl: _sandbox, qrPayload: _qr, instructions: _how, ...timed } = plainCharge;
const { pollAfterMs: _poll, ...attempt } = timed;

export const confirmedIntentExample = {
  ...newIntentExample,
  status: "PROCESSING",
  latestChargeId: attempt.id,
  charges: [attempt],
  version: 2,
  ...waiting,
};
