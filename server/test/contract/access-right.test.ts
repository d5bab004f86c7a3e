import { afterAll, describe, expect, it } from "vitest";
import type { MerchantNo } from "../../src/kit/ids.ts";
import { type Cell, openAccessWorld } from "./access-world.ts";
import type { Call, Operation } from "./document.ts";
import { createKey, type Estate, logIn } from "./estate.ts";
import { rules } from "./rules.ts";

/**
 * For every operation in the running service's document: its one permission is enough, the created object belongs to
 * the caller, and each privileged act has an audit entry.
 */
const world = await openAccessWorld();
const { app, contract, receiver, own, ownLive, neighbour, stranger } = world;
const { keyed, operated, rightCall, arrangedCall, cellsOf, expectCells } = world;
afterAll(world.close);

/** Areas in which a change by key is a privileged act; every change by an operator is one. */
const privileged = ["apikeys", "webhooks", "beneficiaries", "payouts.approve", "profile", "team"];
function mustBeAudited({ id, auth, method, permissions }: Operation): boolean {
  const rule = rules[id];
  if (method === "GET" || rule?.audited === false || rule?.readsOnly === true) return false;
  const area = permissions[0]?.replace(/^merchant\./, "") ?? "";
  return auth === "operator" || privileged.some((one) => area.startsWith(one));
}

/** Operations that succeeded without an audit entry, or with one that lacks the actor, the address or the request. */
async function unaudited(cells: readonly Cell[]): Promise<readonly string[]> {
  const rows = await app.db.query<{ requestId: string; actor: string; ip: string | null; tenantId: string }>({
    text: `select request_id as "requestId", actor, ip, tenant_id as "tenantId" from audit_log where request_id is not null`,
  });
  const done = cells.filter(([operation, answer]) => answer.status < 300 && mustBeAudited(operation));
  expect(done.length).toBeGreaterThan(5);
  return done.flatMap(([{ id, auth }, answer]) => {
    const entries = rows.filter(({ requestId }) => requestId === answer.headers.get("request-id"));
    if (entries.length === 0) return [`${id}: no entry`];
    const holds = entries.every(
      ({ actor, ip, tenantId }) =>
        actor.startsWith(auth === "operator" ? "op_" : "key_") &&
        ip === "127.0.0.1" &&
        tenantId === own.tenantId,
    );
    return holds ? [] : [`${id}: ${JSON.stringify(entries)}`];
  });
}

/** A caller who has just come did not make the object. */
const expectedOf = ({ id, successStatus }: Operation): string => rules[id]?.makersOnly ?? `${successStatus}`;

describe("the right key", () => {
  let made = 0;
  /** The estate with objects that earlier operations have not used up. */
  async function fresh(estate: Estate, spends: boolean): Promise<Estate> {
    const { apiKey } = estate;
    made += 1;
    const body = { amount: "5000", currency: "XOF", title: "Fresh" };
    const session = await contract.call("createCheckoutSession", { apiKey, body });
    const link = await contract.call("createPaymentLink", {
      apiKey,
      body,
      headers: { "idempotency-key": `fresh ${made}` },
    });
    const endpoint = !spends
      ? null
      : await contract.call("createWebhookEndpoint", {
          apiKey,
          params: { merchantId: estate.merchantId },
          body: { url: receiver.url },
        });
    const beneficiary = !spends
      ? null
      : await contract.call("createBeneficiary", {
          apiKey,
          body: contract.operation("createBeneficiary").bodyExample,
        });
    const payout = await contract.call("createPayout", {
      apiKey,
      body: { walletId: estate.walletId, beneficiaryId: estate.beneficiaryId, amount: "1" },
      headers: { "idempotency-key": `fresh ${made}` },
    });
    return {
      ...estate,
      endpointId: endpoint?.body.data.id ?? estate.endpointId,
      beneficiaryId: beneficiary?.body.data.id ?? estate.beneficiaryId,
      paid: estate.paid === null ? null : { ...estate.paid, payoutId: payout.body.data.id },
      sessionId: session.body.data.id,
      linkId: link.body.data.id,
      slug: link.body.data.slug,
    };
  }
  /** As the rule arranges it, or on fresh objects; with a key that has only this permission. */
  async function callOf(operation: Operation): Promise<Call> {
    const { permissions } = operation;
    const keyOf = async (merchantNo: MerchantNo) => (await createKey(app, merchantNo, { permissions })).key;
    const rule = rules[operation.id];
    if (rule?.arrange === undefined) {
      const target = await fresh(own, rule?.spends === true);
      return rightCall(operation, target, await keyOf(own.merchantNo));
    }
    const { merchantNo, ...call } = await arrangedCall(operation, own);
    return { ...call, apiKey: await keyOf(merchantNo ?? own.merchantNo) };
  }
  it("opens every operation with no more than its one permission, and what is privileged is audited", {
    timeout: 120_000,
  }, async () => {
    const cells = await cellsOf(keyed(), callOf, expectedOf);
    expectCells(cells, own);
    expect(await unaudited(cells)).toEqual([]);
  });
  it("managing includes reading", async () => {
    const reading = keyed().filter(({ permissions }) => permissions[0]?.endsWith(".read"));
    const cells = await cellsOf(
      reading,
      async (operation) => {
        const permissions = operation.permissions.map((one) => one.replace(/read$/, "manage"));
        return rightCall(operation, own, (await createKey(app, own.merchantNo, { permissions })).key);
      },
      expectedOf,
    );
    expectCells(cells, own);
  });
  it("of a neighbour creates for the neighbour, of live mode in live mode", async () => {
    const creating = keyed().filter(
      ({ successStatus, id }) => successStatus === 201 && rules[id]?.object === undefined,
    );
    for (const reader of [neighbour, stranger, ownLive]) {
      const possible = creating.filter(({ id }) => reader.paid !== null || !rules[id]?.needsPayment);
      const cells = await cellsOf(possible, (each) => rightCall(each, reader), "201");
      expectCells(cells, reader);
      for (const [{ id }, { body }] of cells) {
        if (rules[id]?.inBothModes) continue;
        expect([body.data.mode, body.data.merchantId ?? reader.merchantId], id).toEqual([
          reader.mode,
          reader.merchantId,
        ]);
      }
    }
  });
});

describe("the right operator", () => {
  it("opens every operation with no more than its one permission, and every change is audited", {
    timeout: 120_000,
  }, async () => {
    const asker = await logIn(app, own.tenantId, 3);
    const callOf = async (operation: Operation): Promise<Call> => {
      const { permissions } = operation;
      await app.owner.query({
        text: "update operators set permissions = $2 where email = $1",
        values: [asker.email, permissions],
      });
      const call = await arrangedCall(operation, own);
      return call.apiKey === own.operator.token ? { ...call, apiKey: asker.token } : call;
    };
    const due = (operation: Operation) =>
      rules[operation.id]?.takesTwo === true ? "202" : expectedOf(operation);
    const cells = await cellsOf(operated(), callOf, due);
    expectCells(cells, { tenantWide: own.tenantId });
    expect(await unaudited(cells)).toEqual([]);
  });
});
