import type { FastifyPluginAsync } from "fastify";
import type { Queryable } from "../../../db/database.ts";
import { type Id, isUuid, type MerchantNo, publicId } from "../../../kit/ids.ts";
import type { PaymentDeps } from "../deps.ts";
import { parseProviderReference } from "../provider/reference.ts";
import { hastenRefund } from "../refunds/index.ts";
import { mayBeStarting } from "../session/rules.ts";
import { addCheck } from "../store/due-checks.ts";
import { readSessions } from "../store/read-sessions.ts";
import { questionDelayMs } from "./outcome-policy.ts";
import type { OutcomeRecorder } from "./record-outcome.ts";

export const CALLBACKS_PATH = "/provider-callbacks";
/** Providers send small callbacks; a larger body is not one. */
const BODY_BYTES_MAX = 16_384;

interface Deps
  extends Pick<
    PaymentDeps,
    "db" | "clock" | "log" | "lanes" | "routing" | "providers" | "provider" | "wakeRefunds"
  > {
  /**
   * A payout of this account has news; false: the account has no such payout. The module of payouts is above this one.
   */
  readonly onPayoutNews: (accountId: string, merchantNo: MerchantNo, id: string) => Promise<boolean>;
}

/**
 * Receives providers' callbacks. A callback that its connector verifies names a charge; the outcome is then queried
 * from the provider, so a forged, double, late or out-of-order callback costs one query at most. Concurrent queries
 * about one charge are merged.
 */
export function createCallbacks(
  deps: Deps,
  { outcomes }: { readonly outcomes: OutcomeRecorder },
): FastifyPluginAsync {
  const { db, clock, log, provider } = deps;
  const asking = new Map<string, Promise<boolean>>();

  /** False when the account has no such charge: one account's secret gives no access to another's payments. */
  const ask = async (accountId: string, merchantNo: MerchantNo, chargeId: Id<"charge">): Promise<boolean> => {
    const sessionId = await sessionOf(db, accountId, merchantNo, chargeId);
    if (sessionId === null) return false;
    const key = { merchantNo, sessionId, chargeId };
    const loaded = await deps.lanes.read.run(readSessions, key);
    if (loaded === null || loaded.charge === null) return false;
    // Nothing follows a success: the callback is old, however often it comes.
    if (loaded.charge.status === "SUCCEEDED") return true;
    const answer = await provider.query(loaded.charge);
    // "Not found" right after a callback is a contradiction: the resolver queries again on its own schedule.
    const outcome = answer.kind === "not_found" ? { kind: "unknown" as const, reason: "not_found" } : answer;
    // Nothing is known, and the start call may still bring the answer: its own check is scheduled.
    if (outcome.kind === "unknown" && mayBeStarting(loaded.charge, clock.nowMs())) return true;
    await outcomes.record(key, outcome, "callback");
    // A charge that has ended is no longer queried, and this may be about late money. One in flight has its check.
    if (outcome.kind === "unknown") await addCheck(db, key, clock.nowMs() + questionDelayMs(0));
    return true;
  };

  const askOnce = (accountId: string, merchantNo: MerchantNo, chargeId: Id<"charge">): Promise<boolean> => {
    const running = asking.get(`${accountId} ${chargeId}`);
    if (running !== undefined) return running;
    const question = ask(accountId, merchantNo, chargeId).finally(() =>
      asking.delete(`${accountId} ${chargeId}`),
    );
    asking.set(`${accountId} ${chargeId}`, question);
    return question;
  };

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    for (const method of ["POST", "PUT"] as const) {
      app.route<{ Params: { accountId: string } }>({
        method,
        url: `${CALLBACKS_PATH}/:accountId`,
        handler: async (request, reply) => {
          const { accountId } = request.params;
          const account = isUuid(accountId) ? await deps.routing.findProviderAccount(accountId) : null;
          if (account === null) return reply.code(404).send();
          const headers = Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(", ") : (value ?? ""),
            ]),
          );
          const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const [path = "", query] = request.raw.url?.split("?", 2) ?? [];
          const verdict = await deps.providers.of(account).verifyCallback({
            method,
            authority: request.headers.host ?? "",
            path,
            query: query === undefined ? "" : `?${query}`,
            headers,
            rawBody,
            nowMs: clock.nowMs(),
            receivedOpaque: null,
          });
          if (verdict.kind === "unavailable") {
            log.warn("provider.callback.unchecked", {
              requestId: request.id,
              accountId,
              reason: verdict.reason,
            });
            return reply.code(503).send();
          }
          if (verdict.kind === "refused") {
            log.warn("provider.callback.refused", {
              requestId: request.id,
              accountId,
              reason: verdict.reason,
            });
            return reply.code(401).send();
          }
          const named = parseProviderReference(verdict.names.value);
          const isPayout =
            verdict.subject === "payout" &&
            named !== null &&
            (await deps.onPayoutNews(accountId, named.merchantNo, named.id));
          if (isPayout) return reply.code(204).send();
          // Where the rail cannot refund, a payout that is not one of ours is a refund.
          if (verdict.subject !== "payment") {
            const key =
              named === null ? null : { merchantNo: named.merchantNo, id: named.id as Id<"refund"> };
            const isOpen = key !== null && (await hastenRefund(db, key, accountId, clock.nowMs()));
            if (isOpen) deps.wakeRefunds();
            return reply.code(204).send();
          }
          const chargeId = named?.id as Id<"charge"> | undefined;
          if (
            named === null ||
            chargeId === undefined ||
            !(await askOnce(accountId, named.merchantNo, chargeId))
          ) {
            log.warn("provider.callback.unknown", {
              requestId: request.id,
              accountId,
              subject: verdict.subject,
            });
            return reply.code(404).send();
          }
          log.debug("provider.callback.taken", {
            requestId: request.id,
            chargeId: publicId("charge", chargeId),
          });
          return reply.code(204).send();
        },
      });
    }
  };
}

async function sessionOf(
  db: Queryable,
  accountId: string,
  merchantNo: MerchantNo,
  chargeId: Id<"charge">,
): Promise<Id<"checkoutSession"> | null> {
  const [row] = await db.query<{ sessionId: Id<"checkoutSession"> }>({
    name: "checkout.session_of_charge",
    text: `select session_id as "sessionId" from charges
      where merchant_no = $1 and id = $2 and provider_account_id = $3`,
    values: [merchantNo, chargeId, accountId],
  });
  return row?.sessionId ?? null;
}
