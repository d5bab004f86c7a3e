import { type Actor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { payoutsAllowedFrom, readDetails } from "./beneficiary-rules.ts";
import {
  detailsContext,
  findBeneficiary,
  insertBeneficiary,
  updateBeneficiary,
} from "./beneficiary-store.ts";
import type { PayoutsDeps } from "./deps.ts";
import { emitBeneficiaryEvent } from "./emit.ts";
import { payoutErrors } from "./errors.ts";
import { readBeneficiaryList } from "./lists.ts";
import type { BeneficiaryListQuery, ChangeBeneficiaryBody, CreateBeneficiaryBody } from "./schemas.ts";
import { nextBeneficiaryStatus } from "./states.ts";
import type { Beneficiary } from "./types.ts";
import { beneficiaryView } from "./view.ts";

export type Beneficiaries = ReturnType<typeof createBeneficiaries>;

/** Whom a merchant pays. The account never changes: another account is another beneficiary, checked anew. */
export function createBeneficiaries(deps: PayoutsDeps) {
  const { db, clock, ids, keyring, merchants } = deps;

  const audit = (
    tx: Transaction,
    beneficiary: Beneficiary,
    profile: MerchantProfile,
    actor: Actor,
    action: string,
  ) =>
    writeAudit(tx, ids, clock.nowMs(), {
      tenantId: profile.tenantId,
      merchantNo: beneficiary.merchantNo,
      actor: actor.name,
      requestId: actor.requestId,
      ip: actor.ip,
      action,
      subject: publicId("beneficiary", beneficiary.id),
      before: null,
      after: beneficiary.status,
    });

  /** Locks, changes, writes; null: nothing to change. Refuses with RESOURCE_NOT_FOUND. */
  const write = async (
    tx: Transaction,
    merchantNo: MerchantNo,
    id: Id<"beneficiary">,
    change: (beneficiary: Beneficiary) => Partial<Beneficiary> | null,
  ): Promise<{ readonly beneficiary: Beneficiary; readonly changed: boolean }> => {
    const before = await findBeneficiary(tx, merchantNo, id, "change");
    if (before === null) throw errors.RESOURCE_NOT_FOUND();
    const changes = change(before);
    if (changes === null) return { beneficiary: before, changed: false };
    const beneficiary = { ...before, ...changes, version: before.version + 1, updatedAtMs: clock.nowMs() };
    await updateBeneficiary(tx, beneficiary);
    return { beneficiary, changed: true };
  };

  return {
    /**
     * Checks the details and decides at once: ACTIVE, or REJECTED where such an account cannot exist. Refuses with
     * VALIDATION_ERROR what is written wrong.
     */
    create: async (
      merchantNo: MerchantNo,
      body: CreateBeneficiaryBody,
      actor: Actor,
      claim: IdempotencyClaim | null,
    ) => {
      const nowMs = clock.nowMs();
      const { details, shown, rejectionReason, warnings } = readDetails(
        body.type,
        body.details,
        body.currency,
      );
      const profile = await merchants.profile(merchantNo);
      const id = ids.next("beneficiary");
      const rejected = rejectionReason !== null;
      const status = nextBeneficiaryStatus("PENDING_VERIFICATION", rejected ? "reject" : "verify");
      if (status === null) throw new Error("a new beneficiary waits for its checks");
      const beneficiary: Beneficiary = {
        ...{ merchantNo, id, name: body.name, type: body.type, shown, rejectionReason, warnings, status },
        details: keyring.seal(JSON.stringify(details), detailsContext(merchantNo, id)),
        currency: body.currency,
        countryCode: details.countryCode,
        reference: body.reference ?? null,
        metadata: body.metadata ?? {},
        payoutsAllowedFromMs: rejected ? null : payoutsAllowedFrom(profile.mode, nowMs),
        ...{ eventSequence: 1, version: 1, createdAtMs: nowMs, updatedAtMs: nowMs },
      };
      let deliveries = 0;
      const options = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        await insertBeneficiary(tx, beneficiary);
        await audit(tx, beneficiary, profile, actor, "beneficiary.created");
        const type = rejected ? "beneficiary.rejected" : "beneficiary.verified";
        deliveries = await emitBeneficiaryEvent(tx, ids, profile, beneficiary, type, nowMs);
        return beneficiaryView(beneficiary, profile);
      });
      if (deliveries > 0) deps.wakeWebhooks();
      return view;
    },

    /** Refuses with RESOURCE_NOT_FOUND: another merchant's beneficiary looks like none. */
    get: async (merchantNo: MerchantNo, text: string) => {
      const found = await findBeneficiary(db, merchantNo, beneficiaryIdOf(text));
      if (found === null) throw errors.RESOURCE_NOT_FOUND();
      return beneficiaryView(found, await merchants.profile(merchantNo));
    },

    list: async (merchantNo: MerchantNo, query: BeneficiaryListQuery) => {
      const { beneficiaries, meta } = await readBeneficiaryList(db, merchantNo, query);
      const profile = await merchants.profile(merchantNo);
      return { data: beneficiaries.map((beneficiary) => beneficiaryView(beneficiary, profile)), meta };
    },

    /**
     * Another name is another claim of whose account it is: in live mode the time before the first payout begins anew.
     * Refuses with RESOURCE_NOT_FOUND, and with BENEFICIARY_NOT_ACTIVE one that is DISABLED.
     */
    change: async (merchantNo: MerchantNo, text: string, body: ChangeBeneficiaryBody, actor: Actor) => {
      const id = beneficiaryIdOf(text);
      const profile = await merchants.profile(merchantNo);
      return db.transaction(async (tx) => {
        const { beneficiary, changed } = await write(tx, merchantNo, id, (before) => {
          if (before.status === "DISABLED")
            throw payoutErrors.BENEFICIARY_NOT_ACTIVE({ status: before.status });
          if (Object.keys(body).length === 0) return null;
          const renamed = body.name !== undefined && body.name !== before.name;
          return {
            name: body.name ?? before.name,
            reference: body.reference === undefined ? before.reference : body.reference,
            metadata: body.metadata ?? before.metadata,
            ...(renamed && before.status === "ACTIVE"
              ? { payoutsAllowedFromMs: payoutsAllowedFrom(profile.mode, clock.nowMs()) }
              : {}),
          };
        });
        if (changed) await audit(tx, beneficiary, profile, actor, "beneficiary.changed");
        return beneficiaryView(beneficiary, profile);
      });
    },

    /** DISABLED, for good; one that is already stays as it is. Payouts that were not sent yet will fail. */
    disable: async (merchantNo: MerchantNo, text: string, actor: Actor, claim: IdempotencyClaim | null) => {
      const id = beneficiaryIdOf(text);
      const profile = await merchants.profile(merchantNo);
      const options = { claim, merchantNo, owner: id, nowMs: clock.nowMs(), status: 200 } as const;
      return once(db, keyring, options, async (tx) => {
        const { beneficiary, changed } = await write(tx, merchantNo, id, ({ status }) => {
          const next = nextBeneficiaryStatus(status, "disable");
          return next === null ? null : { status: next };
        });
        if (changed) await audit(tx, beneficiary, profile, actor, "beneficiary.disabled");
        return beneficiaryView(beneficiary, profile);
      });
    },
  };
}

function beneficiaryIdOf(text: string): Id<"beneficiary"> {
  const id = parsePublicId("beneficiary", text);
  if (id === null) throw errors.RESOURCE_NOT_FOUND();
  return id;
}
