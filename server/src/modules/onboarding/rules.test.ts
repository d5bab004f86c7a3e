import { describe, expect, test } from "vitest";
import { png, smallPdf } from "../../../test/harness/onboarding.ts";
import { missingProofs, requirementsOf } from "./requirements.ts";
import {
  changedFields,
  checkPeople,
  emptyProfile,
  isAwaited,
  legalFields,
  readSettlementAccount,
  type SettlementInput,
} from "./rules.ts";
import { mediaTypeOf } from "./sniff.ts";
import { type DocumentType, documentTypes, type LegalForm, type LegalProfile, legalForms } from "./types.ts";

const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.alloc(40),
  Buffer.from([0xff, 0xd9]),
]);
const html = Buffer.from("<html><script>alert(1)</script>");

test.each([
  ["a PDF", smallPdf, "application/pdf"],
  ["a PNG", png, "image/png"],
  ["a JPEG", jpeg, "image/jpeg"],
  ["a JPEG with padding", Buffer.concat([jpeg, Buffer.alloc(100)]), "image/jpeg"],
  ["a page", html, null],
  ["a page that begins like a PDF without an end", Buffer.concat([Buffer.from("%PDF-1.4\n"), html]), null],
  ["a PDF behind something else", Buffer.concat([html, smallPdf]), null],
  ["a PNG that was cut off", png.subarray(0, -4), null],
  ["a PNG with something behind it", Buffer.concat([png, html]), null],
  ["a JPEG that was cut off", jpeg.subarray(0, -2), null],
  ["a zip", Buffer.from("PK\u0003\u0004"), null],
  ["a GIF", Buffer.from("GIF89a;"), null],
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), null],
  ["nothing", Buffer.alloc(0), null],
])("%s is what its bytes say", (_name, bytes, expected) => {
  expect(mediaTypeOf(bytes)).toBe(expected);
});

describe("what a dossier needs", () => {
  const names = (countryCode: string, legalForm: LegalForm | null) =>
    requirementsOf(countryCode, { ...emptyProfile, legalForm }, []).map(({ name }) => name);
  const everybody = [
    ...["legalName", "legalForm", "registrationNumber", "taxId", "registeredAddress", "directors"],
    ...[
      "settlementAccount",
      "REGISTRATION_CERTIFICATE",
      "TAX_CERTIFICATE",
      "DIRECTOR_ID",
      "PROOF_OF_ADDRESS",
    ],
    "BANK_STATEMENT",
  ];
  const owned = ["beneficialOwners", "OWNERSHIP_DECLARATION"];
  test.each<readonly [string, LegalForm | null, readonly string[]]>([
    ["CI", null, []],
    ["CI", "SOLE_PROPRIETOR", []],
    ["CI", "ASSOCIATION", ["ARTICLES_OF_ASSOCIATION"]],
    ["SN", "PUBLIC_ENTITY", ["ARTICLES_OF_ASSOCIATION"]],
    ["SN", "SARL", ["ARTICLES_OF_ASSOCIATION", ...owned]],
    ["NG", "SA", ["ARTICLES_OF_ASSOCIATION", ...owned]],
    ["CD", "SARL", ["ARTICLES_OF_ASSOCIATION", "NATIONAL_IDENTIFICATION", ...owned]],
    ["CD", "SOLE_PROPRIETOR", ["NATIONAL_IDENTIFICATION"]],
  ])("%s, %s: beyond what everybody needs %j", (countryCode, form, more) => {
    expect(names(countryCode, form).toSorted()).toEqual([...everybody, ...more].toSorted());
  });
  test.each(legalForms)("%s: each thing is named once, and is there as soon as it is given", (legalForm) => {
    const whole: LegalProfile = {
      legalName: "M",
      legalForm,
      registrationNumber: "1",
      taxId: "1",
      registeredAddress: {
        line1: "Rue",
        line2: null,
        city: "Abidjan",
        region: null,
        postalCode: null,
        countryCode: "CI",
      },
      directors: [{ fullName: "A", dateOfBirth: "1980-01-01", nationality: "CI", role: null }],
      beneficialOwners: [
        { fullName: "A", dateOfBirth: "1980-01-01", nationality: "CI", ownershipPercent: 100 },
      ],
      settlementAccount: readSettlementAccount({ ...account, iban }, "x"),
    };
    const papers = documentTypes.map((type) => ({ type, refusedAtMs: null }));
    const needed = requirementsOf("CI", whole, papers);
    expect(new Set(needed.map(({ name }) => name)).size).toBe(needed.length);
    expect(needed.filter(({ status }) => status === "MISSING")).toEqual([]);
    expect(needed.every(({ description }) => description.length > 2)).toBe(true);
    // One that was refused is there and does not count.
    const refused = papers.map((one) => ({ ...one, refusedAtMs: one.type === "TAX_CERTIFICATE" ? 5 : null }));
    const left = requirementsOf("CI", whole, refused).filter(({ status }) => status === "MISSING");
    expect(left.map(({ name }) => name)).toEqual(["TAX_CERTIFICATE"]);
  });
  test.each([
    ["CI", "SARL", ["NUMBER_RCCM", "TAX_NUMBER_NCC", "DIRECTORS", "EXTRACT_RCCM", "TAX_PAPER_NCC"]],
    ["CD", "SA", ["NUMBER_RCCM", "TAX_NUMBER_NIF_CD", "DIRECTORS", "EXTRACT_RCCM", "TAX_PAPER_NIF_CD"]],
    [
      "SN",
      "ASSOCIATION",
      ["NUMBER_ASSOCIATION", "TAX_NUMBER_NINEA", "DIRECTORS", "EXTRACT_ASSOCIATION", "TAX_PAPER_NINEA"],
    ],
    [
      "KE",
      "SOLE_PROPRIETOR",
      ["NUMBER_REGISTER", "TAX_NUMBER_OTHER", "PROPRIETOR", "EXTRACT_REGISTER", "TAX_PAPER_OTHER"],
    ],
  ] as const)("%s, %s: keys say what each thing is called there", (countryCode, legalForm, expected) => {
    const named = ["registrationNumber", "taxId", "directors", "REGISTRATION_CERTIFICATE", "TAX_CERTIFICATE"];
    const needed = requirementsOf(countryCode, { ...emptyProfile, legalForm }, []);
    expect(needed.filter(({ name }) => named.includes(name)).map(({ key }) => key)).toEqual(expected);
  });
  test("calls papers by the name they have where the merchant is", () => {
    const tax = (countryCode: string) =>
      requirementsOf(countryCode, emptyProfile, []).find(({ name }) => name === "TAX_CERTIFICATE")
        ?.description;
    expect([tax("CI"), tax("BJ"), tax("KE")]).toEqual([
      ...["DFE (déclaration fiscale d'existence)", "IFU certificate", "Proof of the tax number"],
    ]);
  });
});

describe("a legal change", () => {
  test.each(legalFields)("of %s is noticed, and needs a proof that it has not", (field) => {
    const changed = changedFields(emptyProfile, { ...emptyProfile, [field]: ["x"] });
    expect(changed).toEqual([field]);
    const missing = missingProofs(changed, []);
    expect(missing.length).toBeGreaterThan(0);
    expect(
      missingProofs(
        changed,
        missing.map((type) => ({ type, refusedAtMs: null })),
      ),
    ).toEqual([]);
    const others = documentTypes
      .filter((type) => !missing.includes(type))
      .map((type) => ({ type, refusedAtMs: null }));
    expect(missingProofs(changed, others)).toEqual(missing);
  });
  test("that changes nothing is none, in whatever order it is written", () => {
    const one = { line1: "Rue", line2: null, city: "A", region: null, postalCode: null, countryCode: "CI" };
    const other = { countryCode: "CI", postalCode: null, region: null, city: "A", line2: null, line1: "Rue" };
    const before = { ...emptyProfile, registeredAddress: one };
    expect(changedFields(before, { ...before, registeredAddress: other })).toEqual([]);
  });
});

const account = { type: "BANK_ACCOUNT", accountHolder: "M", currency: "XOF" } as const;
const iban = "CI93CI0080123400001234567820";

describe("a settlement account", () => {
  test.each<readonly [string, SettlementInput, object]>([
    ["an IBAN with spaces", { ...account, iban: "CI93 CI00 8012 3400 0012 3456 7820" }, { iban }],
    [
      "a number where there is no IBAN",
      { ...account, bankName: "B", accountNumber: "0123456789" },
      { accountNumber: "0123456789", bankName: "B", iban: null },
    ],
    [
      "a phone",
      { ...account, type: "MOBILE_MONEY", phone: "+225 05 00 00 07 89" },
      { phone: "+2250500000789", iban: null },
    ],
  ])("%s is kept in one form", (_name, input, kept) => {
    expect(readSettlementAccount(input, "x")).toMatchObject(kept);
  });
  test.each<readonly [string, SettlementInput, string, string]>([
    ["no number", account, "iban", "required"],
    ["two numbers", { ...account, iban, accountNumber: "1" }, "iban", "required"],
    ["a slip in the IBAN", { ...account, iban: iban.replace("93", "94") }, "iban", "iban"],
    ["a key (RIB) that does not fit", { ...account, iban: "CI66CI0080123400001234567821" }, "iban", "rib"],
    ["a number without its bank", { ...account, accountNumber: "1" }, "bankName", "required"],
    ["a phone of a bank", { ...account, iban, phone: "+2250500000789" }, "phone", "unexpected"],
    ["an IBAN of an operator", { ...account, type: "MOBILE_MONEY", iban }, "iban", "unexpected"],
    ["no phone", { ...account, type: "MOBILE_MONEY" }, "phone", "required"],
    ["half a phone", { ...account, type: "MOBILE_MONEY", phone: "+22505" }, "phone", "phone"],
  ])("%s is refused, with the field and the rule", (_name, input, field, rule) => {
    expect(refusalOf(() => readSettlementAccount(input, "settlementAccount"))).toMatchObject([
      { path: `settlementAccount.${field}`, rule },
    ]);
  });
});

test.each([
  ["a birthday to come", { directors: [person("2026-11-21")] }, "directors[0].dateOfBirth", "past"],
  ["more than everything", { beneficialOwners: [owner(60), owner(41)] }, "beneficialOwners", "sum"],
])("%s is refused", (_name, profile, path, rule) => {
  expect(refusalOf(() => checkPeople(profile, Date.UTC(2026, 10, 21, 10)))).toMatchObject([{ path, rule }]);
  expect(
    refusalOf(() =>
      checkPeople(
        { directors: [person("2026-11-20")], beneficialOwners: [owner(60), owner(40)] },
        Date.UTC(2026, 10, 21, 10),
      ),
    ),
  ).toBeNull();
});

test.each<readonly [string, DocumentType | null, readonly [DocumentType, number][], boolean]>([
  ["nothing came", "TAX_CERTIFICATE", [], true],
  ["one that was there before", "TAX_CERTIFICATE", [["TAX_CERTIFICATE", 10]], true],
  ["another paper", "TAX_CERTIFICATE", [["OTHER", 11]], true],
  ["a new one", "TAX_CERTIFICATE", [["TAX_CERTIFICATE", 11]], false],
  ["only words were asked for", null, [], false],
])("what a reviewer asked for: %s", (_name, documentType, sent, awaited) => {
  const item = { documentType, field: null, message: "x", requestedAtMs: 10 };
  const documents = sent.map(([type, createdAtMs]) => ({ type, createdAtMs }));
  expect(isAwaited(item, documents)).toBe(awaited);
});

function person(dateOfBirth: string) {
  return { fullName: "A", dateOfBirth, nationality: "CI", role: null };
}
function owner(ownershipPercent: number) {
  return { fullName: "A", dateOfBirth: "1980-01-01", nationality: "CI", ownershipPercent };
}
function refusalOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { details: { fields: unknown } }).details.fields;
  }
}
