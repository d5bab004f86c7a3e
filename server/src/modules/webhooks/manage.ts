import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { Caller, IdempotencyClaim } from "../../http/route.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import { openEndpoint, sealAddress } from "./addresses.ts";
import { auditEndpoint, type Moment } from "./audit.ts";
import { readReplayBudget, refuseSpent, spend, spendOne, takeReplayLock } from "./budget-store.ts";
import { cancelPings } from "./cancel-store.ts";
import { sendPing } from "./challenge.ts";
import { changeEndpoint, subscription } from "./changes.ts";
import type { WebhooksDeps } from "./deps.ts";
import { webhookErrors } from "./errors.ts";
import { isActive, lockEndpoint, markDeleted, writeEndpoint, writeSecret } from "./manage-store.ts";
import { chooseEvents, type ReplayScope, replayEvents } from "./replay-store.ts";
import type { ChangeEndpointBody, ReplayBody } from "./schemas.ts";
import { newSigningSecret } from "./signing.ts";
import { type Endpoint, secretContext } from "./store.ts";
import { type DeliveryView, type EndpointView, viewDelivery, viewEndpoint } from "./view.ts";

export const OVERLAP_HOURS_DEFAULT = 24;
/** Events per call: it is one statement, and the next call continues from there. */
export const REPLAY_MAX = 5_000;
const REPLAY_DAYS_MAX = 31;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface DeletedEndpointView {
  readonly object: "webhook_endpoint";
  readonly id: string;
  readonly mode: Caller["mode"];
  readonly deleted: true;
}

export interface ReplayView {
  readonly object: "webhook_replay";
  readonly mode: Caller["mode"];
  readonly endpointId: string;
  /** Number of matching events that were read. */
  readonly matched: number;
  /** Deliveries made due by this call; the others were pending already. */
  readonly replayed: number;
  readonly nextCursor: string | null;
}

/** Merchants' operations on an existing endpoint. `load` refuses with RESOURCE_NOT_FOUND. */
export function createEndpointManagement(
  deps: WebhooksDeps,
  load: (caller: Caller, text: string) => Promise<Endpoint>,
  checkUrl: (caller: Caller, url: string) => Promise<void>,
) {
  const { db, ids, random, keyring, notifyNewDeliveries } = deps;

  const lock = async (tx: Transaction, key: Endpoint): Promise<Endpoint> => {
    const endpoint = await lockEndpoint(tx, key);
    if (endpoint === null) throw errors.RESOURCE_NOT_FOUND();
    return openEndpoint(keyring, endpoint);
  };

  /**
   * Changes the fields sent. An address that is not verified is sent a ping, which counts in the budget. Refuses with
   * VALIDATION_ERROR (an address that events are not sent to) and WEBHOOK_BUDGET_SPENT.
   */
  const update = async (
    caller: Caller,
    endpointId: string,
    body: ChangeEndpointBody,
    moment: Moment,
  ): Promise<EndpointView> => {
    const known = await load(caller, endpointId);
    if (body.url !== undefined && body.url !== known.url) await checkUrl(caller, body.url);
    let challenged = false;
    const view = await db.transaction(async (tx) => {
      const before = await lock(tx, known);
      const { after, changed, forgetHealth, challenges } = changeEndpoint(before, body, moment.nowMs);
      challenged = challenges;
      if (!changed) return viewEndpoint(before);
      const sealedUrl = after.url === before.url ? null : sealAddress(keyring, after, after.url);
      await writeEndpoint(tx, after, sealedUrl, forgetHealth);
      if (sealedUrl !== null) await cancelPings(tx, after, moment.nowMs);
      await auditEndpoint(tx, ids, caller, moment, {
        verb: "updated",
        before,
        after,
      });
      if (challenges) {
        await spendOne(tx, after, moment.nowMs);
        await sendPing(tx, ids, after, moment.nowMs);
      }
      return viewEndpoint(after);
    });
    if (challenged) notifyNewDeliveries();
    return view;
  };

  /** Deletes it permanently: nothing more is sent, and its deliveries are no longer shown; its events stay. */
  const remove = async (caller: Caller, endpointId: string, moment: Moment): Promise<DeletedEndpointView> => {
    const known = await load(caller, endpointId);
    await db.transaction(async (tx) => {
      const endpoint = await lock(tx, known);
      await markDeleted(tx, endpoint, moment.nowMs);
      await auditEndpoint(tx, ids, caller, moment, { verb: "deleted", before: endpoint });
    });
    return {
      object: "webhook_endpoint",
      id: publicId("webhookEndpoint", known.id),
      mode: caller.mode,
      deleted: true,
    };
  };

  /**
   * A new signing secret, shown in this answer only. For `overlapHours` the previous one signs too; an older one whose
   * overlap still runs ends.
   */
  const rotateSecret = async (
    caller: Caller,
    endpointId: string,
    overlapHours: number,
    claim: IdempotencyClaim | null,
    moment: Moment,
  ): Promise<EndpointView & { secret: string }> => {
    const known = await load(caller, endpointId);
    const { nowMs } = moment;
    const secret = newSigningSecret(random);
    const overlapEndsAtMs = overlapHours === 0 ? null : nowMs + overlapHours * HOUR_MS;
    const options = { claim, merchantNo: caller.merchantNo, owner: known.id, nowMs, status: 200 } as const;
    return once(db, keyring, options, async (tx) => {
      const endpoint = await lock(tx, known);
      await writeSecret(
        tx,
        endpoint,
        keyring.seal(secret.reveal(), secretContext(endpoint)),
        overlapEndsAtMs,
        nowMs,
      );
      await auditEndpoint(tx, ids, caller, moment, { verb: "secret_rotated", after: endpoint });
      const after: Endpoint = {
        ...endpoint,
        previousSecretExpiresAtMs: overlapEndsAtMs,
        version: endpoint.version + 1,
        updatedAtMs: nowMs,
      };
      return { ...viewEndpoint(after), secret: secret.reveal() };
    });
  };

  /**
   * Sends `endpoint.ping` to this endpoint alone, subscribed or not. Refuses with WEBHOOK_ENDPOINT_DISABLED and
   * WEBHOOK_BUDGET_SPENT.
   */
  const ping = async (
    caller: Caller,
    endpointId: string,
    claim: IdempotencyClaim | null,
    nowMs: number,
  ): Promise<DeliveryView> => {
    const endpoint = await load(caller, endpointId);
    const options = { claim, merchantNo: caller.merchantNo, owner: ids.uuid(), nowMs, status: 201 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      const delivery = await sendPing(tx, ids, endpoint, nowMs);
      if (delivery === null) throw webhookErrors.WEBHOOK_ENDPOINT_DISABLED();
      await spendOne(tx, endpoint, nowMs);
      return viewDelivery(delivery, [], endpoint);
    });
    notifyNewDeliveries();
    return view;
  };

  /**
   * Sends the events of a period again, oldest first, `REPLAY_MAX` per call and no more than the endpoint's budget
   * allows. Refuses with VALIDATION_ERROR (an impossible time), WEBHOOK_ENDPOINT_DISABLED, WEBHOOK_ENDPOINT_UNPROVED,
   * WEBHOOK_REPLAY_IN_PROGRESS and WEBHOOK_BUDGET_SPENT. Source: docs/concepts/webhooks.md.
   */
  const replay = async (
    caller: Caller,
    endpointId: string,
    body: ReplayBody,
    claim: IdempotencyClaim | null,
    nowMs: number,
  ): Promise<ReplayView> => {
    const endpoint = await load(caller, endpointId);
    const { fromMs, toMs } = parseRange(body, nowMs);
    const after = body.startingAfter === undefined ? null : parsePublicId("event", body.startingAfter);
    if (body.startingAfter !== undefined && after === null) {
      throw invalid("startingAfter", "format", "must be the id of an event");
    }
    const scope = replayScope(body);
    const words = body.events === undefined ? endpoint.events : subscription(body.events);
    const types = words.includes("*") ? null : words;
    const viewReplay = (found: readonly Id<"event">[], count: number, replayed: number): ReplayView => {
      const last = found.length > count ? found[count - 1] : undefined;
      return {
        object: "webhook_replay",
        mode: caller.mode,
        endpointId: publicId("webhookEndpoint", endpoint.id),
        matched: Math.min(found.length, count),
        replayed,
        nextCursor: last === undefined ? null : publicId("event", last),
      };
    };
    if (body.dryRun === true) {
      const choice = { fromMs, toMs, types, scope, after, limit: REPLAY_MAX + 1 };
      return viewReplay(await chooseEvents(db, endpoint, choice), REPLAY_MAX, 0);
    }
    const options = { claim, merchantNo: caller.merchantNo, owner: endpoint.id, nowMs, status: 200 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      if (!(await isActive(tx, endpoint))) throw webhookErrors.WEBHOOK_ENDPOINT_DISABLED();
      await takeReplayLock(tx, endpoint);
      const replayBudget = await readReplayBudget(tx, endpoint, nowMs);
      refuseSpent(replayBudget);
      const count = Math.min(REPLAY_MAX, replayBudget.room);
      const choice = { fromMs, toMs, types, scope, after, limit: count + 1 };
      const found = await chooseEvents(tx, endpoint, choice);
      if (found.length > 0 && !replayBudget.isProved) throw webhookErrors.WEBHOOK_ENDPOINT_UNPROVED();
      const chosen = found.slice(0, count);
      const replayed = chosen.length === 0 ? 0 : await replayEvents(tx, endpoint, chosen, scope, nowMs);
      // Last, since results of deliveries wait for the lock of the endpoint's row.
      await spend(tx, endpoint, replayBudget, replayed, nowMs);
      return viewReplay(found, count, replayed);
    });
    notifyNewDeliveries();
    return view;
  };

  return { update, remove, rotateSecret, ping, replay };
}

/** Refuses deliveries that are tried again without `onlyFailed`: a replay of everything leaves them alone. */
function replayScope({ onlyFailed = false, includeRetrying = false }: ReplayBody): ReplayScope {
  if (includeRetrying && !onlyFailed) {
    throw invalid("includeRetrying", "conflict", "is only for replays with onlyFailed");
  }
  if (!onlyFailed) return "ALL";
  return includeRetrying ? "RETRYING" : "FAILED";
}

function parseRange(body: ReplayBody, nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = Date.parse(body.from);
  const toMs = body.to === undefined ? nowMs : Date.parse(body.to);
  if (Number.isNaN(fromMs)) throw invalid("from", "format", "must be an instant in ISO 8601 with its offset");
  if (Number.isNaN(toMs)) throw invalid("to", "format", "must be an instant in ISO 8601 with its offset");
  if (toMs < fromMs) throw invalid("to", "order", "must not lie before from");
  if (toMs - fromMs > REPLAY_DAYS_MAX * DAY_MS) {
    throw invalid("to", "range", `must lie at most ${REPLAY_DAYS_MAX} days behind from`);
  }
  // Nothing is older than the epoch, and PostgreSQL has no year 0.
  return { fromMs: Math.max(0, fromMs), toMs: Math.max(0, toMs) };
}

const invalid = (path: string, rule: string, sentence: string) =>
  errors.VALIDATION_ERROR({ fields: [{ path, rule, message: `${path} ${sentence}.` }] });
