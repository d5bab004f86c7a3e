import type { Database } from "../../db/database.ts";
import { placesOfLeft } from "../../db/left-merchants.ts";
import type { AccountCaller, Caller } from "../../http/route.ts";
import type { Id } from "../../kit/ids.ts";
import { readRequestLimit } from "../access/index.ts";
import { listOwnMerchants, type OwnMerchant } from "../members/index.ts";
import { findRecords, type MerchantRecord, type Merchants } from "../merchants/index.ts";
import { readApprovalThresholds } from "../payouts/index.ts";
import { feesInForce, type Routing } from "../routing/index.ts";
import { blockOf } from "./gate.ts";
import { readCallerName } from "./store.ts";
import { callerView, ownMerchantView, standingView } from "./view.ts";

export interface StandingDeps {
  readonly db: Database;
  readonly merchants: Pick<Merchants, "profile" | "record">;
  readonly routing: Pick<Routing, "snapshotFor">;
  /** Why this installation takes no live calls; null: it does. */
  readonly refuseLive: string | null;
}

/** What a merchant's own people and keys read about it. */
export function createStanding({ db, merchants, routing, refuseLive }: StandingDeps) {
  const inModes = async (own: OwnMerchant, records: readonly MerchantRecord[]) => {
    const views = await Promise.all(
      records.map(async (record) => {
        const part = own.parts[record.mode];
        if (part === null) return [];
        const profile = await merchants.profile(record.merchantNo);
        return [{ part, record, block: blockOf(profile, refuseLive) }];
      }),
    );
    return views.flat();
  };

  return {
    /** The merchants that the person of a log-in works for, the longest first. */
    ownMerchants: async ({ id, tenantId }: Pick<AccountCaller, "id" | "tenantId">) => {
      const own = await listOwnMerchants(db, id as Id<"person">);
      const merchantIds = own.map(({ merchantId }) => merchantId);
      const records = await findRecords(db, tenantId, merchantIds);
      const left = await placesOfLeft(db, merchantIds);
      return Promise.all(
        own.map(async (merchant) => {
          const inEachMode = records.filter((record) => record.id === merchant.merchantId);
          const movedTo = left.get(merchant.merchantId) ?? null;
          return ownMerchantView(inEachMode, await inModes(merchant, inEachMode), movedTo);
        }),
      );
    },

    /** Who is asking, and for whom. */
    caller: async (caller: Caller) => {
      const name = await readCallerName(db, caller);
      const { displayName } = await merchants.record(db, caller.merchantNo);
      return callerView(caller, { name, merchantName: displayName });
    },

    /** How the merchant stands in the mode of the caller. */
    of: async ({ tenantId, merchantNo, mode }: Caller, nowMs: number) => {
      const profile = await merchants.profile(merchantNo);
      const snapshot = await routing.snapshotFor(tenantId, mode);
      const currencies = profile.wallets.map(({ currency }) => currency);
      return standingView({
        merchant: await merchants.record(db, merchantNo),
        block: blockOf(profile, refuseLive),
        wallets: await readApprovalThresholds(db, merchantNo),
        fees: feesInForce(snapshot, currencies, nowMs),
        requestsPerSecond: await readRequestLimit(db, merchantNo),
      });
    },
  };
}
