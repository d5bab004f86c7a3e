import Fastify, { type FastifyInstance } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { Logger } from "../../server/src/kit/logger.ts";
import type {
  BankInstructions,
  ChosenPrice,
  CompleteRequest,
  Completion,
  LinkPage,
  LinkState,
  MethodOption,
  PagePrice,
  PageSession,
  PayerCheckout,
  PayerLinks,
  PayerLogos,
  ReceiptMail,
} from "../../server/src/kit/payer-pages.ts";
import { createCheckoutPages } from "./index.ts";
import { qrPng } from "./qr.ts";

/**
 * Page states to draw, one session each: the service's answers, written down. Only for tests of the pages themselves;
 * the journeys through the real service are in `server/test/e2e/pages.test.ts`.
 */

/** A refusal of the service by name, as its own modules declare it. */
export function refusal(
  name: string,
  status: number,
  details: Record<string, unknown> = {},
  retryAfter?: number,
) {
  return new Refusal({ name, wire: name, status, message: name }, details, retryAfter);
}

const base: PageSession = {
  sessionId: "cs_open",
  mode: "SANDBOX",
  status: "OPEN",
  amount: "12500",
  currency: "XOF",
  title: "Commande n° 2041",
  description: "2 pagnes wax, livraison à Cocody comprise",
  reference: null,
  payerFee: "0",
  merchantName: "Boutique Adjoua",
  runBy: { name: "Cauris", licence: null, termsUrl: null, privacyUrl: null },
  countryCode: "CI",
  locale: "fr",
  expiresAt: "2026-11-21T08:30:00.000Z",
  customFields: [],
  customer: null,
  failureCode: null,
  retryable: true,
  attemptsRemaining: 5,
  nextStep: null,
  actionUrl: null,
  sandboxUrl: null,
  qrPayload: null,
  instructions: null,
  endedTransfer: null,
  pollAfterMs: null,
  paymentMethod: null,
  maskedPhone: null,
  mayLeave: false,
  hasLeft: false,
  unknown: false,
  heldForReview: false,
  operator: null,
  operatorName: null,
  operatorCountry: null,
  paidLate: false,
  nowMs: Date.parse("2026-11-21T07:13:00.000Z"),
  startedAt: null,
  shortReference: null,
  help: { phone: "+2252721212121", whatsapp: "+2250707070707", email: "aide@adjoua.example" },
  lateMoney: null,
  returnedDuplicates: [],
  successUrl: "https://boutique.example/merci?session={CHECKOUT_SESSION_ID}",
  cancelUrl: "https://boutique.example/panier",
  receipt: null,
};

const processing = {
  status: "PROCESSING",
  nextStep: "POLL",
  paymentMethod: "MOBILE_MONEY",
  maskedPhone: "+225 07 •• •• •• 56",
  pollAfterMs: 2000,
  startedAt: "2026-11-21T07:12:00.000Z",
  shortReference: "K7M2-QX4D",
  mayLeave: true,
} as const;

const transfer: BankInstructions = {
  bankName: "Banque d’Abidjan",
  accountHolder: "Cauris Encaissements",
  iban: "CI93CI0080111301134291200589",
  bic: "BABJCIAB",
  reference: "CAU-7K2M9Q",
  amount: "12500",
  currency: "XOF",
  expiresAt: "2026-11-24T18:00:00.000Z",
};
/** The transfer's time is over, and it has not arrived. */
const transferOver = {
  failureCode: "PAYMENT_CANCELLED",
  endedTransfer: { ...transfer, expiresAt: "2026-11-20T18:00:00.000Z" },
} as const;

export const qrPayload =
  "00020101021226300015org.example.pay0107M123456520459995303952540415005802CI5913BOUTIQUE TEST6007ABIDJAN62170513INV-2026-00016304CDC8";

/** The code on the receipt of `cs_success`. */
export const receiptCode = `rc_${"k7m2qx4d".repeat(7)}zz`;

const states: Readonly<Record<string, Partial<PageSession>>> = {
  open: {},
  custom: {
    customFields: [
      {
        key: "size",
        label: "Taille",
        type: "DROPDOWN",
        required: true,
        options: [{ value: "m", label: "M" }],
      },
      { key: "email", label: "E-mail", type: "EMAIL", required: false },
    ],
  },
  waiting: { ...processing, operator: "ORANGE", operatorName: "Orange Money", operatorCountry: "CI" },
  unanswered: {
    ...processing,
    operator: "MTN",
    operatorName: "MTN MoMo",
    operatorCountry: "CI",
    startedAt: "2026-11-21T07:05:00.000Z",
  },
  checking: { ...processing, unknown: true, mayLeave: false, startedAt: "2026-11-21T06:12:00.000Z" },
  redirect: {
    ...processing,
    nextStep: "REDIRECT",
    paymentMethod: "CARD",
    maskedPhone: null,
    actionUrl: "https://acquirer.example/3ds",
  },
  wave: {
    ...processing,
    nextStep: "REDIRECT",
    operator: "WAVE",
    actionUrl: "https://pay.wave.example/c/cos-1",
  },
  hostile: { ...processing, nextStep: "REDIRECT", paymentMethod: "CARD", actionUrl: "javascript:alert(1)" },
  qr: {
    ...processing,
    nextStep: "DISPLAY_QR",
    paymentMethod: "QR",
    maskedPhone: null,
    qrPayload,
    actionUrl: "https://wave.example/c/1",
  },
  bank: {
    ...processing,
    paymentMethod: "BANK_TRANSFER",
    maskedPhone: null,
    sandboxUrl: "https://simulator.example/pay/1",
    instructions: transfer,
  },
  retry: {
    status: "FAILED",
    failureCode: "INSUFFICIENT_FUNDS",
    attemptsRemaining: 4,
  },
  failed: {
    status: "FAILED",
    failureCode: "RISK_BLOCKED",
    shortReference: "K7M2-QX4D",
    retryable: false,
    attemptsRemaining: 0,
  },
  transferfailed: { ...transferOver, status: "FAILED", retryable: false, attemptsRemaining: 4 },
  transferretry: { ...transferOver, status: "FAILED", attemptsRemaining: 4 },
  transferexpired: { ...transferOver, status: "EXPIRED" },
  transferpaid: {
    status: "SUCCEEDED",
    endedTransfer: { ...transfer, reference: "RF18539007547034" },
    receipt: {
      chargeId: "ch_0192f3c4a5b6c7d8e9f3",
      amountRefunded: "0",
      canBeMailed: true,
      code: receiptCode,
      transactionId: "2611240087",
      paidAt: "2026-11-24T09:41:00.000Z",
      paymentMethod: "BANK_TRANSFER",
      operatorName: null,
      maskedPhone: null,
    },
  },
  success: {
    status: "SUCCEEDED",
    successMessage: "Merci ! Votre commande part demain.",
    shortReference: "K7M2-QX4D",
    reference: "CMD-2041",
    receipt: {
      chargeId: "ch_0192f3c4a5b6c7d8e9f0",
      amountRefunded: "0",
      canBeMailed: true,
      code: receiptCode,
      transactionId: "MP261121.0713.C84121",
      paidAt: "2026-11-21T07:13:20.000Z",
      paymentMethod: "MOBILE_MONEY",
      operatorName: "Orange Money",
      maskedPhone: "+225 07 •• •• •• 56",
    },
  },
  held: {
    ...processing,
    unknown: true,
    heldForReview: true,
    mayLeave: false,
    startedAt: "2026-11-21T06:12:00.000Z",
  },
  licensed: {
    runBy: {
      name: "Paiements du Golfe",
      licence: "Établissement de paiement agréé par la BCEAO, EP-2024-017",
      termsUrl: "https://golfe.example/conditions",
      privacyUrl: "https://golfe.example/confidentialite",
    },
  },
  second: {
    status: "SUCCEEDED",
    shortReference: "K7M2-QX4D",
    successUrl: null,
    returnedDuplicates: [
      { amount: "12500", paymentMethod: "MOBILE_MONEY", operatorName: "MTN MoMo", state: "RETURNING" },
    ],
    receipt: {
      chargeId: "ch_0192f3c4a5b6c7d8e9f4",
      amountRefunded: "0",
      canBeMailed: true,
      code: `rc_${"s".repeat(58)}`,
      transactionId: "MP261121.0713.C84121",
      paidAt: "2026-11-21T07:13:20.000Z",
      paymentMethod: "MOBILE_MONEY",
      operatorName: "Orange Money",
      maskedPhone: "+225 07 •• •• •• 56",
    },
  },
  refunded: {
    status: "SUCCEEDED",
    shortReference: "K7M2-QX4D",
    successUrl: null,
    receipt: {
      chargeId: "ch_0192f3c4a5b6c7d8e9f3",
      amountRefunded: "12500",
      canBeMailed: true,
      code: `rc_${"r".repeat(58)}`,
      transactionId: "MP261121.0713.C84121",
      paidAt: "2026-11-21T07:13:20.000Z",
      paymentMethod: "MOBILE_MONEY",
      operatorName: "Orange Money",
      maskedPhone: "+225 07 •• •• •• 56",
    },
  },
  paidlate: {
    status: "SUCCEEDED",
    paidLate: true,
    shortReference: "K7M2-QX4D",
    successUrl: null,
    receipt: {
      chargeId: "ch_0192f3c4a5b6c7d8e9f2",
      amountRefunded: "0",
      canBeMailed: true,
      code: receiptCode,
      transactionId: null,
      paidAt: "2026-11-21T09:41:00.000Z",
      paymentMethod: "QR",
      operatorName: null,
      maskedPhone: null,
    },
  },
  toolate: {
    status: "EXPIRED",
    lateMoney: "RETURNING",
    shortReference: "K7M2-QX4D",
    receipt: {
      chargeId: "ch_0192f3c4a5b6c7d8e9f1",
      amountRefunded: "0",
      canBeMailed: true,
      code: receiptCode,
      transactionId: "MP261121.0941.A11873",
      paidAt: "2026-11-21T09:41:00.000Z",
      paymentMethod: "MOBILE_MONEY",
      operatorName: "Orange Money",
      maskedPhone: "+225 07 ** ** ** 56",
    },
  },
  expired: { status: "EXPIRED" },
  cancelled: { status: "CANCELLED" },
  nomethod: {},
};

export const sessionStates = Object.keys(states);
/** What makes a session of that state. */
export const sessionState = (name: string): Partial<PageSession> => states[name] ?? {};

const mobile = (operator: string, displayName: string, more: Partial<MethodOption> = {}): MethodOption => ({
  method: "MOBILE_MONEY",
  operator,
  displayName,
  countryCode: "CI",
  min: "100",
  max: "2000000",
  step: "1",
  authFlow: "PIN_PROMPT",
  status: "OPERATIONAL",
  prompt: null,
  ...more,
});
const other = (method: MethodOption["method"], authFlow: MethodOption["authFlow"]): MethodOption => ({
  ...mobile("", method),
  method,
  operator: null,
  countryCode: null,
  authFlow,
});

export const methods: readonly MethodOption[] = [
  other("WALLET", "REDIRECT"),
  mobile("ORANGE", "Orange Money", { authFlow: "OTP", prompt: "#144*82#" }),
  mobile("MTN", "MTN MoMo", { prompt: "*133#" }),
  mobile("MOOV", "Moov Money", { status: "DEGRADED" }),
  mobile("WAVE", "Wave", { authFlow: "REDIRECT" }),
  mobile("ORANGE", "Orange Money", { countryCode: "SN" }),
  mobile("FREE", "Mixx by Yas", { countryCode: "SN", status: "CLOSED" }),
  { ...other("CARD", "REDIRECT"), displayName: "Visa, Mastercard" },
  other("BANK_TRANSFER", "TRANSFER"),
  { ...other("QR", "QR"), operator: "PI_SPI", displayName: "PI-SPI" },
  { ...other("QR", "QR"), operator: "WAVE", displayName: "Wave QR" },
  { ...other("QR", "QR"), operator: "EMVCO", displayName: "QR" },
];

export interface PagesFixture {
  readonly app: FastifyInstance;
  /** The calls of `complete`, oldest first. */
  readonly completed: CompleteRequest[];
  /** The sessions whose payers opened their page, oldest first. */
  readonly visits: string[];
  /** The sessions whose payers came back from a provider, oldest first. */
  readonly returned: string[];
  readonly left: string[];
  /** The receipts that were mailed, oldest first. */
  readonly mailed: ({ readonly id: string } & ReceiptMail)[];
  /** Offers only these operators from now on; null: everything again. */
  offer(
    operators:
      | readonly {
          readonly operator: string;
          readonly displayName: string;
          readonly countryCode: string;
        }[]
      | null,
  ): void;
  /** How many sessions a link has made. */
  opened(): number;
  /** What payers chose at links, oldest first. */
  readonly chosen: readonly ChosenPrice[];
  /** From now on starting at a link is refused so; null: no longer. */
  refuseLink(refusal: Refusal | null): void;
  /** The next `complete` answers or throws this. */
  answerWith(answer: Completion | Refusal): void;
  /** Adds or replaces a session. */
  add(state: string, session: Partial<PageSession>): void;
  /** Changes a session from now on. */
  change(state: string, to: Partial<PageSession>): void;
}

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => quiet };

export async function createPagesFixture(publicOrigin = "http://localhost"): Promise<PagesFixture> {
  const sessions = new Map(
    Object.entries(states).map(([name, state]) => [
      `cs_${name}`,
      { ...base, ...state, sessionId: `cs_${name}` },
    ]),
  );
  const completed: CompleteRequest[] = [];
  const visits: string[] = [];
  const returned: string[] = [];
  const left: string[] = [];
  const mailed: ({ readonly id: string } & ReceiptMail)[] = [];
  let answer: Completion | Refusal = { status: "PROCESSING", nextStep: "POLL", actionUrl: null };
  let opened = 0;
  const chosen: ChosenPrice[] = [];
  let linkRefusal: Refusal | null = null;
  let offered = methods;
  const find = (id: string) => {
    const session = sessions.get(id);
    if (session === undefined) throw refusal("RESOURCE_NOT_FOUND", 404);
    return session;
  };
  const checkout: PayerCheckout = {
    page: async (id, isLook = false) => {
      if (!isLook) visits.push(id);
      if (id === "cs_broken") throw new Error("database down");
      if (id === "cs_moved") throw refusal("WRONG_CELL", 421, { cell: "sn", answeredBy: null });
      if (id === "cs_toomany") throw refusal("RATE_LIMITED", 429, {}, 90);
      return find(id);
    },
    methods: async (id) => (id === "cs_nomethod" ? [] : offered),
    complete: async (_id, request) => {
      completed.push(request);
      if (answer instanceof Refusal) throw answer;
      return answer;
    },
    leave: async (id) => {
      left.push(id);
      if (answer instanceof Refusal) throw answer;
    },
    status: async (id) => ({ ...find(id), version: 1 }),
    receipt: async (code) => {
      if (code !== receiptCode) throw refusal("RESOURCE_NOT_FOUND", 404);
      return find("cs_success");
    },
    returned: async (id) => {
      returned.push(id);
    },
    mailReceipt: async (id, mail) => {
      if (answer instanceof Refusal) throw answer;
      mailed.push({ id, ...mail });
    },
  };
  const links: PayerLinks = {
    page: async (slug) => {
      const linkStatus = (slug.split("-")[0] ?? "").toUpperCase();
      const known: readonly string[] = ["ACTIVE", "PAUSED", "EXHAUSTED", "EXPIRED", "CANCELLED"];
      if (!known.includes(linkStatus)) throw refusal("RESOURCE_NOT_FOUND", 404);
      return linkPage(slug, linkStatus as LinkState);
    },
    openSession: async (slug, choice) => {
      opened++;
      chosen.push(choice);
      if (linkRefusal !== null) throw linkRefusal;
      if (!slug.startsWith("active")) throw refusal("PAYMENT_LINK_NOT_ACTIVE", 409);
      return { sessionUrl: `${publicOrigin}/checkout/cs_open` };
    },
  };
  const logos: PayerLogos = {
    find: async (merchantNo) =>
      merchantNo === 7 ? { name: "7-00112233445566aa.png", width: 176, height: 88 } : null,
    read: async (name) => (name === "7-00112233445566aa.png" ? qrPng("logo") : null),
  };
  const app = Fastify();
  await app.register(
    createCheckoutPages({ checkout, links, logos, publicOrigin, testGuidePath: "/simulator/", log: quiet }),
  );
  app.get<{ Params: { id: string } }>("/api/v1/checkout/pay/:id/status", async (request) => ({
    data: { ...find(request.params.id), version: 1 },
  }));
  return {
    app,
    completed,
    visits,
    returned,
    left,
    mailed,
    opened: () => opened,
    chosen,
    refuseLink: (next) => {
      linkRefusal = next;
    },
    offer: (operators) => {
      offered =
        operators?.map(({ operator, displayName, countryCode }) =>
          mobile(operator, displayName, { countryCode }),
        ) ?? methods;
    },
    answerWith: (next) => {
      answer = next;
    },
    add: (state, session) => {
      sessions.set(`cs_${state}`, { ...base, ...session, sessionId: `cs_${state}` });
    },
    change: (state, to) => {
      sessions.set(`cs_${state}`, { ...find(`cs_${state}`), ...to });
    },
  };
}

const fixedPrice: PagePrice = {
  amount: "5000",
  amountMin: null,
  amountMax: null,
  amountSuggestions: null,
  quantityMin: null,
  quantityMax: null,
};
/** By the end of the link's slug: `active-open`. */
const prices: Readonly<Record<string, PagePrice>> = {
  open: {
    ...fixedPrice,
    amount: null,
    amountMin: "500",
    amountMax: "100000",
    amountSuggestions: ["1000", "2000", "5000"],
  },
  free: { ...fixedPrice, amount: null },
  some: { ...fixedPrice, quantityMin: 2, quantityMax: 6 },
  many: { ...fixedPrice, quantityMin: 1, quantityMax: 500 },
};

function linkPage(slug: string, linkStatus: LinkState): LinkPage {
  return {
    slug,
    mode: "SANDBOX",
    linkStatus,
    price: prices[slug.split("-")[1] ?? ""] ?? fixedPrice,
    currency: "XOF",
    title: "Cotisation du mois",
    description: "Association des parents d’élèves",
    merchantName: "École Les Palmiers",
    runBy: { name: "Cauris", licence: null, termsUrl: null, privacyUrl: null },
    primaryColor: "#1d4ed8",
    locale: "fr",
    expiresAt: null,
    help: { phone: null, whatsapp: null, email: "aide@palmiers.example" },
    inactiveMessage: linkStatus === "PAUSED" ? "Reprise des cotisations lundi." : null,
  };
}
