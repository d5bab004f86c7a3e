import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database, Queryable, Transaction } from "../../db/database.ts";
import { type NewsDecision, recordNews } from "../../db/merchant-news.ts";
import { notify } from "../../db/notify.ts";
import { errors } from "../../http/errors.ts";
import { createBatchedLoad } from "../../kit/batched-load.ts";
import { createLoadingCache } from "../../kit/cache.ts";
import type { Clock } from "../../kit/clock.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { assert } from "../../kit/errors.ts";
import {
  type Id,
  type IdSource,
  type MerchantId,
  type MerchantNo,
  publicId,
  type TenantId,
} from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { type Mode, modes } from "../../kit/payment-terms.ts";
import { nextStatus } from "../../kit/state-machine.ts";
import { type EventType, emitEvents } from "../webhooks/index.ts";
import { merchantErrors } from "./errors.ts";
import { type Audience, gateRefusal } from "./rules.ts";
import {
  type KybEvent,
  type KybStatus,
  kybTransitions,
  type MerchantEvent,
  merchantTransitions,
} from "./states.ts";
import * as store from "./store.ts";
import type { MerchantProfile, MerchantRecord, NewMerchant, OperationalProfile } from "./types.ts";
import { merchantView } from "./view.ts";

export interface MerchantsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
}

export interface StatusMove {
  readonly event: MerchantEvent;
  readonly actor: AuditActor;
  /** The reason, for the audit log. */
  readonly reason?: string;
  /** What the merchant reads while it has this status; nothing when absent. */
  readonly messageToMerchant?: string;
}

export interface KybMove {
  readonly event: KybEvent;
  readonly actor: AuditActor;
  /** For the audit log: what was requested, or why. */
  readonly reason?: string;
}

export interface CreatedMerchant {
  readonly merchantId: MerchantId;
  readonly numbers: Readonly<Record<Mode, MerchantNo>>;
  readonly wallets: readonly {
    readonly mode: Mode;
    readonly currency: CurrencyCode;
    readonly id: Id<"wallet">;
  }[];
}

export interface Merchants {
  /**
   * The merchant in the mode of its number: at most `PROFILE_LIFE_MS` old, and fresh after every announced change.
   * Throws for an unknown number: numbers come from our own rows and ids.
   */
  profile(merchantNo: MerchantNo): Promise<MerchantProfile>;
  /**
   * Refuses with MERCHANT_KYB_NOT_APPROVED and `details.reason` unless the merchant is ACTIVE, its KYB APPROVED and a
   * wallet exists. Called before everything that starts new business; reads, refunds and payments in flight continue.
   */
  gate(merchantNo: MerchantNo, audience?: Audience): Promise<MerchantProfile>;

  createTenant(tx: Transaction, input: { readonly name: string }): Promise<TenantId>;
  /** Makes a merchant with its numbers in both modes and the given wallets. */
  createMerchant(tx: Transaction, input: NewMerchant, actor: AuditActor): Promise<CreatedMerchant>;
  /** Makes an empty wallet. Returns false when the merchant already has one in this currency. */
  provisionWallet(tx: Transaction, wallet: store.WalletRow): Promise<boolean>;
  /**
   * Moves the merchant's status, in both modes, with audit entry and events, in the transaction of the caller, who
   * calls `forget` after the commit. Refuses with RESOURCE_NOT_FOUND, and with MERCHANT_STATUS_CONFLICT when the table
   * has no such transition.
   */
  moveStatus(tx: Transaction, merchantId: MerchantId, move: StatusMove): Promise<void>;
  /** Moves the dossier of one mode. Refusals and duties as for `moveStatus`. Returns the new status. */
  moveKyb(tx: Transaction, merchantNo: MerchantNo, move: KybMove): Promise<KybStatus>;
  /**
   * Writes what payers see, with its audit entry, in the transaction of the caller, who calls `forget` after the
   * commit.
   */
  writeProfile(
    tx: Transaction,
    merchantNo: MerchantNo,
    changes: Partial<OperationalProfile>,
    actor: AuditActor,
  ): Promise<MerchantRecord>;
  /** The legal name of an approved dossier, in the transaction of the approval. */
  writeLegalName(tx: Transaction, merchantNo: MerchantNo, legalName: string): Promise<void>;
  /** The merchant in the mode of its number, uncached. */
  record(db: Queryable, merchantNo: MerchantNo): Promise<MerchantRecord>;
  /** As `record`, for many; in no order. */
  records(db: Queryable, merchantNos: readonly MerchantNo[]): Promise<readonly MerchantRecord[]>;
  /** Call after the commit of a change: this instance does not wait for its own announcement. */
  forget(): void;
  /** `moveStatus` in a transaction of its own. */
  changeStatus(merchantId: MerchantId, event: MerchantEvent, actor: AuditActor): Promise<void>;
  /** `moveKyb` in a transaction of its own. */
  changeKyb(merchantNo: MerchantNo, event: KybEvent, actor: AuditActor): Promise<KybStatus>;
  /** Stops listening for changes. */
  stop(): void;
}

/** How long a status can be stale after a change whose announcement was lost, in milliseconds. */
export const PROFILE_LIFE_MS = 2_000;
const PROFILES_MAX = 20_000;

const kybEvents: Partial<Record<KybStatus, EventType>> = {
  SUBMITTED: "merchant.kyb.submitted",
  APPROVED: "merchant.kyb.approved",
  REJECTED: "merchant.kyb.rejected",
};

/** What the merchant's people are told of a move of the account; a first activation follows an approval, which they know. */
const toldMoves: Partial<Record<MerchantEvent, NewsDecision>> = {
  suspend: "SUSPENDED",
  reinstate: "REACTIVATED",
  close: "CLOSED",
};

export const operationalFields = [
  "displayName",
  "logoUrl",
  "primaryColor",
  "locale",
  "supportEmail",
  "supportPhone",
  "supportWhatsapp",
  "website",
  "address",
] as readonly (keyof OperationalProfile)[];

const because = (status: string, reason: string | undefined): string =>
  reason === undefined ? status : `${status}: ${reason}`;

export function createMerchants(deps: MerchantsDeps): Merchants {
  const { db, clock, ids, log } = deps;
  const loadProfile = createBatchedLoad(async (keys) => {
    const found = await store.findProfiles(db, keys.map(Number));
    return new Map([...found].map(([merchantNo, profile]) => [String(merchantNo), profile]));
  });
  const profiles = createLoadingCache({
    clock,
    lifeMs: PROFILE_LIFE_MS,
    hearing: db.hearing,
    entriesMax: PROFILES_MAX,
    load: async (key) => {
      const profile = await loadProfile(key);
      assert(profile !== null, `merchant number ${key} exists`);
      return profile;
    },
  });
  const stopListening = db.listen(store.MERCHANTS_CHANGED, () => profiles.clear());

  /** One event in each given mode: sandbox and live receivers are different programs. */
  const emit = async (
    tx: Transaction,
    merchants: readonly MerchantRecord[],
    type: EventType,
    nowMs: number,
  ): Promise<void> => {
    await emitEvents(
      tx,
      merchants.map((merchant) => ({
        id: ids.next("event"),
        type,
        timestampMs: nowMs,
        mode: merchant.mode,
        merchantId: merchant.id,
        merchantNo: merchant.merchantNo,
        subjectId: merchant.id,
        sequence: merchant.eventSequence,
        data: merchantView(merchant),
      })),
    );
  };

  const moveStatus: Merchants["moveStatus"] = async (tx, merchantId, move) => {
    const { event, actor, reason, messageToMerchant = null } = move;
    const nowMs = clock.nowMs();
    const merchant = await store.lockStatus(tx, merchantId);
    if (merchant === null) throw errors.RESOURCE_NOT_FOUND();
    const status = nextStatus(merchantTransitions, merchant.status, event);
    if (status === null) throw merchantErrors.MERCHANT_STATUS_CONFLICT({ status: merchant.status, event });
    await store.updateStatus(tx, merchantId, status, messageToMerchant, nowMs);
    const inEachMode = await store.touchNumbers(tx, { id: merchantId }, 1, nowMs);
    await writeAudit(tx, ids, nowMs, {
      actor,
      tenantId: merchant.tenantId,
      action: "merchant.status_changed",
      subject: merchantId,
      before: merchant.status,
      after: because(status, reason),
    });
    await emit(tx, inEachMode, "merchant.status_changed", nowMs);
    const decision = toldMoves[event];
    if (decision !== undefined) {
      const account = { kind: "KYB_DECIDED", subject: null, decision, actor, atMs: nowMs } as const;
      // The account is one in both modes: its people are told once.
      const live = inEachMode.filter(({ mode }) => mode === "LIVE");
      await recordNews(
        tx,
        live.map(({ merchantNo }) => ({ ...account, merchantNo })),
      );
    }
    await notify(tx, store.MERCHANTS_CHANGED);
    log.info("merchant.status.changed", { merchantId, event });
  };

  const moveKyb: Merchants["moveKyb"] = async (tx, merchantNo, { event, actor, reason }) => {
    const nowMs = clock.nowMs();
    const dossier = await store.lockDossier(tx, merchantNo);
    if (dossier === null) throw errors.RESOURCE_NOT_FOUND();
    const kybStatus = nextStatus(kybTransitions, dossier.status, event);
    if (kybStatus === null) {
      throw merchantErrors.MERCHANT_STATUS_CONFLICT({ kybStatus: dossier.status, event });
    }
    // Whoever withdraws a change decides nothing: the earlier decision stands with its time.
    await store.updateKyb(tx, merchantNo, kybStatus, nowMs, event !== "withdrawChange");
    const told = kybEvents[kybStatus] ?? null;
    const touched = await store.touchNumbers(tx, { merchantNo }, told === null ? 0 : 1, nowMs);
    await writeAudit(tx, ids, nowMs, {
      actor,
      tenantId: dossier.tenantId,
      merchantNo,
      action: "merchant.kyb_changed",
      subject: publicId("kybDossier", dossier.id),
      before: dossier.status,
      after: because(kybStatus, reason),
    });
    if (told !== null) await emit(tx, touched, told, nowMs);
    await notify(tx, store.MERCHANTS_CHANGED);
    log.info("merchant.kyb.changed", { merchantNo, event });
    return kybStatus;
  };

  /** This instance does not wait for its own announcement. */
  const forget = (): void => profiles.clear();

  const profile = (merchantNo: MerchantNo): Promise<MerchantProfile> => profiles.get(String(merchantNo));
  const record = async (from: Queryable, merchantNo: MerchantNo): Promise<MerchantRecord> => {
    const found = await store.findRecord(from, merchantNo);
    assert(found !== null, `merchant number ${merchantNo} exists`);
    return found;
  };

  return {
    profile,
    gate: async (merchantNo, audience = "merchant") => {
      const merchant = await profile(merchantNo);
      const refusal = gateRefusal(merchant, audience);
      if (refusal !== null) throw refusal;
      return merchant;
    },

    createTenant: async (tx, { name }) => {
      const id = ids.uuid() as TenantId;
      await store.insertTenant(tx, { id, name }, clock.nowMs());
      return id;
    },
    createMerchant: async (tx, input, actor) => {
      const nowMs = clock.nowMs();
      const merchantId = ids.uuid() as MerchantId;
      const dossiers = modes.map((mode) => ({ mode, id: ids.next("kybDossier") }));
      const numbers = await store.insertMerchant(tx, merchantId, input, dossiers, nowMs);
      const wallets: { mode: Mode; currency: CurrencyCode; id: Id<"wallet"> }[] = [];
      for (const { mode, label, currency } of input.wallets) {
        const id = ids.next("wallet");
        const inserted = await store.insertWallet(
          tx,
          { merchantNo: numbers[mode], id, label, currency },
          nowMs,
        );
        assert(inserted, "a merchant has one wallet per currency");
        wallets.push({ mode, currency, id });
      }
      await writeAudit(tx, ids, nowMs, {
        actor,
        tenantId: input.tenantId,
        action: "merchant.created",
        subject: merchantId,
        after: `${input.status} ${input.kybStatus}`,
      });
      return { merchantId, numbers, wallets };
    },
    provisionWallet: async (tx, wallet) => {
      const inserted = await store.insertWallet(tx, wallet, clock.nowMs());
      if (inserted) await notify(tx, store.MERCHANTS_CHANGED);
      return inserted;
    },

    moveStatus,
    moveKyb,
    writeProfile: async (tx, merchantNo, changes, actor) => {
      const nowMs = clock.nowMs();
      await store.lockDossier(tx, merchantNo);
      const before = await record(tx, merchantNo);
      const after = { ...before, ...changes };
      const changed = operationalFields.filter(
        (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
      );
      if (changed.length === 0) return before;
      await store.updateProfile(tx, after, nowMs);
      await writeAudit(tx, ids, nowMs, {
        actor,
        tenantId: before.tenantId,
        merchantNo,
        action: "merchant.profile_changed",
        subject: before.id,
        // Names of fields only: the log contains no addresses and numbers of people.
        after: changed.join(" "),
      });
      await notify(tx, store.MERCHANTS_CHANGED);
      return record(tx, merchantNo);
    },
    writeLegalName: (tx, merchantNo, legalName) => store.updateLegalName(tx, merchantNo, legalName),
    record,
    records: (from, merchantNos) => store.findRecordsByNo(from, merchantNos),
    forget,
    changeStatus: async (merchantId, event, actor) => {
      await db.transaction((tx) => moveStatus(tx, merchantId, { event, actor }));
      forget();
    },
    changeKyb: async (merchantNo, event, actor) => {
      const status = await db.transaction((tx) => moveKyb(tx, merchantNo, { event, actor }));
      forget();
      return status;
    },

    stop: stopListening,
  };
}
