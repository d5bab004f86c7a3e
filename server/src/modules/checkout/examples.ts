/** Bodies as `/docs` shows them. A test sends the requests and checks the answers against the schemas. */
const SESSION_ID = "cs_06f4c1k8t2v9x3m7n5b0q8d6e200000107e2m5x9k3v7t1n8b4c6d0f2g9h";
const times = { createdAt: "2026-11-21T10:00:00.000Z", updatedAt: "2026-11-21T10:00:00.000Z" } as const;

export const createSessionExample = {
  amount: "5000",
  currency: "XOF",
  title: "Commande A-1042",
  allowedMethods: ["MOBILE_MONEY", "CARD"],
  successUrl: "https://boutique.example/merci?session={CHECKOUT_SESSION_ID}",
  reference: "A-1042",
  metadata: { cart: "7781" },
};

export const sessionExample = {
  object: "checkout.session",
  id: SESSION_ID,
  mode: "SANDBOX",
  merchantId: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f",
  url: `http://localhost:3000/checkout/${SESSION_ID}`,
  status: "OPEN",
  amount: "5000",
  amountDisplay: "5\u202f000\u00a0F\u202fCFA",
  currency: "XOF",
  title: "Commande A-1042",
  description: null,
  allowedMethods: ["MOBILE_MONEY", "CARD"],
  successUrl: "https://boutique.example/merci?session={CHECKOUT_SESSION_ID}",
  cancelUrl: null,
  reference: "A-1042",
  customer: null,
  locale: "fr",
  customFields: [],
  customFieldValues: null,
  successMessage: null,
  branding: null,
  metadata: { cart: "7781" },
  maxAttempts: 5,
  attemptCount: 0,
  latePaymentPolicy: "ACCEPT",
  paymentIntentId: null,
  chargeId: null,
  shortReference: null,
  paymentLinkId: null,
  failureCode: null,
  failureMessage: null,
  retryable: false,
  paidLate: false,
  expiresAt: "2026-11-21T10:30:00.000Z",
  completedAt: null,
  version: 1,
  ...times,
};

export const publicSessionExample = {
  object: "checkout.public_session",
  sessionId: SESSION_ID,
  mode: "SANDBOX",
  status: "OPEN",
  amount: "5000",
  amountDisplay: "5\u202f000\u00a0F\u202fCFA",
  currency: "XOF",
  title: "Commande A-1042",
  description: null,
  allowedMethods: ["MOBILE_MONEY", "CARD"],
  merchantName: "Boutique Akwaba",
  locale: "fr",
  expiresAt: "2026-11-21T10:30:00.000Z",
  customFields: [],
  failureCode: null,
  failureMessage: null,
  retryable: false,
  attemptsRemaining: 5,
  version: 1,
};

export const completeExample = {
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: "+2250707070789", operator: "ORANGE", countryCode: "CI" },
};

const stepExample = { actionUrl: null, sandboxUrl: null, qrPayload: null, instructions: null } as const;

export const completionExample = {
  object: "checkout.completion",
  sessionId: SESSION_ID,
  status: "PROCESSING",
  nextStep: "POLL",
  ...stepExample,
  pollAfterMs: 2000,
  paymentIntentId: "pi_06f4c1k8t2v9x3m7n5b0q8d6e2",
  chargeId: "ch_06f4c1m3d7k2v8t5x9n1b4c6g0",
  attemptNumber: 1,
  attemptsRemaining: 4,
  messageToPayer: "Confirmez le paiement sur votre téléphone.",
};

export const statusExample = {
  object: "checkout.session.status",
  sessionId: SESSION_ID,
  status: "SUCCEEDED",
  failureCode: null,
  failureMessage: null,
  retryable: false,
  attemptsRemaining: 4,
  nextStep: null,
  ...stepExample,
  pollAfterMs: null,
  paymentIntentId: "pi_06f4c1k8t2v9x3m7n5b0q8d6e2",
  chargeId: "ch_06f4c1m3d7k2v8t5x9n1b4c6g0",
  paidLate: false,
  successUrl: `https://boutique.example/merci?session=${SESSION_ID}`,
  expiresAt: "2026-11-21T10:30:00.000Z",
  version: 3,
};
