import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { once } from "../../http/idempotency.ts";
import type { Caller, IdempotencyClaim } from "../../http/route.ts";
import { type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { type MerchantRecord, merchantErrors } from "../merchants/index.ts";
import type { OnboardingDeps } from "./deps.ts";
import { findDocuments } from "./document-store.ts";
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
import { readLegal, readOperational } from "./read-input.ts";
import { emptyProfile, refuseOperatorName } from "./rules.ts";
import type { DraftBody, MaterialChangeBody, OperationalBody } from "./schemas.ts";
import { dropDraft, findDossier, lockDossier, writeDraft } from "./store.ts";
import type { Dossier, KybDocument } from "./types.ts";
import { type DossierView, dossierView, publicProfileView } from "./view.ts";

/** The caller and the time. */
export interface Asking {
  readonly actor: AuditActor;
  readonly nowMs: number;
}

/** A merchant's operations on its dossier in one mode, and on what payers see of it. */
export function createDossiers({ db, ids, keyring, merchants, wakeWebhooks }: OnboardingDeps) {
  const view = async (from: Queryable, merchantNo: MerchantNo): Promise<DossierView> => {
    const dossier = await findDossier(from, keyring, merchantNo);
    if (dossier === null) throw new Error(`merchant ${merchantNo} has its dossier`);
    const merchant = await merchants.record(from, merchantNo);
    return dossierView(dossier, merchant, await findDocuments(from, keyring, merchantNo));
  };

  /**
   * The dossier and its merchant, locked until the transaction ends. Refuses with MERCHANT_STATUS_CONFLICT for a closed
   * one.
   */
  const hold = async (
    tx: Transaction,
    merchantNo: MerchantNo,
  ): Promise<{ readonly dossier: Dossier; readonly merchant: MerchantRecord }> => {
    const dossier = await lockDossier(tx, keyring, merchantNo);
    if (dossier === null) throw new Error(`merchant ${merchantNo} has its dossier`);
    const merchant = await merchants.record(tx, merchantNo);
    if (merchant.status === "CLOSED") {
      throw merchantErrors.MERCHANT_STATUS_CONFLICT({ status: merchant.status });
    }
    return { dossier, merchant };
  };

  /** After the commit of a change that may have changed the merchant. */
  const settled = <Value>(value: Value): Value => {
    merchants.forget();
    wakeWebhooks();
    return value;
  };

  /** Fills in the dossier. Refuses with KYB_USE_PROFILE_ENDPOINT when it is approved or under review. */
  const patch = async (caller: Caller, body: DraftBody, { actor, nowMs }: Asking): Promise<DossierView> => {
    const { merchantNo } = caller;
    const { note: written, ...fields } = body;
    const changes = readLegal(fields, nowMs);
    return settled(
      await db.transaction(async (tx) => {
        const { dossier } = await hold(tx, merchantNo);
        refuseUnwritable(dossier);
        if (dossier.status === "REJECTED")
          await merchants.moveKyb(tx, merchantNo, { event: "reopen", actor });
        const profile = { ...(dossier.draft?.profile ?? dossier.inForce ?? emptyProfile), ...changes };
        const { change = null, note: before = null } = dossier.draft ?? {};
        const note = written === undefined ? before : written;
        await writeDraft(tx, keyring, merchantNo, { profile, change, note }, nowMs);
        await writeAudit(tx, ids, nowMs, {
          tenantId: dossier.tenantId,
          merchantNo,
          action: "kyb_dossier.updated",
          subject: publicId("kybDossier", dossier.id),
          // Names of fields only: the log contains nothing about people and accounts.
          after: Object.keys(body).join(" "),
          actor,
        });
        return view(tx, merchantNo);
      }),
    );
  };

  /**
   * Submits the dossier. Refuses with VALIDATION_ERROR (missing fields), KYB_SUPPLEMENTAL_DOCS_REQUIRED,
   * KYB_USE_PROFILE_ENDPOINT (an approved one) and MERCHANT_STATUS_CONFLICT.
   */
  const submit = async (
    caller: Caller,
    claim: IdempotencyClaim | null,
    { actor, nowMs }: Asking,
  ): Promise<DossierView> => {
    const { merchantNo } = caller;
    const options = { claim, merchantNo, owner: caller.merchantId, nowMs, status: 200 } as const;
    return settled(
      await once(db, keyring, options, async (tx) => {
        const { dossier, merchant } = await hold(tx, merchantNo);
        refuseUnsubmittable(dossier);
        const documents = await findDocuments(tx, keyring, merchantNo);
        refuseIncomplete(dossier, merchant, documents);
        await merchants.moveKyb(tx, merchantNo, { event: "submit", actor });
        return view(tx, merchantNo);
      }),
    );
  };

  /**
   * Changes what payers see, without changing the dossier. Refuses with MERCHANT_KYB_NOT_APPROVED before the first
   * approval.
   */
  const updateOperational = async (caller: Caller, body: OperationalBody, { actor }: Asking) => {
    const { merchantNo } = caller;
    const changes = readOperational(body);
    return settled(
      await db.transaction(async (tx) => {
        const { dossier, merchant } = await hold(tx, merchantNo);
        refuseUnapproved(dossier);
        refuseOperatorName(changes.displayName, [merchant.displayName, dossier.inForce?.legalName]);
        return publicProfileView(await merchants.writeProfile(tx, merchantNo, changes, actor));
      }),
    );
  };

  /**
   * Proposes a legal change of an approved dossier: it is SUBMITTED at once, and the profile in force stays until
   * approval. Refuses with MERCHANT_KYB_NOT_APPROVED, KYB_SUPPLEMENTAL_DOCS_REQUIRED, and VALIDATION_ERROR when nothing
   * would change.
   */
  const materialChange = async (
    caller: Caller,
    body: MaterialChangeBody,
    { actor, nowMs }: Asking,
  ): Promise<DossierView> => {
    const { merchantNo } = caller;
    const { documents: named = [], reason, ...fields } = body;
    const changes = readLegal(fields, nowMs);
    return settled(
      await db.transaction(async (tx) => {
        const { dossier } = await hold(tx, merchantNo);
        const { profile, changed } = changeOf(dossier, changes);
        const documents = await provingDocuments(tx, merchantNo, named);
        refuseUnproved(changed, documents);
        const documentIds = documents.map(({ id }) => publicId("kybDocument", id));
        const draft = { profile, change: { reason, documentIds }, note: null };
        await writeDraft(tx, keyring, merchantNo, draft, nowMs);
        await merchants.moveKyb(tx, merchantNo, { event: "submit", actor, reason: changed.join(" ") });
        return view(tx, merchantNo);
      }),
    );
  };

  /**
   * Takes back a legal change that no reviewer has read yet: the earlier approval stands again. Refuses with
   * MERCHANT_STATUS_CONFLICT.
   */
  const withdrawChange = async (
    caller: Caller,
    claim: IdempotencyClaim | null,
    { actor, nowMs }: Asking,
  ): Promise<DossierView> => {
    const { merchantNo } = caller;
    const options = { claim, merchantNo, owner: caller.merchantId, nowMs, status: 200 } as const;
    return settled(
      await once(db, keyring, options, async (tx) => {
        const { dossier } = await hold(tx, merchantNo);
        refuseWithdrawal(dossier);
        await dropDraft(tx, merchantNo);
        await merchants.moveKyb(tx, merchantNo, { event: "withdrawChange", actor });
        return view(tx, merchantNo);
      }),
    );
  };

  /** The given documents, none of them used before. Refuses with VALIDATION_ERROR. */
  const provingDocuments = async (
    tx: Transaction,
    merchantNo: MerchantNo,
    named: readonly string[],
  ): Promise<readonly KybDocument[]> => {
    const ids = named.map((text) => parsePublicId("kybDocument", text));
    const known = ids.filter((id) => id !== null);
    const found = await findDocuments(tx, keyring, merchantNo, known);
    refuseUsedProofs(ids, found);
    return found;
  };

  return {
    get: (caller: Caller): Promise<DossierView> => view(db, caller.merchantNo),
    profile: async (caller: Caller) => publicProfileView(await merchants.record(db, caller.merchantNo)),
    patch,
    submit,
    updateOperational,
    materialChange,
    withdrawChange,
  };
}
