import { describe, expect, it } from "vitest";
import { invalidFields } from "../../../test/harness/refusal.ts";
import { readLegal, readOperational } from "./read-input.ts";
import { isWritable, refuseOperatorName, takesDocuments } from "./rules.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const address = { line1: "Rue", city: "Abidjan", countryCode: "CI" };
const kept = { ...address, line2: null, region: null, postalCode: null };

describe("what a body does not name stays, and null takes away", () => {
  it("of the legal profile", () => {
    expect(readLegal({}, NOW_MS)).toEqual({});
    expect(readLegal({ taxId: null, registeredAddress: null, settlementAccount: null }, NOW_MS)).toEqual({
      taxId: null,
      registeredAddress: null,
      settlementAccount: null,
    });
    const person = { fullName: "A", dateOfBirth: "1980-01-01", nationality: "CI" };
    expect(readLegal({ registeredAddress: address, directors: [person] }, NOW_MS)).toEqual({
      registeredAddress: kept,
      directors: [{ ...person, role: null }],
    });
  });

  it("of the public profile", () => {
    expect(readOperational({})).toEqual({});
    expect(readOperational({ branding: {} })).toEqual({});
    const nothing = {
      logoUrl: null,
      website: null,
      supportPhone: null,
      supportWhatsapp: null,
      supportEmail: null,
      address: null,
    };
    expect(readOperational({ ...nothing, branding: { primaryColor: null } })).toEqual({
      ...nothing,
      primaryColor: null,
    });
    expect(readOperational({ address, supportPhone: "+225 27 21 21 21 21", locale: "en" })).toEqual({
      address: kept,
      supportPhone: "+2252721212121",
      locale: "en",
    });
  });
});

describe("an address that payers' browsers and our fetcher go to", () => {
  it.each(["https://shop.example", "https://shop.example:8443/a?b=c#d", "HTTPS://shop.example/é"])(
    "%s is kept as it is written",
    (text) => {
      expect(readOperational({ website: text, logoUrl: text })).toEqual({ website: text, logoUrl: text });
    },
  );

  it.each([
    "http://shop.example",
    "javascript:alert(1)",
    "//shop.example",
    "https:shop.example",
    "https:///shop.example",
    "https://",
    "https://user@shop.example",
    "https://user:pass@shop.example",
    "https://shop.example\\@evil.example",
    "https://shop.example/a b",
    "https://shop.example/\n",
    " https://shop.example",
    "https://shop.example\u0000",
    "",
  ])("%j is refused", (text) => {
    expect(invalidFields(() => readOperational({ website: text }))).toEqual(["website url"]);
    expect(invalidFields(() => readOperational({ logoUrl: text }))).toEqual(["logoUrl url"]);
  });
});

it.each(["0721212121", "+22527", "phone"])("a support phone is one in international form: not %s", (text) => {
  for (const field of ["supportPhone", "supportWhatsapp"] as const)
    expect(invalidFields(() => readOperational({ [field]: text }))).toEqual([`${field} phone`]);
});

describe("what the merchant may do by the status of its dossier", () => {
  it.each([
    ["DRAFT", true, true],
    ["SUBMITTED", false, false],
    ["IN_REVIEW", false, false],
    ["INFO_REQUESTED", true, true],
    ["APPROVED", false, true],
    ["REJECTED", true, true],
  ] as const)("%s: write %s, send and delete files %s", (status, writes, sends) => {
    expect([isWritable(status), takesDocuments(status)]).toEqual([writes, sends]);
  });
});

describe("a name that payers read", () => {
  const fields = (name: string | undefined, approved: readonly (string | null | undefined)[] = []) =>
    invalidFields(() => refuseOperatorName(name, approved));
  it.each(["Orange", "WAVE", "M T N", "Мtn", "Orange CI"])("is no operator's: %s", (name) => {
    expect(fields(name)).toEqual(["displayName operator"]);
    expect(fields(name, ["Maison", null, undefined])).toEqual(["displayName operator"]);
    expect(fields(name, [name])).toBeNull();
  });
  it.each([undefined, "Boutique Orange", "Maison Akwaba", "Waves"])("may be %s", (name) => {
    expect(fields(name)).toBeNull();
  });
});
