import { describe, expect, it } from "vitest";
import { invalidFields, refusalOf } from "../../../test/harness/refusal.ts";
import {
  COOL_OFF_MS,
  nameCheckDelayMs,
  payoutsAllowedFrom,
  readDetails,
  requirePayable,
} from "./beneficiary-rules.ts";
import type { DetailsInput } from "./schemas.ts";
import { beneficiaryStatuses } from "./states.ts";
import { type BeneficiaryType, beneficiaryTypes } from "./types.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const DAY_MS = 24 * 3_600_000;
const phone = "+2250500000789";
const iban = "CI93CI0080123400001234567820";
const whole: Readonly<Record<BeneficiaryType, DetailsInput>> = {
  MOBILE_MONEY: { phone },
  BANK_ACCOUNT: { iban },
  WALLET: { walletId: "w-1" },
};

describe("the details of a beneficiary", () => {
  it.each(beneficiaryTypes)("%s takes its own fields and no others", (type) => {
    expect(invalidFields(() => readDetails(type, whole[type], "XOF"))).toBeNull();
    for (const other of beneficiaryTypes) {
      if (other === type) continue;
      const [field = ""] = Object.keys(whole[other]);
      expect(invalidFields(() => readDetails(type, { ...whole[type], ...whole[other] }, "XOF"))).toEqual([
        `details.${field} unexpected`,
      ]);
    }
  });

  it.each([
    ["MOBILE_MONEY", ["details.phone required"]],
    ["BANK_ACCOUNT", ["details.iban required"]],
    ["WALLET", ["details.walletId required"]],
  ] as const)("%s without its field names it", (type, fields) => {
    expect(invalidFields(() => readDetails(type, {}, "XOF"))).toEqual(fields);
  });

  it("names everything that is wrong with the form at once", () => {
    const input = { bankName: "B", countryCode: "CI" };
    expect(invalidFields(() => readDetails("BANK_ACCOUNT", input, "XOF"))).toEqual([
      "details.iban required",
      "details.countryCode unexpected",
    ]);
  });
});

describe("a phone that is paid", () => {
  const read = (input: DetailsInput, currency: "XOF" | "XAF" | "EUR" = "XOF") =>
    readDetails("MOBILE_MONEY", input, currency);

  it.each<readonly [string, DetailsInput]>([
    ["in international form", { phone }],
    ["with spaces", { phone: "+225 05 00 00 07 89" }],
    ["in national form, with its country", { phone: "05 00 00 07 89", countryCode: "CI" }],
  ])("is kept as E.164, shown masked, with the operator of its number: %s", (_name, input) => {
    const { details, shown, rejectionReason, warnings } = read(input);
    expect(details).toEqual({
      phone,
      operator: "MTN",
      countryCode: "CI",
      iban: null,
      bankName: null,
      walletId: null,
    });
    expect(shown).toEqual({ ...details, phone: shown.phone });
    expect(shown.phone).not.toContain("000007");
    expect(shown.phone).toMatch(/89$/);
    expect([rejectionReason, warnings]).toEqual([null, []]);
  });

  it("belongs to the operator that is named, since numbers are carried from one to another", () => {
    expect(read({ phone, operator: "WAVE" }).details.operator).toBe("WAVE");
  });

  it.each<readonly [string, DetailsInput, "XOF" | "XAF" | "EUR", string]>([
    ["half a number", { phone: "+22505" }, "XOF", "details.phone phone"],
    ["a national number of no country", { phone: "0500000789" }, "XOF", "details.phone phone"],
    ["an operator of another country", { phone, operator: "FREE" }, "XOF", "details.operator enum"],
    ["a country without mobile money", { phone: "+33612345678" }, "EUR", "details.operator required"],
    ["a currency that its operators do not pay in", { phone }, "XAF", "currency enum"],
  ])("is refused: %s", (_name, input, currency, field) => {
    expect(invalidFields(() => read(input, currency))).toEqual([field]);
  });
});

describe("a bank account that is paid", () => {
  const read = (input: DetailsInput) => readDetails("BANK_ACCOUNT", input, "XOF");

  it("is kept without spaces, with its country and bank, and shown masked", () => {
    const { details, shown, rejectionReason } = read({
      iban: "ci93 CI00 8012 3400 0012 3456 7820",
      bankName: "B",
    });
    expect(details).toEqual({
      phone: null,
      operator: null,
      countryCode: "CI",
      iban,
      bankName: "B",
      walletId: null,
    });
    expect(shown).toEqual({ ...details, iban: shown.iban });
    expect(shown.iban).not.toContain("0001234567");
    expect(rejectionReason).toBeNull();
  });

  it("is refused when it is no IBAN, and read with a reason to reject it when its key (RIB) does not fit", () => {
    expect(invalidFields(() => read({ iban: iban.replace("93", "94") }))).toEqual(["details.iban iban"]);
    const { rejectionReason, details } = read({ iban: "CI66CI0080123400001234567821" });
    expect(rejectionReason).toMatch(/^RIB_/);
    expect(details.iban).toBe("CI66CI0080123400001234567821");
  });
});

it("a wallet at the provider is kept and shown whole, and has no country", () => {
  const { details, shown } = readDetails("WALLET", { walletId: "w-1" }, "XOF");
  expect([details.walletId, details.countryCode, shown]).toEqual(["w-1", null, details]);
});

describe("when a beneficiary can be paid", () => {
  it("is a day after its verification in live mode, and at once in the sandbox", () => {
    expect(payoutsAllowedFrom("LIVE", NOW_MS, COOL_OFF_MS) - NOW_MS).toBe(DAY_MS);
    expect(payoutsAllowedFrom("SANDBOX", NOW_MS, COOL_OFF_MS)).toBe(NOW_MS);
    expect(payoutsAllowedFrom("LIVE", NOW_MS, 0)).toBe(NOW_MS);
  });

  const refused = (
    status: (typeof beneficiaryStatuses)[number],
    payoutsAllowedFromMs: number | null,
    mode: "LIVE" | "SANDBOX" = "LIVE",
  ) =>
    refusalOf(() => requirePayable({ status, payoutsAllowedFromMs }, mode, NOW_MS, COOL_OFF_MS))?.name ??
    null;

  it.each(beneficiaryStatuses)("%s: only ACTIVE is paid", (status) => {
    expect(refused(status, NOW_MS)).toBe(status === "ACTIVE" ? null : "BENEFICIARY_NOT_ACTIVE");
  });

  it.each([
    ["a moment before its time", NOW_MS + 1, "LIVE", "BENEFICIARY_NOT_ACTIVE"],
    ["at its time", NOW_MS, "LIVE", null],
    [
      "as far ahead as a verification in this moment writes",
      NOW_MS + DAY_MS,
      "LIVE",
      "BENEFICIARY_NOT_ACTIVE",
    ],
    // Written by a clock that was ahead: the full time has to pass from now on, and no more.
    ["further ahead than that", NOW_MS + 30 * DAY_MS, "LIVE", "BENEFICIARY_NOT_ACTIVE"],
    ["ahead in the sandbox, by a clock that was", NOW_MS + 30 * DAY_MS, "SANDBOX", null],
    ["without a time", null, "SANDBOX", "BENEFICIARY_NOT_ACTIVE"],
  ] as const)("%s: %s %s", (_name, allowedFromMs, mode, name) => {
    expect(refused("ACTIVE", allowedFromMs, mode)).toBe(name);
  });

  it("is told in the refusal, with the status", () => {
    const refusal = (payoutsAllowedFromMs: number | null) =>
      refusalOf(() => requirePayable({ status: "ACTIVE", payoutsAllowedFromMs }, "LIVE", NOW_MS, COOL_OFF_MS))
        ?.details;
    expect(refusal(NOW_MS + 1)).toEqual({ status: "ACTIVE", payoutsAllowedFrom: "2026-11-21T10:00:00.001Z" });
    expect(refusal(null)).toEqual({ status: "ACTIVE", payoutsAllowedFrom: null });
  });
});

it.each([
  [0, 15_000],
  [1, 60_000],
  [2, 300_000],
  [3, 900_000],
  [300, 900_000],
])("after %i questions without an answer the name is asked again in %i ms", (checks, delayMs) => {
  expect(nameCheckDelayMs(checks)).toBe(delayMs);
});
