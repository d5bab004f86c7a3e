import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { isFenced, movedTo } from "../../db/errors.ts";
import type { CellCode } from "../../kit/cell.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { CallbackVerdict, IncomingCallback } from "../../providers/callback.ts";
import { accountIdOf, CALLBACKS_PATH } from "../../providers/callback-urls.ts";
import { ownIdIn } from "../../providers/own-id.ts";
import type { ProviderAccount } from "../../providers/provider.ts";
import type { Providers } from "../../providers/registry.ts";
import type { Routing } from "../routing/index.ts";
import { CALLED_ADDRESS_HEADER, readCalledAddress } from "./called-address.ts";
import type { PassOn } from "./pass-on.ts";
import type { AwayCallback, CallbackNames, CallbackReceiver } from "./receiver.ts";

/** Callbacks are small; refuse anything larger. */
const BODY_BYTES_MAX = 16_384;
/** Queries in flight at once, of all accounts. Beyond it a callback is refused, and its provider sends it again. */
const QUESTIONS_MAX = 1_000;
const RETRY_AFTER_SECONDS = 5;

export interface ProviderCallbacksDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly cell: CellCode | null;
  readonly routing: Pick<Routing, "findProviderAccount">;
  readonly providers: Providers;
  readonly passOn: PassOn;
  /** Tried in this order where a callback does not say what it is about. */
  readonly receivers: readonly CallbackReceiver[];
}

export interface ProviderCallbacks {
  readonly plugin: FastifyPluginAsync;
  /** Resolves when every query that a callback started has ended. */
  settled(): Promise<void>;
}

interface Address {
  readonly account: string;
  readonly opaque?: string;
}
type Request = FastifyRequest<{ Params: Address }>;

interface Addressed {
  readonly account: ProviderAccount;
  /** Of the operation; null where callbacks are signed, because then the message names it. */
  readonly ownId: string | null;
}

/**
 * Receives providers' callbacks. A callback that its connector accepts names an operation, whose outcome is queried
 * from the provider after the callback has been answered. So a forged, duplicate, late or out-of-order callback costs
 * one query at most.
 */
export function createProviderCallbacks(deps: ProviderCallbacksDeps): ProviderCallbacks {
  const { clock, log, receivers } = deps;
  const questions = new Set<Promise<void>>();

  /** `unknown`: no receiver has the operation. */
  const dispatch = async (
    accountId: string,
    { subject, secret }: Extract<CallbackVerdict, { kind: "accepted" }>,
    names: CallbackNames,
  ): Promise<"taken" | "forged" | "unknown" | AwayCallback> => {
    for (const receiver of receivers) {
      if (subject !== null && !receiver.subjects.includes(subject)) continue;
      const heard = await receiver.hear(accountId, names, secret ?? null);
      if (heard === null) continue;
      if (heard === "forged" || "away" in heard) return heard;
      if (heard.question !== null) follow(heard.question, accountId);
      return "taken";
    }
    return "unknown";
  };

  const follow = (asked: Promise<void>, accountId: string): void => {
    const question = asked
      // The operation is queried again on its schedule.
      .catch((error: unknown) => {
        // The other cell asks as well.
        if (isFenced(error) || movedTo(error) !== null)
          log.info("provider.callback.question.moved", { accountId });
        else log.error("provider.callback.question.failed", { accountId, error });
      })
      .finally(() => questions.delete(question));
    questions.add(question);
  };

  /** What an address in the form that its provider's callbacks use stands for; null for any other address. */
  const addressed = async ({ account: segment, opaque }: Address): Promise<Addressed | null> => {
    const id = accountIdOf(deps.cell, segment);
    const account = id === null ? null : await deps.routing.findProviderAccount(id);
    if (account === null) return null;
    const { capabilities, referenceForm } = deps.providers.terms(account.provider);
    if (capabilities.callbacks === "SIGNED") return opaque === undefined ? { account, ownId: null } : null;
    if (capabilities.callbacks === "NONE" || opaque === undefined) return null;
    const ownId = ownIdIn(referenceForm, opaque);
    return ownId === null ? null : { account, ownId };
  };

  const answer = async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
    const found = await addressed(request.params);
    if (found === null) return reply.code(404).send();
    const { account, ownId } = found;
    const about = { requestId: request.id, accountId: account.id };
    if (questions.size >= QUESTIONS_MAX) {
      log.warn("provider.callback.no_room", about);
      return reply.code(503).header("retry-after", RETRY_AFTER_SECONDS).send();
    }
    const callback = readCallback(request, found, clock.nowMs());
    const verdict = await deps.providers.of(account).verifyCallback(callback);
    if (verdict.kind === "unavailable") {
      log.warn("provider.callback.unchecked", { ...about, reason: verdict.reason });
      return reply.code(503).header("retry-after", RETRY_AFTER_SECONDS).send();
    }
    if (verdict.kind === "refused") {
      log.warn("provider.callback.refused", { ...about, reason: verdict.reason });
      return reply.code(401).send();
    }
    if (verdict.kind === "not_ours") {
      log.debug("provider.callback.not_ours", { ...about, reason: verdict.reason });
      return reply.code(204).send();
    }
    // An unsigned message proves nothing: its address alone names the operation.
    const names: CallbackNames = ownId === null ? verdict.names : { by: "own_id", value: ownId };
    const heard = await dispatch(account.id, verdict, names).catch(awayOf);
    if (typeof heard === "object") {
      const { opaque } = request.params;
      const { status, retryAfterSeconds } = await deps.passOn(heard.away, {
        callback,
        accountId: account.id,
        opaque,
      });
      if (retryAfterSeconds !== null) reply.header("retry-after", retryAfterSeconds);
      return reply.code(status).send();
    }
    if (heard === "forged") {
      log.warn("provider.callback.refused", { ...about, reason: "secret" });
      return reply.code(401).send();
    }
    if (heard === "unknown") {
      log.warn("provider.callback.unknown", { ...about, subject: verdict.subject });
      return reply.code(404).send();
    }
    log.debug("provider.callback.taken", { ...about, subject: verdict.subject });
    return reply.code(204).send();
  };

  return {
    plugin: async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser(
        "*",
        { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX },
        (_request, body, done) => done(null, body),
      );
      for (const method of ["POST", "PUT"] as const) {
        for (const url of [`${CALLBACKS_PATH}/:account`, `${CALLBACKS_PATH}/:account/:opaque`]) {
          app.route<{ Params: Address }>({ method, url, handler: answer });
        }
      }
    },
    settled: async () => {
      while (questions.size > 0) await Promise.all(questions);
    },
  };
}

/** In the second in which this process does not know yet that a merchant has left, its database does. Rethrows any other error. */
function awayOf(error: unknown): AwayCallback {
  const place = movedTo(error);
  if (place === null) throw error;
  return { away: place.cell };
}

function readCallback(request: Request, { account, ownId }: Addressed, nowMs: number): IncomingCallback {
  const [path = "", query] = (request.raw.url ?? "").split("?", 2);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
  const here = { accountId: account.id, opaque: request.params.opaque };
  return {
    method: request.method === "PUT" ? "PUT" : "POST",
    ...(readCalledAddress(headers[CALLED_ADDRESS_HEADER], here) ?? {
      authority: request.headers.host ?? "",
      path,
    }),
    query: query === undefined ? "" : `?${query}`,
    headers,
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    nowMs,
    receivedOpaque: ownId,
  };
}
