import { systemActor } from "../../src/db/audit.ts";
import { fillDossier, uploadBody } from "../harness/onboarding.ts";
import { createKey, createOwner, type Estate, type Owner } from "./estate.ts";
import { made } from "./estate-objects.ts";
import type { Maker } from "./maker.ts";
import type { Arranged, Rule } from "./rule.ts";

const unknownBody = `7${"z".repeat(24)}0`;
const nobody = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f";

/**
 * An additional merchant of the estate's tenant, ACTIVE and APPROVED, with a key: the estate's own must stay able to
 * transact.
 */
export async function another(
  make: Maker,
  { tenantId }: Estate,
): Promise<Owner & { readonly token: string }> {
  const owner = await createOwner(make.test, tenantId, make.unique);
  return { ...owner, token: (await createKey(make.test, owner.numbers.SANDBOX)).key };
}

const upload = (make: Maker, apiKey: string, type: string) =>
  make.call("uploadKybDocument", { apiKey, body: uploadBody(type) });

/** A merchant whose dossier is an empty draft. */
async function drafting(make: Maker, estate: Estate): Promise<Arranged & { readonly token: string }> {
  const owner = await another(make, estate);
  const { numbers, token } = owner;
  for (const event of ["submit", "startReview", "reject", "reopen"] as const) {
    await make.test.app.merchants.changeKyb(numbers.SANDBOX, event, systemActor);
  }
  return { token, merchantNo: numbers.SANDBOX };
}

/** A dossier with a legal change that waits for a reviewer: the path to it from its merchant. */
async function submitted(make: Maker, estate: Estate): Promise<{ readonly dossierId: string }> {
  const { token } = await another(make, estate);
  const { id } = await upload(make, token, "TAX_CERTIFICATE");
  const body = { taxId: make.unique.slice(-40), documents: [id], reason: make.unique };
  return { dossierId: (await make.call("proposeMaterialChange", { apiKey: token, body })).id };
}

async function reviewed(make: Maker, estate: Estate): Promise<{ readonly dossierId: string }> {
  const params = await submitted(make, estate);
  await make.call("startKybReview", { params });
  return params;
}

/** Proposed by the second operator, so that the first one can confirm. */
async function proposed(make: Maker, estate: Estate): Promise<{ readonly dossierId: string }> {
  const params = await reviewed(make, estate);
  await make.call("proposeKybDecision", {
    params,
    as: "second",
    body: { decision: "APPROVE", reason: make.unique },
  });
  return params;
}

const document: Rule = {
  object: (estate) => ({ documentId: made(estate, "documentId") }),
  unknown: { documentId: `doc_${unknownBody}` },
};
const dossier: Rule = {
  object: (estate) => ({ dossierId: made(estate, "dossierId") }),
  unknown: { dossierId: `kyb_${unknownBody}` },
};
const paper: Rule = {
  object: (estate) => ({
    dossierId: made(estate, "dossierId"),
    documentId: made(estate, "documentId"),
  }),
  unknown: { ...dossier.unknown, ...document.unknown },
};
/** A paper that was handed in after the approval. */
const newPaper: Rule = {
  ...paper,
  spends: true,
  arrange: async (make, estate) => ({
    params: {
      dossierId: made(estate, "dossierId"),
      documentId: (await upload(make, estate.apiKey, "OTHER")).id,
    },
  }),
};
const merchant: Rule = {
  object: ({ merchantId }) => ({ merchantId }),
  unknown: { merchantId: nobody },
};

/** A merchant made for this purpose, moved through `events`. */
const moved = (...operations: readonly string[]): NonNullable<Rule["arrange"]> => {
  return async (make) => {
    const body = { displayName: make.unique, countryCode: "CI" };
    const { id: merchantId } = await make.call("createMerchant", { body });
    for (const operation of operations) {
      await make.call(operation, { params: { merchantId }, body: { reason: make.unique } });
    }
    return { params: { merchantId } };
  };
};

export const onboardingRules: Readonly<Record<string, Rule>> = {
  getOnboardingDossier: {},
  updateOnboardingDossier: { arrange: drafting },
  submitOnboardingDossier: {
    arrange: async (make, estate) => {
      const arranged = await drafting(make, estate);
      await fillDossier(make.test, arranged.token);
      return arranged;
    },
  },
  getMerchantProfile: {},
  updateOperationalProfile: {},
  proposeMaterialChange: {
    spends: true,
    names: (estate) => ({ documents: [made(estate, "documentId")] }),
    arrange: async (make, estate) => {
      const { token, numbers } = await another(make, estate);
      const { id } = await upload(make, token, "PROOF_OF_ADDRESS");
      return { token, merchantNo: numbers.SANDBOX, names: { documents: [id] } };
    },
  },
  withdrawMaterialChange: {
    spends: true,
    arrange: async (make, estate) => {
      const { token, numbers } = await another(make, estate);
      const { id } = await upload(make, token, "TAX_CERTIFICATE");
      const body = { taxId: make.unique.slice(-40), documents: [id], reason: make.unique };
      await make.call("proposeMaterialChange", { apiKey: token, body });
      return { token, merchantNo: numbers.SANDBOX };
    },
  },
  uploadKybDocument: {},
  listKybDocuments: {},
  getKybDocument: document,
  downloadKybDocument: document,
  deleteKybDocument: {
    ...document,
    spends: true,
    arrange: async (make, { apiKey }) => ({
      params: { documentId: (await upload(make, apiKey, "OTHER")).id },
    }),
  },
  listKybDossiers: {},
  getKybDossier: dossier,
  downloadDossierDocument: paper,
  acceptDossierDocument: newPaper,
  refuseDossierDocument: { ...newPaper, body: (unique) => ({ reason: unique }) },
  setDossierDocumentExpiry: paper,
  startKybReview: {
    ...dossier,
    arrange: async (make, estate) => ({ params: await submitted(make, estate) }),
  },
  requestKybInfo: { ...dossier, arrange: async (make, estate) => ({ params: await reviewed(make, estate) }) },
  proposeKybDecision: {
    ...dossier,
    arrange: async (make, estate) => ({ params: await reviewed(make, estate) }),
  },
  confirmKybDecision: {
    ...dossier,
    arrange: async (make, estate) => ({ params: await proposed(make, estate) }),
  },
  withdrawKybDecision: {
    ...dossier,
    arrange: async (make, estate) => ({ params: await proposed(make, estate) }),
  },
  createMerchant: {},
  listMerchants: {},
  getMerchant: merchant,
  activateMerchant: { ...merchant, arrange: moved() },
  suspendMerchant: { ...merchant, spends: true, arrange: moved("activateMerchant") },
  reinstateMerchant: { ...merchant, arrange: moved("activateMerchant", "suspendMerchant") },
  closeMerchant: { ...merchant, spends: true, arrange: moved() },
  createMerchantWallet: { ...merchant, arrange: moved() },
  // Only a merchant without a usable key is given one.
  handOverApiKey: { ...merchant, arrange: moved() },
  listMerchantApiKeys: merchant,
  revokeMerchantApiKey: {
    object: ({ merchantId, keyId }) => ({ merchantId, keyId }),
    unknown: { merchantId: nobody, keyId: `key_${unknownBody}` },
    spends: true,
    // One that still works.
    arrange: async (make, { merchantId }) => {
      const body = { name: make.unique, permissions: ["merchant.apikeys.read"] };
      const { id: keyId } = await make.call("createApiKey", { body });
      return { params: { merchantId, keyId } };
    },
  },
  claimApiKey: {
    arrange: async (make) => {
      const { id: merchantId } = await make.call("createMerchant", {
        body: { displayName: make.unique.slice(-40), countryCode: "CI" },
      });
      const body = { mode: "LIVE", name: "First", permissions: ["merchant.apikeys.manage"] };
      const { claim } = await make.call("handOverApiKey", { params: { merchantId }, body });
      return { names: { token: claim.url.split("/").at(-1) } };
    },
  },
};
