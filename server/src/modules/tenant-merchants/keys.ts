import { writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller, RequestFacts } from "../../http/route.ts";
import { type Id, type IdSource, type MerchantId, type MerchantNo, parsePublicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import {
  type Access,
  type ApiKeys,
  accessErrors,
  claimKey,
  type HandOverDeps,
  handOverKey,
  type KeyView,
  nextKeyEvent,
  readKey,
  writeRevoker,
} from "../access/index.ts";
import { countMembers, memberErrors } from "../members/index.ts";
import { type EventType, emitEvents } from "../webhooks/index.ts";
import type { Asking, NumberOf } from "./asking.ts";
import type { HandedKeyBody, OperatorKeyListQuery } from "./schemas.ts";

export interface MerchantKeysDeps extends HandOverDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly access: Pick<Access, "createApiKey" | "revokeApiKey" | "forget">;
  readonly apiKeys: Pick<ApiKeys, "listOf">;
  readonly wakeWebhooks: () => void;
  /** The number of a merchant of the operator's tenant. Refuses with RESOURCE_NOT_FOUND. */
  readonly numberOf: NumberOf;
}

export type MerchantKeys = ReturnType<typeof createMerchantKeys>;

/**
 * Operators' operations on merchants' keys: make the first one, and revoke leaked ones. The merchant gets an event for
 * each.
 */
export function createMerchantKeys(deps: MerchantKeysDeps) {
  const { db, ids, keyring, access, apiKeys, numberOf } = deps;

  /** Emits an event to the merchant, in the transaction of the act. */
  const emitKeyEvent = async (
    tx: Transaction,
    merchantNo: MerchantNo,
    key: KeyView,
    type: EventType,
    nowMs: number,
  ) => {
    const keyId = idOf(key.id);
    await emitEvents(tx, [
      {
        id: ids.next("event"),
        merchantNo,
        merchantId: key.merchantId as MerchantId,
        mode: key.mode,
        type,
        subjectId: keyId,
        sequence: await nextKeyEvent(tx, keyId),
        timestampMs: nowMs,
        data: key,
      },
    ]);
  };

  const scope = ({ operator, nowMs, claim }: Asking, owner: string, status: 200 | 201) => ({
    claim,
    merchantNo: operator.scopeNo,
    owner,
    nowMs,
    status,
  });

  return {
    /**
     * The owner's key: in the sandbox only this answer contains it, in live mode it contains a link to it. Refuses with
     * RESOURCE_NOT_FOUND, MERCHANT_STATUS_CONFLICT, MERCHANT_HAS_PEOPLE, MERCHANT_HAS_API_KEYS and FOUR_EYES_REQUIRED.
     */
    hand: async (merchantId: string, { mode, name, permissions }: HandedKeyBody, asking: Asking) => {
      const { operator, actor, nowMs } = asking;
      const id: Id<"apiKey"> = ids.next("apiKey");
      const by = { operator: { kind: "operator", id: operator.operatorId }, actor, nowMs } as const;
      const view = await once(db, keyring, scope(asking, id, 201), async (tx) => {
        const merchantNo = await numberOf(tx, operator, merchantId, mode, "open");
        const people = await countMembers(tx, merchantId as MerchantId);
        if (people > 0) throw memberErrors.MERCHANT_HAS_PEOPLE({ people, liveKeys: 0 });
        const made = await handOverKey(tx, deps, { id, merchantNo, mode, name, permissions }, by);
        const { key: _text, claim: _link, ...shown } = made;
        await emitKeyEvent(tx, merchantNo, shown, "api_key.created_by_operator", nowMs);
        return made;
      });
      deps.wakeWebhooks();
      return view;
    },

    /** Refuses with RESOURCE_NOT_FOUND. */
    list: async (
      operator: OperatorCaller,
      merchantId: string,
      { mode = "SANDBOX", ...query }: OperatorKeyListQuery,
      nowMs: number,
    ) => {
      parsePage(query);
      const merchantNo = await db.transaction((tx) => numberOf(tx, operator, merchantId, mode, "any"));
      return apiKeys.listOf(merchantNo, query, nowMs);
    },

    /** Ends a key permanently. A key that has already ended stays as it is. Refuses with RESOURCE_NOT_FOUND. */
    revoke: async (merchantId: string, text: string, mode: Mode, reason: string, asking: Asking) => {
      const { operator, actor, nowMs } = asking;
      const id = idOf(text);
      const view = await once(db, keyring, scope(asking, id, 200), async (tx) => {
        const merchantNo = await numberOf(tx, operator, merchantId, mode, "any");
        if ((await readKey(tx, merchantNo, id, nowMs)) === null) throw errors.RESOURCE_NOT_FOUND();
        const ended = await access.revokeApiKey(tx, merchantNo, id, actor, reason);
        if (ended) await writeRevoker(tx, id, operator.operatorId);
        const shown = await readKey(tx, merchantNo, id, nowMs);
        if (shown === null) throw new Error("a key is never removed");
        if (ended) await emitKeyEvent(tx, merchantNo, shown, "api_key.revoked_by_operator", nowMs);
        return shown;
      });
      access.forget();
      deps.wakeWebhooks();
      return view;
    },

    /** The live key of a link, for the first caller that opens it. Refuses with API_KEY_CLAIM_INVALID. */
    claim: (token: string, { nowMs, requestId, ip }: RequestFacts) =>
      db.transaction(async (tx) => {
        const claimed = await claimKey(tx, deps.keyring.cell, deps.random, token, nowMs);
        if (claimed === null) throw accessErrors.API_KEY_CLAIM_INVALID();
        const { id, merchantNo, text } = claimed;
        const shown = await readKey(tx, merchantNo, id, nowMs);
        if (shown === null) throw new Error("the key is not there after it was claimed");
        await writeAudit(tx, ids, nowMs, {
          merchantNo,
          action: "api_key.claimed",
          subject: shown.id,
          actor: { kind: "key", id, requestId, ip },
        });
        return { ...shown, key: text as string | null };
      }),
  };
}

function idOf(text: string): Id<"apiKey"> {
  const id = parsePublicId("apiKey", text);
  if (id === null) throw errors.RESOURCE_NOT_FOUND();
  return id;
}
