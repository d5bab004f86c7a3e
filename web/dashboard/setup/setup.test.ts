import { describe, expect, it } from "vitest";
import { fr } from "../i18n/fr/index.ts";
import { fileProblem } from "./file-problem.ts";
import { uploadPath } from "./paths.ts";
import { sizeWithin } from "./photo.ts";
import { refusedBy } from "./refused.ts";
import { bodyOf, typedOf } from "./typed.ts";

const empty = {
  legalName: null,
  legalForm: null,
  registrationNumber: null,
  taxId: null,
  registeredAddress: null,
  directors: [],
  beneficialOwners: [],
  settlementAccount: null,
};

describe("what is typed into a dossier", () => {
  it("begins empty, in the merchant's country and currency, with one person to fill in", () => {
    const typed = typedOf(empty, "CI", "XOF");
    expect(typed.registeredAddress).toMatchObject({ line1: "", countryCode: "CI" });
    expect(typed.directors).toEqual([
      { fullName: "", dateOfBirth: "", nationality: "CI", role: "", ownershipPercent: "" },
    ]);
    expect(typed.settlementAccount).toMatchObject({ numberField: "iban", currency: "XOF" });
  });

  it("never holds a masked number: the service would take it for a real one", () => {
    const settlementAccount = {
      type: "MOBILE_MONEY",
      accountHolder: "Awa",
      currency: "XOF",
      bankName: null,
      iban: null,
      accountNumber: null,
      phone: "+225 ** ** ** 89",
    };
    const typed = typedOf({ ...empty, settlementAccount }, "CI", "XOF").settlementAccount;
    expect(typed).toMatchObject({ numberField: "phone", number: "", accountHolder: "Awa" });
  });

  it("is sent as the API takes it: without spaces around, empty texts as nothing, parts as numbers", () => {
    const typed = typedOf(empty, "CI", "XOF");
    const person = { fullName: " Awa ", dateOfBirth: "1984-05-17", nationality: "CI", role: " " };
    expect(bodyOf({ ...typed, taxId: " 19A " }, "taxId")).toBe("19A");
    expect(
      bodyOf(
        { ...typed, registeredAddress: { ...typed.registeredAddress, line1: " Rue " } },
        "registeredAddress",
      ),
    ).toMatchObject({ line1: "Rue", line2: null, region: null });
    const people = [{ ...person, ownershipPercent: "60" }];
    expect(bodyOf({ ...typed, directors: people }, "directors")).toEqual([
      { fullName: "Awa", dateOfBirth: "1984-05-17", nationality: "CI", role: null },
    ]);
    expect(bodyOf({ ...typed, beneficialOwners: people }, "beneficialOwners")).toMatchObject([
      { ownershipPercent: 60 },
    ]);
  });

  it.each([
    ["iban", { type: "BANK_ACCOUNT", bankName: "Banque", iban: "1" }],
    ["accountNumber", { type: "BANK_ACCOUNT", bankName: "Banque", accountNumber: "1" }],
    ["phone", { type: "MOBILE_MONEY", phone: "1" }],
  ] as const)("an account by its %s has no field of another kind", (numberField, expected) => {
    const account = { numberField, number: " 1 ", accountHolder: "Awa", currency: "XOF", bankName: "Banque" };
    const typed = { ...typedOf(empty, "CI", "XOF"), settlementAccount: account };
    expect(bodyOf(typed, "settlementAccount")).toEqual({
      accountHolder: "Awa",
      currency: "XOF",
      ...expected,
    });
  });
});

it("a refusal is told in the reader's words beside its field, and by a general one where the rule has none", () => {
  const refused = [
    { path: "settlementAccount.iban", rule: "rib", message: "" },
    { path: "legalName", rule: "pattern", message: "" },
  ];
  const errorOf = refusedBy(refused, fr.setup.rules);
  expect(errorOf("settlementAccount.iban")).toBe(fr.setup.rules.rib);
  expect(errorOf("legalName")).toBe(fr.setup.rules.other);
  expect(errorOf("taxId")).toBeNull();
});

it.each([
  ["application/pdf", 5_242_880, null],
  ["application/pdf", 5_242_881, "5.1 Mo"],
  ["image/heic", 1_000, "«\u00a0image/heic\u00a0»"],
  ["", 1_000, "ni PDF"],
  ["image/png", 0, "vide"],
])("a file of the kind '%s' with %i bytes: %s", (type, size, expected) => {
  const problem = fileProblem({ type, size }, fr.setup.fileProblems, String);
  if (expected === null) expect(problem).toBeNull();
  else expect(problem).toContain(expected);
});

it("a photo shrinks to the longest edge and keeps its shape; a small one keeps its size", () => {
  expect(sizeWithin(5_200, 3_900)).toEqual([2_600, 1_950]);
  expect(sizeWithin(800, 600)).toEqual([800, 600]);
});

it("a paper is sent under a name that says nothing of a person", () => {
  expect(uploadPath("DIRECTOR_ID", "image/jpeg", "")).toBe(
    "/merchant-owner/onboarding/documents?type=DIRECTOR_ID&fileName=director-id.jpg",
  );
  expect(uploadPath("BANK_STATEMENT", "application/pdf", "2027-01-31")).toBe(
    "/merchant-owner/onboarding/documents?type=BANK_STATEMENT&fileName=bank-statement.pdf&expiresOn=2027-01-31",
  );
});
