import { errors } from "../../http/errors.ts";
import { type Caller, callerActor, keyRoute, type RequestFacts, type Route } from "../../http/route.ts";
import { requirePresent } from "../../http/step-up.ts";
import { merchantErrors } from "../merchants/index.ts";
import { documentRoutes } from "./document-routes.ts";
import type { Asking } from "./dossiers.ts";
import { onboardingErrors } from "./errors.ts";
import {
  approvedExample,
  changedExample,
  dossierExample,
  legalExample,
  movedAddress,
  operationalExample,
  profileExample,
  submittedExample,
} from "./examples.ts";
import { reviewRoutes } from "./review-routes.ts";
import { DossierSchema, DraftBody, MaterialChangeBody, OperationalBody, ProfileSchema } from "./schemas.ts";

import type { Onboarding } from "./service.ts";

const onboardingPath = "/merchant-owner/onboarding";
const base = onboardingPath;
const tag = "Onboarding";

const askingKey = (caller: Caller, facts: RequestFacts): Asking => ({
  actor: callerActor(caller, facts),
  nowMs: facts.nowMs,
});

/** The dossier as its merchant writes it, its files, and the operators' decisions about it. */
export function onboardingRoutes({ dossiers, documents, reviews }: Onboarding): readonly Route[] {
  return [
    keyRoute({
      method: "GET",
      path: base,
      operationId: "getOnboardingDossier",
      tag,
      summary: "Get the onboarding dossier",
      description:
        "The merchant's dossier in the mode of the key: its status, what is written in it, and in `requirements` what a merchant of this country and legal form needs, and what is missing. While a legal change is under review, `profile` is the one in force and `proposedProfile` the one proposed. Account numbers are masked.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: "merchant.profile.read",
      schemas: { response: DossierSchema },
      examples: { data: dossierExample },
      handle: async ({ caller }) => ({ data: await dossiers.get(caller) }),
    }),
    keyRoute({
      method: "PATCH",
      path: base,
      operationId: "updateOnboardingDossier",
      tag,
      summary: "Update the onboarding dossier",
      description:
        "While the dossier is DRAFT, INFO_REQUESTED or REJECTED, which it reopens as DRAFT. Absent fields stay, `null` takes a field away, lists are replaced whole. An approved dossier, and one under review, is refused with KYB_USE_PROFILE_ENDPOINT. In live mode a person who changes `settlementAccount`, where the money goes, proves to be present first.",
      successStatus: 200,
      errors: [
        onboardingErrors.KYB_USE_PROFILE_ENDPOINT,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
        errors.STEP_UP_REQUIRED,
      ],
      idempotency: "none",
      permission: "merchant.profile.manage",
      schemas: { body: DraftBody, response: DossierSchema },
      examples: { body: legalExample, data: dossierExample },
      handle: async ({ caller, body, facts }) => {
        if (caller.mode === "LIVE" && body.settlementAccount !== undefined)
          await requirePresent(caller.person, facts.nowMs);
        return { data: await dossiers.patch(caller, body, askingKey(caller, facts)) };
      },
    }),
    keyRoute({
      method: "POST",
      path: `${base}/submit`,
      operationId: "submitOnboardingDossier",
      tag,
      summary: "Submit the onboarding dossier",
      description:
        "Hands the dossier in for review: DRAFT or INFO_REQUESTED becomes SUBMITTED, with the event `merchant.kyb.submitted`. Fields that are missing are named in a VALIDATION_ERROR; documents that are missing, or that the reviewer asked for, in `details.documents` of KYB_SUPPLEMENTAL_DOCS_REQUIRED.",
      successStatus: 200,
      errors: [
        onboardingErrors.KYB_SUPPLEMENTAL_DOCS_REQUIRED,
        onboardingErrors.KYB_USE_PROFILE_ENDPOINT,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
      ],
      idempotency: "optional",
      permission: "merchant.profile.manage",
      schemas: { response: DossierSchema },
      examples: { data: submittedExample },
      handle: async ({ caller, idempotency, facts }) => ({
        data: await dossiers.submit(caller, idempotency, askingKey(caller, facts)),
      }),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/profile`,
      operationId: "getMerchantProfile",
      tag,
      summary: "Get the public profile",
      description: "What payers see of the merchant in the mode of the key, and how they reach it.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: "merchant.profile.read",
      schemas: { response: ProfileSchema },
      examples: { data: profileExample },
      handle: async ({ caller }) => ({ data: await dossiers.profile(caller) }),
    }),
    keyRoute({
      method: "PATCH",
      path: `${base}/profile/operational`,
      operationId: "updateOperationalProfile",
      tag,
      summary: "Change the public profile",
      description:
        "Name, logo, colour, language and contact, as payers see them from the next page on. Absent fields stay, `null` takes one away. A name that payers would take for an operator of mobile money is refused, unless it was approved. Works once the dossier has been approved, also while a later legal change is under review, and never changes the state of the dossier; before, MERCHANT_KYB_NOT_APPROVED.",
      successStatus: 200,
      errors: [errors.MERCHANT_KYB_NOT_APPROVED, merchantErrors.MERCHANT_STATUS_CONFLICT],
      idempotency: "none",
      permission: "merchant.profile.manage",
      schemas: { body: OperationalBody, response: ProfileSchema },
      examples: { body: operationalExample, data: profileExample },
      handle: async ({ caller, body, facts }) => ({
        data: await dossiers.updateOperational(caller, body, askingKey(caller, facts)),
      }),
    }),
    keyRoute({
      method: "PATCH",
      path: `${base}/profile/material-change`,
      operationId: "proposeMaterialChange",
      stepUp: "always",
      tag,
      summary: "Propose a legal change",
      description:
        "A change of name, form, numbers, address, people or account of an approved dossier. The dossier is SUBMITTED at once and new business stops (MERCHANT_KYB_NOT_APPROVED) until it is approved again; the profile in force stays as it is until then. Each changed field needs its proof among `documents`, uploaded beforehand and not used before; what is missing is named in `details.documents` of KYB_SUPPLEMENTAL_DOCS_REQUIRED.",
      successStatus: 200,
      errors: [
        errors.MERCHANT_KYB_NOT_APPROVED,
        onboardingErrors.KYB_SUPPLEMENTAL_DOCS_REQUIRED,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
      ],
      idempotency: "none",
      permission: "merchant.profile.manage",
      schemas: { body: MaterialChangeBody, response: DossierSchema },
      examples: {
        body: {
          registeredAddress: movedAddress,
          documents: ["doc_01kf0v0d1qf0w8x3z5c7b9n1m3"],
          reason: "Déménagement du siège",
        },
        data: changedExample,
      },
      handle: async ({ caller, body, facts }) => ({
        data: await dossiers.materialChange(caller, body, askingKey(caller, facts)),
      }),
    }),
    keyRoute({
      method: "POST",
      path: `${base}/profile/material-change/withdraw`,
      operationId: "withdrawMaterialChange",
      tag,
      summary: "Withdraw a legal change",
      description:
        "Takes back a legal change that no reviewer has read yet (`change.withdrawable`): the dossier is APPROVED again as before, and new business continues. Its documents stay, and can prove another change. Once the review has begun, MERCHANT_STATUS_CONFLICT: the reviewers decide.",
      successStatus: 200,
      errors: [merchantErrors.MERCHANT_STATUS_CONFLICT],
      idempotency: "optional",
      permission: "merchant.profile.manage",
      schemas: { response: DossierSchema },
      examples: { data: approvedExample },
      handle: async ({ caller, idempotency, facts }) => ({
        data: await dossiers.withdrawChange(caller, idempotency, askingKey(caller, facts)),
      }),
    }),
    ...documentRoutes(documents),
    ...reviewRoutes(reviews),
  ];
}
