import { expect } from "vitest";
import type { MerchantNo, TenantId } from "../../src/kit/ids.ts";
import { type Answer, startTestApp } from "../harness/app.ts";
import { openLiveWay } from "../harness/live-way.ts";
import { type Call, type Operation, readContract } from "./document.ts";
import {
  createEstate,
  createKey,
  createOwner,
  createTenant,
  type Estate,
  secretsOf,
  startReceiver,
} from "./estate.ts";
import { createMaker } from "./maker.ts";
import { rules } from "./rules.ts";

/** One call of an operation: the answer, and the expected outcome. */
export type Cell = readonly [Operation, Answer, string];

/** A reader who may read everything of a tenant, as an operator may. */
export interface Reader {
  readonly tenantWide: TenantId;
}

/** A public address to which no test sends anything. */
export const liveReceiver = "https://93.184.216.34/hooks";

/** Status and code on the wire: `200`, `404 RESOURCE_NOT_FOUND`. */
export const outcome = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;

/** The body without the one value that always differs between two answers. */
export function faceOf({ status, body }: Answer): string {
  const { requestId: _ours, ...details } = body.error?.details ?? {};
  return JSON.stringify([status, { ...body, error: { ...body.error, details } }]);
}

/** An outage that concerns every merchant of the tenant in the sandbox, and disturbs no payment of these tests. */
async function announceOutage(
  contract: Awaited<ReturnType<typeof readContract>>,
  apiKey: string,
  nowMs: number,
): Promise<void> {
  const startsAt = new Date(nowMs + 30 * DAY_MS).toISOString();
  const body = { mode: "SANDBOX", method: "WALLET", status: "DEGRADED", reason: "Maintenance", startsAt };
  await contract.call("openOutage", { apiKey, body });
}
const DAY_MS = 86_400_000;

/**
 * The service with four merchants' objects: the merchant whose objects are requested, the same merchant in live mode, a
 * neighbour of the same tenant and a stranger of another; and functions that ask every operation the same question.
 */
export async function openAccessWorld() {
  const app = await startTestApp();
  const contract = await readContract(app);
  const receiver = await startReceiver();
  const home = await createTenant(app, "home");
  const abroad = await createTenant(app, "abroad");
  const owner = await createOwner(app, home, "Own");
  const own = await createEstate(app, owner, "SANDBOX", "marker-own", receiver.url);
  await openLiveWay(app, home);
  const ownLive = await createEstate(app, owner, "LIVE", "marker-live", liveReceiver);
  const beside = await createOwner(app, home, "Beside");
  const neighbour = await createEstate(app, beside, "SANDBOX", "marker-beside", receiver.url);
  const far = await createOwner(app, abroad, "Far");
  const stranger = await createEstate(app, far, "SANDBOX", "marker-far", receiver.url);
  for (const { operator } of [own, stranger])
    await announceOutage(contract, operator.token, app.clock.nowMs());
  const ending = await createKey(app, own.merchantNo, { expiresAtMs: app.clock.nowMs() + 60_000 });
  await contract.call("listWallets", { apiKey: ending.key });
  app.clock.advance(60_000);
  const expiredKey = ending.key;
  const ended = await createKey(app, own.merchantNo);
  await contract.call("listWallets", { apiKey: ended.key });
  await ended.revoke();
  const revokedKey = ended.key;

  let unique = 0;
  const keyed = () => contract.operations.filter(({ auth }) => auth === "key");
  const operated = () => contract.operations.filter(({ auth }) => auth === "operator");
  const hasObject = ({ id }: Operation) => rules[id]?.object !== undefined;
  const withObject = () => keyed().filter(hasObject);
  const onMerchantPath = () => keyed().filter(({ pathParams }) => pathParams.includes("merchantId"));
  const everyEstate = () => [own, ownLive, neighbour, stranger];

  /** A fully valid request for an object of `target`. */
  function rightCall(
    operation: Operation,
    target: Estate,
    apiKey: string | null = operation.auth === "operator" ? target.operator.token : target.apiKey,
  ): Call {
    const rule = rules[operation.id] ?? {};
    unique += 1;
    const hooks = target.mode === "LIVE" ? liveReceiver : receiver.url;
    const hasBody = operation.bodySchema !== null;
    return {
      apiKey,
      params: { merchantId: target.merchantId, ...rule.object?.(target) },
      ...(rule.query === undefined ? {} : { query: rule.query(target) }),
      ...(hasBody
        ? { body: rule.body?.(`${unique}`, hooks) ?? { ...operation.bodyExample, ...rule.names?.(target) } }
        : {}),
      ...(operation.idempotency === "none" ? {} : { headers: { "idempotency-key": `access ${unique}` } }),
    };
  }

  /** The valid call on a new object, where it must be in a certain state. */
  async function arrangedCall(
    operation: Operation,
    target: Estate,
  ): Promise<Call & { readonly merchantNo?: MerchantNo }> {
    const arrange = rules[operation.id]?.arrange;
    const right = rightCall(operation, target);
    if (arrange === undefined) return right;
    const { params, body, names, token, merchantNo } = await arrange(
      createMaker(app, contract, target),
      target,
    );
    const named = body ?? (names === undefined ? right.body : { ...operation.bodyExample, ...names });
    // What is arranged for an act is read too, and a read sends nothing.
    const sent = operation.method === "GET" ? undefined : named;
    return {
      ...right,
      params: { ...right.params, ...params },
      ...(sent === undefined ? {} : { body: sent }),
      ...(token === undefined ? {} : { apiKey: token }),
      ...(merchantNo === undefined ? {} : { merchantNo }),
    };
  }

  /** What the answer shows of anyone but `reader`; an operator may read everything in its tenant. */
  function leaksIn(answer: Answer, reader: Estate | Reader | null): readonly string[] {
    const text = JSON.stringify(answer.body);
    const mayRead = (estate: Estate) =>
      reader !== null && ("tenantWide" in reader ? estate.tenantId === reader.tenantWide : estate === reader);
    return everyEstate()
      .filter((estate) => !mayRead(estate))
      .flatMap(secretsOf)
      .filter((secret) => text.includes(secret));
  }

  /** Fails with every cell that does not answer as expected, or that shows data of another merchant. */
  function expectCells(cells: readonly Cell[], reader: Estate | Reader | null): void {
    expect(cells.length).toBeGreaterThan(0);
    const wrong = cells
      .filter(([, answer, expected]) => outcome(answer) !== expected)
      .map(([{ id }, answer, expected]) => `${id}: ${outcome(answer)}, expected ${expected}`);
    const leaks = cells.flatMap(([{ id }, answer]) =>
      leaksIn(answer, reader).map((leak) => `${id} shows ${leak}`),
    );
    expect([...wrong, ...leaks]).toEqual([]);
  }

  async function cellsOf(
    operations: readonly Operation[],
    callOf: (operation: Operation) => Call | Promise<Call>,
    expected: string | ((operation: Operation) => string),
  ): Promise<Cell[]> {
    const cells: Cell[] = [];
    for (const operation of operations) {
      const answer = await contract.call(operation, await callOf(operation));
      cells.push([operation, answer, typeof expected === "string" ? expected : expected(operation)]);
    }
    return cells;
  }

  return {
    app,
    contract,
    receiver,
    own,
    ownLive,
    neighbour,
    stranger,
    expiredKey,
    revokedKey,
    keyed,
    operated,
    hasObject,
    withObject,
    onMerchantPath,
    everyEstate,
    rightCall,
    arrangedCall,
    leaksIn,
    expectCells,
    cellsOf,
    close: async () => {
      await receiver.close();
      await app.stop();
    },
  };
}
