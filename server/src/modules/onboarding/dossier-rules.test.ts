import { describe, expect, it } from "vitest";
import { invalidFields, refusalOf } from "../../../test/harness/refusal.ts";
import type { Id } from "../../kit/ids.ts";
import type { KybStatus } from "../merchants/index.ts";
import {
  changeOf,
  refuseIncomplete,
  refuseUnapproved,
  refuseUnproved,
  refuseUnsubmittable,
  refuseUnwritable,
  refuseUsedProofs,
  refuseWithdrawal,
} from "./dossier-rules.ts";
import { requirementsOf } from "./requirements.ts";
import { emptyProfile } from "./rules.ts";
import type { DocumentType, LegalProfile, RequestedItem } from "./types.ts";

const person = { fullName: "A", dateOfBirth: "1980-01-01", nationality: "CI" };
const whole: LegalProfile = {
  legalName: "Maison",
  legalForm: "SOLE_PROPRIETOR",
  registrationNumber: "1",
  taxId: "2",
  registeredAddress: {
    line1: "Rue",
    line2: null,
    city: "Abidjan",
    region: null,
    postalCode: null,
    countryCode: "CI",
  },
  directors: [{ ...person, role: null }],
  beneficialOwners: [],
  settlementAccount: {
    type: "MOBILE_MONEY",
    accountHolder: "M",
    currency: "XOF",
    bankName: null,
    iban: null,
    accountNumber: null,
    phone: "+2250500000789",
  },
};
let made = 0;
const paper = (type: DocumentType, fields: { createdAtMs?: number; acceptedAtMs?: number } = {}) => {
  made += 1;
  return {
    id: `d${made}` as Id<"kybDocument">,
    type,
    createdAtMs: 0,
    acceptedAtMs: null,
    refusedAtMs: null,
    ...fields,
  };
};
const papers = requirementsOf("CI", whole, [])
  .filter(({ kind }) => kind === "DOCUMENT")
  .map(({ name }) => paper(name as DocumentType));

describe("what may be done with a dossier, by its status", () => {
  const name = (work: () => void) => refusalOf(work)?.name ?? null;
  it.each<readonly [KybStatus, string | null, string | null, string | null]>([
    ["DRAFT", null, null, "MERCHANT_KYB_NOT_APPROVED"],
    ["SUBMITTED", "KYB_USE_PROFILE_ENDPOINT", "MERCHANT_STATUS_CONFLICT", "MERCHANT_KYB_NOT_APPROVED"],
    ["IN_REVIEW", "KYB_USE_PROFILE_ENDPOINT", "MERCHANT_STATUS_CONFLICT", "MERCHANT_KYB_NOT_APPROVED"],
    ["INFO_REQUESTED", null, null, "MERCHANT_KYB_NOT_APPROVED"],
    ["APPROVED", "KYB_USE_PROFILE_ENDPOINT", "KYB_USE_PROFILE_ENDPOINT", null],
    ["REJECTED", null, "MERCHANT_STATUS_CONFLICT", "MERCHANT_KYB_NOT_APPROVED"],
  ])("%s: write %s, submit %s, change %s", (status, write, submit, change) => {
    expect(name(() => refuseUnwritable({ status }))).toBe(write);
    expect(name(() => refuseUnsubmittable({ status }))).toBe(submit);
    expect(name(() => changeOf({ status, inForce: whole }, { taxId: "3" }))).toBe(change);
  });

  it("what payers see is changed from the first approval on, also while a legal change is reviewed", () => {
    expect(name(() => refuseUnapproved({ status: "IN_REVIEW", approvedAtMs: 1 }))).toBeNull();
    expect(refusalOf(() => refuseUnapproved({ status: "IN_REVIEW", approvedAtMs: null }))).toMatchObject({
      name: "MERCHANT_KYB_NOT_APPROVED",
      details: { kybStatus: "IN_REVIEW" },
    });
  });
});

describe("a dossier that is submitted", () => {
  const ask = (
    profile: LegalProfile,
    documents: readonly ReturnType<typeof paper>[],
    more: { inForce?: LegalProfile; requestedItems?: readonly RequestedItem[] } = {},
  ) =>
    refusalOf(() =>
      refuseIncomplete(
        { draft: { profile, change: null, note: null }, inForce: null, requestedItems: [], ...more },
        { countryCode: "CI" },
        documents,
      ),
    );

  it("goes through with everything", () => {
    expect(ask(whole, papers)).toBeNull();
  });

  it("names its missing fields first, and no documents: those can depend on what is written", () => {
    expect(ask({ ...whole, taxId: null, directors: [] }, [])).toMatchObject({
      name: "VALIDATION_ERROR",
      fields: ["taxId required", "directors required"],
    });
    expect(ask(emptyProfile, papers)?.fields).toHaveLength(7);
  });

  it("then names each missing document", () => {
    for (const missing of papers) {
      expect(
        ask(
          whole,
          papers.filter((one) => one !== missing),
        ),
      ).toMatchObject({
        name: "KYB_SUPPLEMENTAL_DOCS_REQUIRED",
        details: { documents: [missing.type] },
      });
    }
  });

  it("is what was approved, where nothing was written since", () => {
    const approved = { draft: null, inForce: whole, requestedItems: [] };
    expect(refusalOf(() => refuseIncomplete(approved, { countryCode: "CI" }, papers))).toBeNull();
    const nothing = { draft: null, inForce: null, requestedItems: [] };
    expect(refusalOf(() => refuseIncomplete(nothing, { countryCode: "CI" }, papers))?.name).toBe(
      "VALIDATION_ERROR",
    );
  });

  it("waits for what a reviewer asked for, and not for words alone", () => {
    const item = { field: null, message: "Please", requestedAtMs: 10 };
    const asked = [
      { ...item, documentType: "TAX_CERTIFICATE" },
      { ...item, documentType: null },
    ] as const;
    expect(ask(whole, papers, { requestedItems: asked })?.details).toEqual({
      documents: ["TAX_CERTIFICATE"],
    });
    const sent = [...papers, paper("TAX_CERTIFICATE", { createdAtMs: 11 })];
    expect(ask(whole, sent, { requestedItems: asked })).toBeNull();
  });

  it("proves a change with a document that was not approved before, and names each type once", () => {
    const accepted = papers.map((one) => ({ ...one, acceptedAtMs: 5 }));
    const changed = { ...whole, taxId: "3" };
    const asked = [
      { documentType: "TAX_CERTIFICATE", field: null, message: "x", requestedAtMs: 10 },
    ] as const;
    expect(ask(changed, accepted, { inForce: whole, requestedItems: asked })?.details).toEqual({
      documents: ["TAX_CERTIFICATE"],
    });
    expect(ask(changed, [...accepted, paper("TAX_CERTIFICATE")], { inForce: whole })).toBeNull();
    expect(ask(whole, accepted, { inForce: whole })).toBeNull();
  });
});

describe("a legal change", () => {
  const question = { documentType: null, field: null, message: "Why?" } as const;

  it("keeps what it does not name, and tells what it changes", () => {
    const { profile, changed } = changeOf(
      { status: "APPROVED", inForce: whole },
      { taxId: "3", legalName: "Maison" },
    );
    expect([profile, changed]).toEqual([{ ...whole, taxId: "3" }, ["taxId"]]);
    expect(changeOf({ status: "APPROVED", inForce: null }, { taxId: "3" }).profile).toEqual({
      ...emptyProfile,
      taxId: "3",
    });
  });

  it("that changes nothing is refused", () => {
    const same = { taxId: whole.taxId, directors: [...whole.directors] };
    for (const changes of [{}, same]) {
      expect(invalidFields(() => changeOf({ status: "APPROVED", inForce: whole }, changes))).toEqual([
        "body unchanged",
      ]);
    }
  });

  it("is proved by the documents that go with it", () => {
    expect(refusalOf(() => refuseUnproved(["taxId", "legalForm"], [paper("TAX_CERTIFICATE")]))).toMatchObject(
      {
        name: "KYB_SUPPLEMENTAL_DOCS_REQUIRED",
        details: { documents: ["REGISTRATION_CERTIFICATE", "ARTICLES_OF_ASSOCIATION"] },
      },
    );
    expect(refusalOf(() => refuseUnproved(["taxId"], [paper("TAX_CERTIFICATE")]))).toBeNull();
  });

  it("names documents of one's own that no approval has used", () => {
    const [fresh, used] = [paper("TAX_CERTIFICATE"), paper("DIRECTOR_ID", { acceptedAtMs: 1 })];
    const ids = [fresh.id, null, used.id, "gone" as Id<"kybDocument">];
    expect(invalidFields(() => refuseUsedProofs(ids, [fresh, used]))).toEqual([
      "documents[1] unknown",
      "documents[2] used",
      "documents[3] unknown",
    ]);
    expect(invalidFields(() => refuseUsedProofs([fresh.id, fresh.id], [fresh]))).toBeNull();
    expect(invalidFields(() => refuseUsedProofs([], []))).toBeNull();
  });

  it.each([
    ["waits, unread since the approval", {}, true],
    ["was first read for the approval", { reviewStartedAtMs: 9 }, true],
    ["is being read", { status: "IN_REVIEW" }, false],
    ["was read since", { reviewStartedAtMs: 11 }, false],
    ["came with a question", { requestedItems: [{ ...question, requestedAtMs: 1 }] }, false],
    ["is a first dossier", { approvedAtMs: null }, false],
    ["is a dossier that changes nothing", { draft: { profile: whole, change: null, note: null } }, false],
    ["is there no more", { status: "APPROVED", draft: null }, false],
  ] as const)("that %s: its merchant may take it back or not", (_title, more, isPossible) => {
    const change = { reason: "Moved", documentIds: [] };
    const dossier = {
      status: "SUBMITTED",
      draft: { profile: whole, change, note: null },
      approvedAtMs: 10,
      reviewStartedAtMs: null,
      requestedItems: [],
      ...more,
    } as const;
    expect(refusalOf(() => refuseWithdrawal(dossier))?.name).toBe(
      isPossible ? undefined : "MERCHANT_STATUS_CONFLICT",
    );
  });
});
