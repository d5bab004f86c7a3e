import { writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { type Caller, callerActor, type IdempotencyClaim, type RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type IdSource, type MerchantId, type MerchantNo, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { carryInForce } from "../onboarding/index.ts";
import { addressContext, challengeUnverified, secretContext } from "../webhooks/index.ts";
import { requireSandbox } from "./clock.ts";
import { sandboxErrors } from "./errors.ts";
import * as store from "./reset-store.ts";
import type { ResetView } from "./schemas.ts";

export interface ResetDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  /** Sent in the transaction: no instance continues with the old meaning of a key or a number. */
  readonly announce: (tx: Transaction) => Promise<void>;
  /** Called after the commit: this instance does not wait for its own announcement. */
  readonly forget: () => void;
}

/**
 * Empties a sandbox. The ledger is append-only and the service may not delete from it, so nothing is deleted: the
 * sandbox gets a new merchant number, and all existing data stays under the old one, which then belongs to a closed
 * merchant. No query of this merchant reads it. Payments in flight there end normally, and its books keep balancing.
 * See docs/decisions/0009-sandbox-reset.md.
 */
export function createReset({ db, clock, ids, keyring, announce, forget }: ResetDeps) {
  const resealFor =
    (from: MerchantNo, to: MerchantNo) =>
    ({ id, secret, previousSecret, sealedUrl }: store.SealedEndpoint) => {
      const again = (sealed: Buffer, contextOf: typeof secretContext): Buffer =>
        keyring.seal(
          keyring.open(sealed, contextOf({ merchantNo: from, id })),
          contextOf({ merchantNo: to, id }),
        );
      return {
        secret: again(secret, secretContext),
        previousSecret: previousSecret === null ? null : again(previousSecret, secretContext),
        sealedUrl: sealedUrl === null ? null : again(sealedUrl, addressContext),
      };
    };

  /** Refuses with SANDBOX_ONLY, VALIDATION_ERROR (`confirm`) and SANDBOX_RESET_UNDER_WAY. */
  return async (
    caller: Caller,
    confirm: string,
    claim: IdempotencyClaim | null,
    facts: RequestFacts,
  ): Promise<ResetView> => {
    requireSandbox(caller);
    const { merchantId, merchantNo: oldNo, mode } = caller;
    if (confirm !== merchantId) {
      const message = "confirm must be the id of the merchant that the API key belongs to.";
      throw errors.VALIDATION_ERROR({ fields: [{ path: "confirm", rule: "const", message }] });
    }
    const nowMs = clock.nowMs();
    const newNo = await store.nextMerchantNo(db);
    const archiveId = ids.uuid() as MerchantId;
    const swap = { merchantId, archiveId, oldNo, newNo, nowMs };
    // Scoped to the new number, which is the caller's number when it repeats the request.
    const options = { claim, merchantNo: newNo, owner: archiveId, nowMs, status: 200 } as const;
    const view = await once(db, keyring, options, async (tx): Promise<ResetView> => {
      if (!(await store.swapNumbers(tx, swap))) throw sandboxErrors.SANDBOX_RESET_UNDER_WAY();
      await store.renewDossier(tx, swap, ids.next("kybDossier"));
      await carryInForce(tx, keyring, oldNo, newNo);
      const wallets = await store.renewWallets(tx, swap, () => ids.next("wallet"));
      const apiKeys = await store.moveKeys(tx, swap);
      const webhookEndpoints = await store.moveEndpoints(tx, swap, resealFor(oldNo, newNo));
      // Their pending pings were cancelled with the other deliveries of the old number.
      await challengeUnverified(tx, { ids, keyring }, newNo, nowMs);
      await store.moveLogo(tx, swap);
      await store.endOpenBusiness(tx, swap);
      const actor = callerActor(caller, facts);
      await writeAudit(tx, ids, nowMs, {
        tenantId: caller.tenantId,
        merchantNo: newNo,
        actor,
        action: "sandbox.reset",
        subject: merchantId,
        after: `what was is kept as merchant ${archiveId}`,
      });
      await announce(tx);
      return {
        object: "sandbox.reset",
        mode,
        merchantId,
        wallets: wallets.map(({ id, label, currency }) => ({ id: publicId("wallet", id), label, currency })),
        kept: { apiKeys, webhookEndpoints },
        createdAt: new Date(nowMs).toISOString(),
      };
    });
    forget();
    return view;
  };
}
