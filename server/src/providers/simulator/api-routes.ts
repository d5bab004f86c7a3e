import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { sha256 } from "../../kit/secret.ts";
import { parseUrl } from "../../kit/url.ts";
import { toAnswer } from "./answers.ts";
import type { Faults } from "./faults.ts";
import { registeredNameOf } from "./names.ts";
import type { Operation, OperationKind } from "./operation.ts";
import {
  type BalanceAnswer,
  type ErrorAnswer,
  type NameAnswer,
  type PaymentRequest,
  readNameCheck,
  readPaymentRequest,
  readPayoutOrder,
  readRefundOrder,
  type StatementAnswer,
} from "./protocol.ts";
import type { Handled, SimulatorService } from "./service.ts";
import { statementCsv } from "./statement.ts";
import { readBalances, readBookBetween } from "./store.ts";
import { findAccountByKey, type SimulatorAccount } from "./store-parties.ts";

export interface ApiDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly service: SimulatorService;
  readonly faults: Faults;
  readonly pageUrlOf: (operation: Operation) => string;
  /** Delivers the due callbacks, for the scenario in which they come before the answer. */
  readonly deliverCallbacks: (nowMs: number) => Promise<number>;
}

/** More than any sandbox moves in a day; a longer period is requested in parts. */
const STATEMENT_LINES_MAX = 20_000;

const kinds: Readonly<Record<string, OperationKind>> = {
  payments: "PAYMENT",
  refunds: "REFUND",
  payouts: "PAYOUT",
};

/** The API for connectors: bearer key, JSON, every operation under the caller's reference. */
export function registerApi(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock, service, faults, pageUrlOf } = deps;

  const answer = async (reply: FastifyReply, handled: Handled): Promise<FastifyReply> => {
    if (handled.kind === "busy") return sendError(reply, 503, "UNAVAILABLE", "Try again later.");
    if (handled.kind === "not_found") return sendError(reply, 404, "NOT_FOUND", "No such reference.");
    if (handled.kind === "reused") {
      return sendError(reply, 409, "REFERENCE_REUSED", "The reference was used for another request.");
    }
    const { operation, behaviour } = handled;
    const body = toAnswer(operation, pageUrlOf(operation));
    switch (behaviour) {
      case "REFUSE":
        return sendError(reply, 422, operation.code ?? "UNSPECIFIED", "The request was refused.");
      case "GIVE_UP":
      case "DOWN":
        return sendError(reply, 503, "UNAVAILABLE", "Try again later.");
      case "ERROR":
        return sendError(reply, 500, "INTERNAL", "Something went wrong.");
      case "HTML":
        return reply.type("text/html").send("<!doctype html><title>Request accepted</title><p>OK");
      case "SILENT":
        faults.hold(reply);
        return reply;
      case "RESET":
      case "FORGET":
        faults.reset(reply);
        return reply;
      case "DRIP":
        faults.drip(reply);
        return reply;
      case "CALLBACK_FIRST":
        await deps.deliverCallbacks(clock.nowMs());
        return reply.code(200).send(body);
      case "ACCEPT":
      case "SUCCEED":
      case "BUSY_TWICE":
        return reply.code(body.status === "PENDING" ? 202 : 200).send(body);
    }
  };

  const accountOf = async ({ headers }: FastifyRequest): Promise<SimulatorAccount | null> => {
    const key = /^Bearer (.{1,200})$/.exec(headers.authorization ?? "")?.[1];
    return key === undefined ? null : await findAccountByKey(db, sha256(key));
  };

  const withAccount =
    (handle: (accountId: string, request: FastifyRequest) => Promise<Handled | "invalid">) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const account = await accountOf(request);
      if (account === null) return sendError(reply, 401, "UNAUTHORIZED", "The key is not known.");
      const handled = await handle(account.id, request);
      if (handled === "invalid")
        return sendError(reply, 400, "INVALID_REQUEST", "The request cannot be read.");
      return await answer(reply, handled);
    };

  const referenceOf = (request: FastifyRequest): string => {
    const { params } = request;
    return typeof params === "object" && params !== null && "reference" in params
      ? String(params.reference)
      : "";
  };

  app.post(
    "/v1/payments",
    withAccount(async (accountId, { body }) => {
      const order = readPaymentRequest(body);
      return order === null || !isReadable(order) ? "invalid" : await service.startPayment(accountId, order);
    }),
  );
  app.post(
    "/v1/refunds",
    withAccount(async (accountId, { body }) => {
      const order = readRefundOrder(body);
      return order === null ? "invalid" : await service.startRefund(accountId, order);
    }),
  );
  app.post(
    "/v1/payouts",
    withAccount(async (accountId, { body }) => {
      const order = readPayoutOrder(body);
      return order === null ? "invalid" : await service.startPayout(accountId, order);
    }),
  );
  app.post(
    "/v1/payments/:reference/cancel",
    withAccount((accountId, request) => service.cancel(accountId, referenceOf(request))),
  );
  app.post("/v1/name-checks", async (request, reply) => {
    const account = await accountOf(request);
    if (account === null) return sendError(reply, 401, "UNAUTHORIZED", "The key is not known.");
    const check = readNameCheck(request.body);
    if (check === null) return sendError(reply, 400, "INVALID_REQUEST", "The request cannot be read.");
    const result = await service.checkName(account.id, check);
    if (result === "UNAVAILABLE") return sendError(reply, 503, "UNAVAILABLE", "Try again later.");
    const registeredName = result === "CLOSE_MATCH" ? registeredNameOf(check.name) : null;
    return reply.send({ result, registeredName } satisfies NameAnswer);
  });
  app.get("/v1/statement", async (request, reply) => {
    const account = await accountOf(request);
    if (account === null) return sendError(reply, 401, "UNAUTHORIZED", "The key is not known.");
    const query = new URLSearchParams(request.url.split("?")[1] ?? "");
    const [fromMs, toMs] = [Date.parse(query.get("from") ?? ""), Date.parse(query.get("to") ?? "")];
    if (Number.isNaN(fromMs) || Number.isNaN(toMs)) {
      return sendError(reply, 400, "INVALID_REQUEST", "from and to are instants in ISO 8601.");
    }
    const book = await readBookBetween(db, account.id, { fromMs, toMs, limit: STATEMENT_LINES_MAX + 1 });
    if (book.length > STATEMENT_LINES_MAX) {
      return sendError(reply, 413, "TOO_LONG", `A statement has at most ${STATEMENT_LINES_MAX} lines.`);
    }
    const lines = book.map(({ kind, reference, transactionId, amount, currency, bookedAtMs }) => ({
      type: kind,
      reference,
      transactionId,
      status: "SUCCEEDED" as const,
      amount: amount.toString(),
      currency,
      occurredAt: new Date(bookedAtMs).toISOString(),
    }));
    return query.get("format") === "csv"
      ? reply.type("text/csv; charset=utf-8").send(statementCsv(lines))
      : reply.send({ lines } satisfies StatementAnswer);
  });
  app.get("/v1/balance", async (request, reply) => {
    const account = await accountOf(request);
    if (account === null) return sendError(reply, 401, "UNAUTHORIZED", "The key is not known.");
    const balances = (await readBalances(db, account.id)).map(({ currency, amount }) => ({
      currency,
      amount: amount.toString(),
    }));
    return reply.send({ balances } satisfies BalanceAnswer);
  });
  for (const [path, kind] of Object.entries(kinds)) {
    app.get(
      `/v1/${path}/:reference`,
      withAccount((accountId, request) =>
        service.query({ accountId, kind, reference: referenceOf(request) }),
      ),
    );
  }
}

/** Checks that the schema cannot express: valid addresses and times. */
function isReadable({ returnUrl, callbackUrl, expiresAt }: PaymentRequest): boolean {
  const areAddresses = parseUrl(returnUrl) !== null && parseUrl(callbackUrl) !== null;
  return areAddresses && !Number.isNaN(Date.parse(expiresAt));
}

function sendError(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ error: { code, message } } satisfies ErrorAnswer);
}
