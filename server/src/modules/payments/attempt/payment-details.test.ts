import { describe, expect, it } from "vitest";
import { Refusal } from "../../../kit/errors.ts";
import { type PaymentMethod, paymentMethods } from "../../../kit/payment-terms.ts";
import type { PaymentDetails } from "../input-schemas.ts";
import { readPaymentDetails, requireOtp, requireOwnNumber, requireReturnUrl } from "./payment-details.ts";

/** `path rule message`, one line per refused field. */
function refusalOf(method: PaymentMethod, details: PaymentDetails): readonly string[] {
  return refusedLines(() => readPaymentDetails(method, details));
}

function refusedLines(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Refusal) || error.declaration.name !== "VALIDATION_ERROR") throw error;
    const fields = error.details.fields as readonly { path: string; rule: string; message: string }[];
    return fields.map(({ path, rule, message }) => `${path} | ${rule} | ${message}`);
  }
  return [];
}

const nobody = {
  phone: null,
  operator: null,
  otp: null,
  walletId: null,
  cardToken: null,
  qrScheme: null,
  payerName: null,
  countryCode: null,
};

const accepted: readonly {
  readonly name: string;
  readonly method: PaymentMethod;
  readonly details: PaymentDetails;
  readonly payer: object;
  readonly shown: object;
  readonly country: string | null;
  readonly operator: string | null;
}[] = [
  {
    name: "an international number, the operator guessed from it",
    method: "MOBILE_MONEY",
    details: { phone: "+225 07 07 07 07 07" },
    payer: { phone: "+2250707070707", operator: "ORANGE", countryCode: "CI" },
    shown: { phone: "+225 07 ** ** ** 07", operator: "ORANGE", countryCode: "CI" },
    country: "CI",
    operator: "ORANGE",
  },
  {
    name: "a national number with its country",
    method: "MOBILE_MONEY",
    details: { phone: "0505050505", countryCode: "CI" },
    payer: { phone: "+2250505050505", operator: "MTN", countryCode: "CI" },
    shown: { phone: "+225 05 ** ** ** 05", operator: "MTN", countryCode: "CI" },
    country: "CI",
    operator: "MTN",
  },
  {
    name: "Benin's number of eight digits, rewritten",
    method: "MOBILE_MONEY",
    details: { phone: "97000000", countryCode: "BJ" },
    payer: { phone: "+2290197000000", operator: "MTN", countryCode: "BJ" },
    shown: { phone: "+229 01 ** ** ** 00", operator: "MTN", countryCode: "BJ" },
    country: "BJ",
    operator: "MTN",
  },
  {
    name: "the payer's own choice of operator over the guess",
    method: "MOBILE_MONEY",
    details: { phone: "+2250707070707", operator: "WAVE" },
    payer: { phone: "+2250707070707", operator: "WAVE", countryCode: "CI" },
    shown: { phone: "+225 07 ** ** ** 07", operator: "WAVE", countryCode: "CI" },
    country: "CI",
    operator: "WAVE",
  },
  {
    name: "the one-time password where the operator wants it first",
    method: "MOBILE_MONEY",
    details: { phone: "+22674000000", otp: "123456" },
    payer: { phone: "+22674000000", operator: "ORANGE", otp: "123456", countryCode: "BF" },
    shown: { phone: "+226 74 ** ** 00", operator: "ORANGE", countryCode: "BF" },
    country: "BF",
    operator: "ORANGE",
  },
  {
    name: "a card without anything: the page of the acquirer asks",
    method: "CARD",
    details: {},
    payer: {},
    shown: {},
    country: null,
    operator: null,
  },
  {
    name: "a card token",
    method: "CARD",
    details: { cardToken: "tok_1" },
    payer: { cardToken: "tok_1" },
    shown: {},
    country: null,
    operator: null,
  },
  {
    name: "a payer wallet by its id",
    method: "WALLET",
    details: { walletId: "pw_1" },
    payer: { walletId: "pw_1" },
    shown: { walletId: "pw_1" },
    country: null,
    operator: null,
  },
  {
    name: "a payer wallet by its phone",
    method: "WALLET",
    details: { phone: "+2250707070707" },
    payer: { phone: "+2250707070707", countryCode: "CI" },
    shown: { phone: "+225 07 ** ** ** 07", countryCode: "CI" },
    country: "CI",
    operator: null,
  },
  {
    name: "a QR code of the common scheme when none is named",
    method: "QR",
    details: { countryCode: "SN" },
    payer: { qrScheme: "EMVCO", countryCode: "SN" },
    shown: { scheme: "EMVCO", countryCode: "SN" },
    country: "SN",
    operator: "EMVCO",
  },
  {
    name: "a QR code of the scheme asked for",
    method: "QR",
    details: { scheme: "PI_SPI" },
    payer: { qrScheme: "PI_SPI" },
    shown: { scheme: "PI_SPI" },
    country: null,
    operator: "PI_SPI",
  },
  {
    name: "a bank transfer with the name of who orders it",
    method: "BANK_TRANSFER",
    details: { countryCode: "FR", payerName: "Awa Diop" },
    payer: { payerName: "Awa Diop", countryCode: "FR" },
    shown: { countryCode: "FR" },
    country: "FR",
    operator: null,
  },
];

describe("payment details are taken", () => {
  it.each(accepted)("$method: $name", ({ method, details, payer, shown, country, operator }) => {
    expect(readPaymentDetails(method, details)).toEqual({
      phoneProblem: null,
      payer: { ...nobody, ...payer },
      shown,
      country,
      operator,
      returnUrl: null,
    });
  });

  it.each(paymentMethods)("%s: with the address to come back to", (method) => {
    const needed: PaymentDetails = method === "MOBILE_MONEY" ? { phone: "+2250707070707" } : {};
    const details = method === "WALLET" ? { walletId: "pw_1" } : needed;
    const returnUrl = "https://shop.example/back";
    expect(readPaymentDetails(method, { ...details, returnUrl }).returnUrl).toBe(returnUrl);
  });

  it("show neither the whole phone nor the password nor the token", () => {
    const { shown } = readPaymentDetails("MOBILE_MONEY", { phone: "+22674123456", otp: "998877" });
    expect(JSON.stringify(shown)).not.toMatch(/741234|998877/);
    expect(readPaymentDetails("CARD", { cardToken: "tok_secret" }).shown).toEqual({});
  });
});

const phonePath = "paymentDetails.phone";
const refused: readonly (readonly [PaymentMethod, PaymentDetails, ...string[]])[] = [
  ["MOBILE_MONEY", {}, `${phonePath} | required | ${phonePath} is required for MOBILE_MONEY.`],
  [
    "MOBILE_MONEY",
    { phone: "hello" },
    `${phonePath} | phone | ${phonePath} is not a phone number; write it in international form, for example +2250707070707.`,
  ],
  [
    "MOBILE_MONEY",
    { phone: "0707070707" },
    `${phonePath} | phone | ${phonePath} is in national form: send countryCode too, or write it in international form.`,
  ],
  [
    "MOBILE_MONEY",
    { phone: "0707070707", countryCode: "ZZ" },
    `${phonePath} | phone | ${phonePath} cannot be read: countryCode is not a country.`,
  ],
  [
    "MOBILE_MONEY",
    { phone: "+2250707070707", countryCode: "SN" },
    `${phonePath} | phone | ${phonePath} is not a number of the country in countryCode.`,
  ],
  [
    "MOBILE_MONEY",
    { phone: "+33612345678" },
    "paymentDetails.operator | required | paymentDetails.operator is required for this number; known in FR: none.",
  ],
  [
    "MOBILE_MONEY",
    { phone: "+2250707070707", operator: "TMONEY" },
    "paymentDetails.operator | enum | paymentDetails.operator is not an operator of CI; known there: ORANGE, MTN, MOOV, WAVE.",
  ],
  ["WALLET", {}, "paymentDetails.walletId | exclusive | WALLET needs exactly one of phone and walletId."],
  [
    "WALLET",
    { phone: "+2250707070707", walletId: "pw_1" },
    "paymentDetails.phone | exclusive | WALLET needs exactly one of phone and walletId.",
  ],
  [
    "WALLET",
    { phone: "12" },
    `${phonePath} | phone | ${phonePath} is not a phone number; write it in international form, for example +2250707070707.`,
  ],
  [
    "CARD",
    { phone: "+2250707070707", otp: "1234" },
    `${phonePath} | unexpected | ${phonePath} does not apply to CARD.`,
    "paymentDetails.otp | unexpected | paymentDetails.otp does not apply to CARD.",
  ],
];

describe("a one-time password", () => {
  const details = (otp?: string) =>
    readPaymentDetails("MOBILE_MONEY", { phone: "+22674000000", ...(otp === undefined ? {} : { otp }) });
  const asked = { authFlow: "OTP", displayName: "Orange Money", prompt: "*144*4*6#" } as const;

  it("is required where the way to pay asks for one, and the refusal says what to dial", () => {
    expect(refusedLines(() => requireOtp(asked, details()))).toEqual([
      "paymentDetails.otp | required | paymentDetails.otp is required by Orange Money before the payment: the payer dials *144*4*6#.",
    ]);
    expect(refusedLines(() => requireOtp(asked, details("123456")))).toEqual([]);
    expect(refusedLines(() => requireOtp({ ...asked, authFlow: "PIN_PROMPT" }, details()))).toEqual([]);
  });
});

describe("a return address", () => {
  it.each([
    ["a page of the operator", "REDIRECT", null, 1],
    ["a page of the operator, with an address", "REDIRECT", "https://shop.example/back", 0],
    ["a prompt on the phone", "PIN_PROMPT", null, 0],
  ] as const)("of a payment approved by %s", (_name, authFlow, returnUrl, refusals) => {
    const offer = { method: "MOBILE_MONEY", authFlow } as const;
    expect(refusedLines(() => requireReturnUrl(offer, returnUrl))).toHaveLength(refusals);
    expect(refusedLines(() => requireReturnUrl(null, null))).toEqual([]);
  });
});

describe("a number of another country", () => {
  const swedish = { phone: "+46 733 123 451", countryCode: "CI", operator: "MTN" } as const;

  it("is kept when country and operator are named, until the account is known", () => {
    const read = readPaymentDetails("MOBILE_MONEY", swedish);
    expect(read).toMatchObject({
      payer: { phone: "+46733123451", operator: "MTN", countryCode: "CI" },
      country: "CI",
      operator: "MTN",
      phoneProblem: "COUNTRY_MISMATCH",
    });
    expect(refusedLines(() => requireOwnNumber(read, true))).toEqual([]);
    expect(refusedLines(() => requireOwnNumber(read, false))).toEqual([
      `${phonePath} | phone | ${phonePath} is not a number of the country in countryCode.`,
    ]);
  });

  it.each([
    ["without an operator", { ...swedish, operator: undefined }],
    [
      "without a country, with an operator that is not one of its own",
      { ...swedish, countryCode: undefined },
    ],
    ["in national form", { ...swedish, phone: "733123451" }],
    ["with too few digits", { ...swedish, phone: "+467331" }],
    ["with an operator that the named country does not have", { ...swedish, operator: "TMONEY" as const }],
  ])("is refused at once %s", (_name, { phone, countryCode, operator }) => {
    const given = {
      phone,
      ...(countryCode === undefined ? {} : { countryCode }),
      ...(operator === undefined ? {} : { operator }),
    };
    expect(refusalOf("MOBILE_MONEY", given)).toHaveLength(1);
  });

  it("is no problem for a number of the country", () => {
    const read = readPaymentDetails("MOBILE_MONEY", { phone: "+2250505050505" });
    expect(read.phoneProblem).toBeNull();
    expect(refusedLines(() => requireOwnNumber(read, false))).toEqual([]);
  });
});

describe("payment details are refused", () => {
  const named = refused.map(([method, details, ...lines]) => ({
    name: `${method} with ${JSON.stringify(details)}`,
    method,
    details,
    lines,
  }));
  it.each(named)("$name", ({ method, details, lines }) => {
    expect(refusalOf(method, details)).toEqual(lines);
  });

  const values: Required<PaymentDetails> = {
    phone: "+2250707070707",
    operator: "ORANGE",
    countryCode: "CI",
    otp: "1234",
    returnUrl: "https://shop.example",
    cardToken: "tok",
    walletId: "pw_1",
    scheme: "WAVE",
    payerName: "Awa",
  };
  const takes: { readonly [method in PaymentMethod]: readonly string[] } = {
    MOBILE_MONEY: ["phone", "operator", "countryCode", "otp", "returnUrl"],
    CARD: ["returnUrl", "cardToken"],
    WALLET: ["phone", "walletId", "countryCode", "returnUrl"],
    QR: ["countryCode", "scheme", "returnUrl"],
    BANK_TRANSFER: ["countryCode", "payerName", "returnUrl"],
  };
  const foreign = paymentMethods.flatMap((method) =>
    Object.entries(values)
      .filter(([field]) => !takes[method].includes(field))
      .map(([field, value]) => ({ method, field, value })),
  );

  it.each(foreign)("$method with $field, which belongs to another method", ({ method, field, value }) => {
    const path = `paymentDetails.${field}`;
    expect(refusalOf(method, { [field]: value })).toContain(
      `${path} | unexpected | ${path} does not apply to ${method}.`,
    );
  });
});
