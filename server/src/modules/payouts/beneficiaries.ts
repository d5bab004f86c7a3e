import { writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { recordNews } from "../../db/merchant-news.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import type { MerchantActor } from "../../kit/actor.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { accountMac } from "./account-mac.ts";
import { namedByOfApproval } from "./act-rules.ts";
import { judgeName, nextCheckAt, payoutsAllowedFrom, readDetails } from "./beneficiary-rules.ts";
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
import type { AskName } from "./name-check.ts";
import type { MerchantRequest } from "./payouts.ts";
import type { BeneficiaryListQuery, ChangeBeneficiaryBody, CreateBeneficiaryBody } from "./schemas.ts";
import { nextBeneficiaryStatus } from "./states.ts";
import type { Beneficiary, BeneficiaryDetails } from "./types.ts";
import { beneficiaryView } from "./view.ts";

export type Beneficiaries = ReturnType<typeof createBeneficiaries>;

/**
 * The recipients of a merchant's payouts. The account never changes: another account is another beneficiary, verified
 * again.
 */
export function createBeneficiaries(deps: PayoutsDeps, askName: AskName) {
  const { db, clock, ids, keyring, merchants, coolOffMs } = deps;

  const audit = (
    tx: Transaction,
    beneficiary: Beneficiary,
    profile: MerchantProfile,
    { caller, requestId, ip }: MerchantRequest,
    action: string,
  ) =>
    writeAudit(tx, ids, clock.nowMs(), {
      tenantId: profile.tenantId,
      merchantNo: beneficiary.merchantNo,
      actor: { ...caller.actor, requestId, ip },
      action,
      subject: publicId("beneficiary", beneficiary.id),
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

  /**
   * The effect of a new name on an ACTIVE beneficiary. Refuses with VALIDATION_ERROR a name that is not the holder's.
   */
  const judgeRename = async (
    before: Beneficiary,
    name: string,
    profile: MerchantProfile,
    namedBy: MerchantActor,
  ): Promise<Partial<Beneficiary>> => {
    const { merchantNo, id, type, currency } = before;
    const opened = keyring.open(before.details, detailsContext(merchantNo, id)).toString("utf8");
    const details: BeneficiaryDetails = JSON.parse(opened);
    const nowMs = clock.nowMs();
    const judged = judgeName(await askName(profile, { name, type, currency, details }, nowMs));
    if (judged.event === "reject") {
      const message = "name must be the holder's, as the provider has it.";
      throw errors.VALIDATION_ERROR({ fields: [{ path: "name", rule: "holder", message }] });
    }
    const waits = judged.event === null;
    const status = waits ? nextBeneficiaryStatus(before.status, "recheck") : before.status;
    if (status === null) throw new Error("an active beneficiary can be checked again");
    const others = before.warnings.filter((warning) => !warning.startsWith("NAME_"));
    return {
      status,
      nameCheck: judged.nameCheck,
      namedBy,
      approvedBy: null,
      registeredName: judged.registeredName,
      warnings: [...others, ...judged.warnings],
      payoutsAllowedFromMs: waits ? null : payoutsAllowedFrom(profile.mode, nowMs, coolOffMs),
      nextCheckAtMs: nextCheckAt(judged, 0, nowMs),
    };
  };

  return {
    /**
     * Checks the details and asks the provider who holds the account: ACTIVE, REJECTED when such an account cannot
     * exist or belongs to another person, or PENDING_VERIFICATION while the provider does not answer. Refuses with
     * VALIDATION_ERROR details in a wrong form.
     */
    create: async (request: MerchantRequest, body: CreateBeneficiaryBody) => {
      const { caller, claim } = request;
      const { merchantNo, actor } = caller;
      const nowMs = clock.nowMs();
      const { name, type, currency } = body;
      const read = readDetails(type, body.details, currency);
      const { details, shown } = read;
      const profile = await merchants.profile(merchantNo);
      const id = ids.next("beneficiary");
      // An impossible account is not sent to the provider. The provider is asked before the transaction, because the
      // query moves no money.
      const judged =
        read.rejectionReason === null
          ? judgeName(await askName(profile, { name, type, currency, details }, nowMs))
          : { ...judgeName(null), event: "reject" as const, rejectionReason: read.rejectionReason };
      const status =
        judged.event === null
          ? "PENDING_VERIFICATION"
          : nextBeneficiaryStatus("PENDING_VERIFICATION", judged.event);
      if (status === null) throw new Error("a new beneficiary waits for its checks");
      const { nameCheck, registeredName, rejectionReason } = judged;
      const beneficiary: Beneficiary = {
        merchantNo,
        id,
        name,
        type,
        shown,
        rejectionReason,
        status,
        nameCheck,
        namedBy: actor,
        approvedBy: null,
        registeredName,
        warnings: [...read.warnings, ...judged.warnings],
        details: keyring.seal(JSON.stringify(details), detailsContext(merchantNo, id)),
        currency,
        countryCode: details.countryCode,
        reference: body.reference ?? null,
        metadata: body.metadata ?? {},
        payoutsAllowedFromMs: status === "ACTIVE" ? payoutsAllowedFrom(profile.mode, nowMs, coolOffMs) : null,
        nextCheckAtMs: nextCheckAt(judged, 0, nowMs),
        checkCount: 0,
        eventSequence: judged.event === null ? 0 : 1,
        version: 1,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      };
      let deliveries = 0;
      const options = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        await insertBeneficiary(tx, beneficiary, accountMac(keyring, merchantNo, type, details));
        await audit(tx, beneficiary, profile, request, "beneficiary.created");
        // A rejected one can never be paid.
        if (status !== "REJECTED")
          await recordNews(tx, [{ merchantNo, kind: "BENEFICIARY_ADDED", subject: id, actor, atMs: nowMs }]);
        if (judged.event !== null) {
          const news = judged.event === "reject" ? "beneficiary.rejected" : "beneficiary.verified";
          deliveries = await emitBeneficiaryEvent(tx, ids, profile, beneficiary, news, nowMs);
        }
        return beneficiaryView(beneficiary, profile);
      });
      if (deliveries > 0) deps.wakeWebhooks();
      return view;
    },

    /** Refuses with RESOURCE_NOT_FOUND, also for another merchant's beneficiary. */
    get: async (merchantNo: MerchantNo, text: string) => {
      const found = await findBeneficiary(db, merchantNo, beneficiaryIdOf(text));
      if (found === null) throw errors.RESOURCE_NOT_FOUND();
      return beneficiaryView(found, await merchants.profile(merchantNo));
    },

    list: async (merchantNo: MerchantNo, query: BeneficiaryListQuery) => {
      const profile = await merchants.profile(merchantNo);
      const { beneficiaries, meta } = await readBeneficiaryList(db, { ...profile, keyring }, query);
      return { data: beneficiaries.map((beneficiary) => beneficiaryView(beneficiary, profile)), meta };
    },

    /**
     * A new name is a new claim about the holder: the provider is asked again, and in live mode the waiting time before
     * the first payout restarts. Refuses with RESOURCE_NOT_FOUND, with BENEFICIARY_NOT_ACTIVE a DISABLED one, and with
     * VALIDATION_ERROR a name that is not the holder's.
     */
    change: async (request: MerchantRequest, text: string, body: ChangeBeneficiaryBody) => {
      const { merchantNo, actor } = request.caller;
      const id = beneficiaryIdOf(text);
      const profile = await merchants.profile(merchantNo);
      const seen = await findBeneficiary(db, merchantNo, id);
      if (seen === null) throw errors.RESOURCE_NOT_FOUND();
      const newName = body.name ?? seen.name;
      const renames = newName !== seen.name && seen.status === "ACTIVE";
      const judged = renames ? await judgeRename(seen, newName, profile, actor) : null;
      return db.transaction(async (tx) => {
        const { beneficiary, changed } = await write(tx, merchantNo, id, (before) => {
          if (before.status === "DISABLED")
            throw payoutErrors.BENEFICIARY_NOT_ACTIVE({ status: before.status });
          if (Object.keys(body).length === 0) return null;
          return {
            name: newName,
            reference: body.reference === undefined ? before.reference : body.reference,
            metadata: body.metadata ?? before.metadata,
            ...(judged !== null && before.status === "ACTIVE" ? judged : {}),
            // The worker asks about the new name.
            ...(before.status === "PENDING_VERIFICATION" && newName !== before.name
              ? { namedBy: actor, approvedBy: null, nextCheckAtMs: clock.nowMs() }
              : {}),
          };
        });
        if (changed) await audit(tx, beneficiary, profile, request, "beneficiary.changed");
        return beneficiaryView(beneficiary, profile);
      });
    },

    /**
     * A second person vouches for a name that the provider does not know: ACTIVE, and in live mode the waiting time
     * before the first payout starts. Refuses with RESOURCE_NOT_FOUND, BENEFICIARY_NOT_APPROVABLE and
     * BENEFICIARY_NEEDS_ANOTHER_APPROVER.
     */
    approve: async (request: MerchantRequest, text: string) => {
      const { caller, claim } = request;
      const { merchantNo, actor } = caller;
      const id = beneficiaryIdOf(text);
      const profile = await merchants.profile(merchantNo);
      const nowMs = clock.nowMs();
      let deliveries = 0;
      const options = { claim, merchantNo, owner: id, nowMs, status: 200 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        const before = await findBeneficiary(tx, merchantNo, id, "change");
        if (before === null) throw errors.RESOURCE_NOT_FOUND();
        const namedBy = namedByOfApproval(before, actor);
        if (namedBy === "unchanged") return beneficiaryView(before, profile);
        const refusal = payoutErrors.BENEFICIARY_NEEDS_ANOTHER_APPROVER;
        await requireSecondPerson(tx, namedBy, actor, nowMs, refusal);
        const status = nextBeneficiaryStatus(before.status, "verify");
        if (status === null) throw new Error("what waits for its check can be verified");
        const approved: Beneficiary = {
          ...before,
          status,
          approvedBy: actor,
          payoutsAllowedFromMs: payoutsAllowedFrom(profile.mode, nowMs, coolOffMs),
          nextCheckAtMs: null,
          eventSequence: before.eventSequence + 1,
          version: before.version + 1,
          updatedAtMs: nowMs,
        };
        await updateBeneficiary(tx, approved);
        await audit(tx, approved, profile, request, "beneficiary.approved");
        deliveries = await emitBeneficiaryEvent(tx, ids, profile, approved, "beneficiary.verified", nowMs);
        return beneficiaryView(approved, profile);
      });
      if (deliveries > 0) deps.wakeWebhooks();
      return view;
    },

    /** DISABLED, permanently; an already disabled one stays as it is. Payouts that were not sent yet will fail. */
    disable: async (request: MerchantRequest, text: string) => {
      const { caller, claim } = request;
      const { merchantNo } = caller;
      const id = beneficiaryIdOf(text);
      const profile = await merchants.profile(merchantNo);
      const options = { claim, merchantNo, owner: id, nowMs: clock.nowMs(), status: 200 } as const;
      return once(db, keyring, options, async (tx) => {
        const { beneficiary, changed } = await write(tx, merchantNo, id, ({ status }) => {
          const next = nextBeneficiaryStatus(status, "disable");
          return next === null ? null : { status: next, nextCheckAtMs: null };
        });
        if (changed) await audit(tx, beneficiary, profile, request, "beneficiary.disabled");
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
