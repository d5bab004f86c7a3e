import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { createRecordingLog } from "../../../test/harness/log.ts";
import type { CellCode } from "../../kit/cell.ts";
import { createManualClock } from "../../kit/clock.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import type { CallbackVerdict, IncomingCallback } from "../../providers/callback.ts";
import type { ProviderCapabilities } from "../../providers/capabilities.ts";
import type { Provider, ProviderAccount } from "../../providers/provider.ts";
import { createProviders } from "../../providers/registry.ts";
import type { CallbackNames, CallbackReceiver } from "./receiver.ts";
import { createProviderCallbacks, type ProviderCallbacks } from "./routes.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const signedId = "0190aaaa-0000-7000-8000-000000000001";
const opaqueId = "0190aaaa-0000-7000-8000-000000000002";
const silentId = "0190aaaa-0000-7000-8000-000000000003";
const kinds: Readonly<Record<string, ProviderCapabilities["callbacks"]>> = {
  [signedId]: "SIGNED",
  [opaqueId]: "OPAQUE",
  [silentId]: "NONE",
};
const ownId = "0b9c2c1e-7d6a-4f0e-9a55-2f4f5d1c8e11";
const opaque = "C5wsHn1qTw6aVS9PXRyOEQ";
const asks = () => Promise.reject(new Error("callbacks alone are tested"));

let app: FastifyInstance;
let callbacks: ProviderCallbacks;
let received: IncomingCallback[];
let heard: string[];
let passed: string[];
afterEach(() => app.close());

/** A connector that gives `verdict` for every callback. */
function connector(callbackKind: ProviderCapabilities["callbacks"], verdict: CallbackVerdict): Provider {
  const verifyCallback: Provider["verifyCallback"] = async (_call, callback) => {
    received.push(callback);
    return verdict;
  };
  return {
    name: callbackKind,
    modes: ["SANDBOX"],
    capabilities: {
      callbacks: callbackKind,
      calls: true,
      cancel: false,
      refund: "NONE",
      payout: false,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["MOBILE_MONEY"],
      countries: "ANY",
      currencies: "ANY",
      failureCodes: [],
    },
    referenceForm: "UUID_V4",
    settings: [],
    start: asks,
    query: asks,
    ...(callbackKind === "NONE" ? {} : { verifyCallback }),
  };
}

/** A receiver that knows one value and runs `question` as its query. */
function receiver(
  name: string,
  subjects: CallbackReceiver["subjects"],
  known: string,
  question: () => Promise<void> | null = () => null,
): CallbackReceiver {
  return {
    subjects,
    hear: async (
      accountId: string,
      { by, value }: CallbackNames,
      secret: { readonly value: string } | null,
    ) => {
      heard.push(`${name} ${by} ${value}`);
      if (secret !== null && secret.value !== "kept") return "forged" as const;
      expect(kinds[accountId]).toBeDefined();
      return value === known ? { question: question() } : null;
    },
  };
}

async function open(verdict: CallbackVerdict, receivers: readonly CallbackReceiver[]): Promise<void> {
  received = [];
  heard = [];
  passed = [];
  const clock = createManualClock(NOW_MS);
  const providers = createProviders(
    (["SIGNED", "OPAQUE", "NONE"] as const).map((kind) => connector(kind, verdict)),
    { httpOut: asks, clock, log, recorder: { record: () => {} } },
  );
  const findProviderAccount = async (id: string): Promise<ProviderAccount | null> => {
    const provider = kinds[id];
    return provider === undefined ? null : { id, provider, mode: "SANDBOX", settings: {} };
  };
  callbacks = createProviderCallbacks({
    clock,
    log,
    cell: null,
    routing: { findProviderAccount },
    providers,
    receivers,
    passOn: async (to, { accountId, opaque }) => {
      passed.push(`${to} ${accountId} ${opaque}`);
      return { status: 503, retryAfterSeconds: 5 };
    },
  });
  app = Fastify();
  await app.register(callbacks.plugin);
}

/** An error as PostgreSQL sends it. */
const { log, lines } = createRecordingLog();

function error(code: string, detail: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("refused", 1, "error"), { code, detail });
}

async function send(path: string, method: "POST" | "PUT" = "POST", payload = "{}") {
  const headers = { host: "pay.example", "x-signature": "s", "content-type": "application/json" };
  return app.inject({ method, url: `/provider-callbacks/${path}`, headers, payload });
}
const statusOf = async (path: string) => (await send(path)).statusCode;

const accepted = (subject: "payment" | "refund" | "payout" | null, value = "ours"): CallbackVerdict => ({
  kind: "accepted",
  subject,
  names: { by: "reference", value },
});
const payments = receiver.bind(null, "payments", ["payment"]);
const payouts = receiver.bind(null, "payouts", ["payout"]);
const refunds = receiver.bind(null, "refunds", ["refund", "payout"]);
const acct = (id: string) => publicId("providerAccount", id as Id<"providerAccount">);

describe("the address of a callback", () => {
  it.each([
    ["an account by its UUID", signedId, 204],
    ["an account by its public id", acct(signedId), 204],
    ["no account of ours", "0190aaaa-0000-7000-8000-00000000ffff", 404],
    ["what is no account", "acct_nothing", 404],
    ["what is no text", "%00", 404],
    ["more than an account whose callbacks are signed has", `${signedId}/${ownId}`, 404],
    ["an account whose callbacks name their operation, without one", opaqueId, 404],
    ["an operation that is not there", `${opaqueId}/${ownId.replace("0", "1")}`, 404],
    ["what cannot be the id of an operation", `${opaqueId}/nothing`, 404],
    ["an operation", `${opaqueId}/${opaque}`, 204],
    ["an operation by its id as it is written out", `${opaqueId}/${ownId}`, 204],
    ["an operation by the account's public id", `${acct(opaqueId)}/${ownId}`, 204],
    ["an account whose provider never reports", silentId, 404],
  ])("names %s", async (_what, path, status) => {
    await open(accepted("payment"), [payments("ours"), payments(ownId)]);
    expect(await statusOf(path)).toBe(status);
  });

  it("gives an unsigned callback its operation, whatever the message says", async () => {
    await open(accepted("payment", "another"), [payments(ownId)]);
    expect(await statusOf(`${opaqueId}/${opaque}`)).toBe(204);
    expect(heard).toEqual([`payments own_id ${ownId}`]);
    expect(received.map(({ receivedOpaque }) => receivedOpaque)).toEqual([ownId]);
  });
});

describe("a callback", () => {
  it("reaches its connector as it was sent", async () => {
    await open(accepted("payment"), [payments("ours")]);
    await send(`${acct(signedId)}?a=%41&b`, "PUT", ' {"status":"DONE"} ');
    expect(received).toMatchObject([
      {
        method: "PUT",
        authority: "pay.example",
        path: `/provider-callbacks/${acct(signedId)}`,
        query: "?a=%41&b",
        headers: { "x-signature": "s" },
        nowMs: NOW_MS,
        receivedOpaque: null,
      },
    ]);
    expect(received[0]?.rawBody.toString()).toBe(' {"status":"DONE"} ');
  });

  it("that another cell passes on is checked with the address that its provider called", async () => {
    await open(accepted("payment"), [payments("ours")]);
    const path = `/provider-callbacks/${acct(signedId).replace("acct_", "acct_ci_")}`;
    const others = path.replace(/.{26}$/, acct(opaqueId).slice(-26));
    for (const called of [path, others]) {
      const headers = {
        host: "inner.example",
        "cauris-callback-address": `pay.example${called}`,
        "content-type": "application/json",
      };
      await app.inject({
        method: "POST",
        url: `/provider-callbacks/${acct(signedId)}`,
        headers,
        payload: "{}",
      });
    }
    expect(received).toMatchObject([
      { authority: "pay.example", path },
      { authority: "inner.example", path: `/provider-callbacks/${acct(signedId)}` },
    ]);
  });

  it.each([
    [{ kind: "refused", reason: "signature" }, 401, undefined],
    [{ kind: "unavailable", reason: "key" }, 503, "5"],
    [{ kind: "not_ours", reason: "another program's" }, 204, undefined],
  ] as const)("that is $0.kind reaches no receiver", async (verdict, status, retryAfter) => {
    await open(verdict, [payments("ours")]);
    const response = await send(signedId);
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([status, retryAfter]);
    expect(heard).toEqual([]);
  });

  it.each([
    ["payment", ["payments"]],
    ["refund", ["refunds"]],
    // Where a rail cannot refund, a refund is a payout.
    ["payout", ["payouts", "refunds"]],
    [null, ["payments", "payouts", "refunds"]],
  ] as const)("about a %s that nobody knows is 404, after %j were asked", async (subject, names) => {
    await open(accepted(subject), [payments("x"), payouts("x"), refunds("x")]);
    expect(await statusOf(signedId)).toBe(404);
    expect(heard).toEqual(names.map((name) => `${name} reference ours`));
  });

  it.each([
    ["kept", 204],
    ["another", 401],
  ])("whose secret is %s in a payment that keeps one is answered %i", async (value, status) => {
    const verdict = { ...accepted("payment"), secret: { handleField: "token", value } };
    await open(verdict, [payments("ours")]);
    expect(await statusOf(signedId)).toBe(status);
  });

  it("of a merchant that lives in another cell is passed on, and answered as there", async () => {
    const moved = error("MV002", JSON.stringify({ cell: "sn", answeredBy: null }));
    const away: CallbackReceiver[] = [
      { subjects: ["payment"], hear: async () => ({ away: "ci" as CellCode }) },
      { subjects: ["refund"], hear: () => Promise.reject(moved) },
    ];
    await open(accepted("payment"), away);
    const response = await send(signedId);
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
    expect(passed).toEqual([`ci ${signedId} undefined`]);
    await app.close();
    await open(accepted("refund"), away);
    await send(signedId);
    expect(passed).toEqual([`sn ${signedId} undefined`]);
  });

  it("is offered to no further receiver once one of them knows the operation", async () => {
    await open(accepted("payout"), [payouts("ours"), refunds("ours")]);
    expect(await statusOf(signedId)).toBe(204);
    expect(heard).toEqual(["payouts reference ours"]);
  });
});

describe("the question that a callback brings", () => {
  it("does not delay the callback's answer, and goes on until the provider has answered", async () => {
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await open(accepted("payment"), [payments("ours", () => asked)]);
    expect(await statusOf(signedId)).toBe(204);
    let isSettled = false;
    const settled = callbacks.settled().then(() => {
      isSettled = true;
    });
    await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    answer();
    await settled;
  });

  it("may fail, and the callback is still answered", async () => {
    await open(accepted("payment"), [payments("ours", () => Promise.reject(new Error("the database")))]);
    expect(await statusOf(signedId)).toBe(204);
    await callbacks.settled();
  });

  it.each([
    ["is being moved", "MV001", "provider.callback.question.moved", "info"],
    ["lives in another cell", "MV002", "provider.callback.question.moved", "info"],
    ["is here, and the database is broken", "XX000", "provider.callback.question.failed", "error"],
  ])("whose merchant %s is a fault only where no other cell asks", async (_what, code, event, level) => {
    const detail = JSON.stringify({ cell: "sn", answeredBy: null });
    await open(accepted("payment"), [payments("ours", () => Promise.reject(error(code, detail)))]);
    await send(signedId);
    await callbacks.settled();
    expect(lines.findLast((line) => line.event.startsWith("provider.callback.question"))).toMatchObject({
      event,
      level,
    });
  });

  it("is refused while a thousand are in progress, so that the provider sends it again", async () => {
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await open(accepted("payment"), [payments("ours", () => asked)]);
    for (let sent = 0; sent < 1_000; sent += 1) expect(await statusOf(signedId)).toBe(204);
    const response = await send(signedId);
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
    answer();
    await callbacks.settled();
    expect(await statusOf(signedId)).toBe(204);
  });
});
