import { type Actor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { notify } from "../../db/notify.ts";
import { errors } from "../../http/errors.ts";
import { createLoadingCache } from "../../kit/cache.ts";
import type { Clock } from "../../kit/clock.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { assert } from "../../kit/errors.ts";
import type { Id, IdSource, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { nextStatus } from "../../kit/state-machine.ts";
import { type EventType, emitEvents } from "../webhooks/index.ts";
import { merchantErrors } from "./errors.ts";
import { gateReason } from "./rules.ts";
import {
  type KybEvent,
  type KybStatus,
  kybTransitions,
  type MerchantEvent,
  merchantTransitions,
} from "./states.ts";
import * as store from "./store.ts";
import type { MerchantProfile, MerchantRecord, NewMerchant } from "./types.ts";
import { merchantView } from "./view.ts";

export interface MerchantsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
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
   * The merchant in the mode its number stands for: at most `PROFILE_LIFE_MS` old, and fresh after every announced
   * change. Throws for a number that is nobody's: numbers come from our own rows and ids.
   */
  profile(merchantNo: MerchantNo): Promise<MerchantProfile>;
  /**
   * Refuses with MERCHANT_KYB_NOT_APPROVED and `details.reason` unless the merchant is ACTIVE, its KYB APPROVED and a
   * wallet is there. Called before everything that starts new business; reads, refunds and payments in flight go on.
   */
  gate(merchantNo: MerchantNo): Promise<MerchantProfile>;

  createTenant(tx: Transaction, input: { readonly name: string }): Promise<TenantId>;
  /** A merchant with its numbers in both modes and the wallets named. */
  createMerchant(tx: Transaction, input: NewMerchant, actor: Actor): Promise<CreatedMerchant>;
  /** An empty wallet. Returns false when the merchant has one in this currency already. */
  provisionWallet(tx: Transaction, wallet: store.WalletRow): Promise<boolean>;
  /** Refuses with RESOURCE_NOT_FOUND, and MERCHANT_STATUS_CONFLICT when the table has no such move. */
  changeStatus(merchantId: MerchantId, event: MerchantEvent, actor: Actor): Promise<MerchantRecord>;
  /** Refuses as `changeStatus` does. */
  changeKyb(merchantId: MerchantId, event: KybEvent, actor: Actor): Promise<MerchantRecord>;
  /** Stops listening for changes. */
  stop(): void;
}

/** The longest that a status can lag behind a change whose announcement was lost, in milliseconds. */
export const PROFILE_LIFE_MS = 2_000;
const PROFILES_MAX = 20_000;

const kybEvents: Partial<Record<KybStatus, EventType>> = {
  SUBMITTED: "merchant.kyb.submitted",
  APPROVED: "merchant.kyb.approved",
  REJECTED: "merchant.kyb.rejected",
};

export function createMerchants(deps: MerchantsDeps): Merchants {
  const { db, clock, ids, log } = deps;
  const profiles = createLoadingCache({
    clock,
    lifeMs: PROFILE_LIFE_MS,
    entriesMax: PROFILES_MAX,
    load: async (key) => {
      const profile = await store.findProfile(db, Number(key) as MerchantNo);
      assert(profile !== null, `merchant number ${key} exists`);
      return profile;
    },
  });
  const stopListening = db.listen(store.MERCHANTS_CHANGED, () => profiles.clear());

  /** Locks the merchant, moves it by `decide`, and writes audit entry and event with the change. */
  const change = async (
    merchantId: MerchantId,
    actor: Actor,
    action: string,
    decide: (merchant: MerchantRecord) => {
      readonly next: Pick<MerchantRecord, "status" | "kybStatus">;
      readonly before: string;
      readonly after: string;
      readonly event: EventType | null;
    },
  ): Promise<MerchantRecord> => {
    const nowMs = clock.nowMs();
    const changed = await db.transaction(async (tx) => {
      const merchant = await store.lockMerchant(tx, merchantId);
      if (merchant === null) throw errors.RESOURCE_NOT_FOUND();
      const { next, before, after, event } = decide(merchant);
      const updated = await store.updateStatuses(
        tx,
        merchantId,
        { ...next, events: event === null ? 0 : 1 },
        nowMs,
      );
      await writeAudit(tx, ids, nowMs, {
        tenantId: merchant.tenantId,
        merchantNo: null,
        actor: actor.name,
        requestId: actor.requestId,
        action,
        subject: merchantId,
        before,
        after,
      });
      if (event !== null) await emit(tx, updated, event, nowMs);
      await notify(tx, store.MERCHANTS_CHANGED);
      return updated;
    });
    // This instance does not wait for its own announcement.
    profiles.clear();
    log.info("merchant.changed", { merchantId, action });
    return changed;
  };

  /** One event in each mode: sandbox and live receivers are different programs. */
  const emit = async (
    tx: Transaction,
    merchant: MerchantRecord,
    type: EventType,
    nowMs: number,
  ): Promise<void> => {
    const numbers = await store.findNumbers(tx, merchant.id);
    await emitEvents(
      tx,
      numbers.map(({ merchantNo, mode }) => ({
        id: ids.next("event"),
        type,
        timestampMs: nowMs,
        mode,
        merchantId: merchant.id,
        merchantNo,
        subjectId: merchant.id,
        sequence: merchant.eventSequence,
        data: merchantView(merchant, mode),
      })),
    );
  };

  const profile = (merchantNo: MerchantNo): Promise<MerchantProfile> => profiles.get(String(merchantNo));

  return {
    profile,
    gate: async (merchantNo) => {
      const merchant = await profile(merchantNo);
      const reason = gateReason(merchant);
      if (reason !== null) throw errors.MERCHANT_KYB_NOT_APPROVED({ reason });
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
      const numbers = await store.insertMerchant(tx, merchantId, input, nowMs);
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
        tenantId: input.tenantId,
        merchantNo: null,
        actor: actor.name,
        requestId: actor.requestId,
        action: "merchant.created",
        subject: merchantId,
        before: null,
        after: `${input.status} ${input.kybStatus}`,
      });
      return { merchantId, numbers, wallets };
    },
    provisionWallet: async (tx, wallet) => {
      const inserted = await store.insertWallet(tx, wallet, clock.nowMs());
      if (inserted) await notify(tx, store.MERCHANTS_CHANGED);
      return inserted;
    },

    changeStatus: (merchantId, event, actor) =>
      change(merchantId, actor, "merchant.status_changed", (merchant) => {
        const status = nextStatus(merchantTransitions, merchant.status, event);
        if (status === null) {
          throw merchantErrors.MERCHANT_STATUS_CONFLICT({ status: merchant.status, event });
        }
        return {
          next: { status, kybStatus: merchant.kybStatus },
          before: merchant.status,
          after: status,
          event: "merchant.status_changed",
        };
      }),
    changeKyb: (merchantId, event, actor) =>
      change(merchantId, actor, "merchant.kyb_changed", (merchant) => {
        const kybStatus = nextStatus(kybTransitions, merchant.kybStatus, event);
        if (kybStatus === null) {
          throw merchantErrors.MERCHANT_STATUS_CONFLICT({ kybStatus: merchant.kybStatus, event });
        }
        return {
          next: { status: merchant.status, kybStatus },
          before: merchant.kybStatus,
          after: kybStatus,
          event: kybEvents[kybStatus] ?? null,
        };
      }),

    stop: stopListening,
  };
}
