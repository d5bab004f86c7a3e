import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordOrigin } from "../../src/db/origins.ts";
import type { Json } from "../contract/document.ts";
import {
  addOne,
  addSecondFactor,
  type CallAs,
  callAs,
  openLogIn,
  type TestPerson,
} from "../harness/people.ts";
import { codeOf, openRoutingSetup, type RoutingSetup } from "../harness/routing-setup.ts";
import { keyOf, newNeighbour } from "../harness/sandbox-world.ts";

/** A merchant sets from which amount its payouts need another person; in live mode a higher one takes two. */
let setup: RoutingSetup;
let wallet: string;
let path: string;
let first: { readonly person: TestPerson; readonly call: CallAs };
let second: typeof first;

const approver = async (role: "OWNER" | "APPROVER") => {
  const person = await addOne(setup.test, role);
  await addSecondFactor(setup.test, person);
  return { person, call: callAs(setup.test, await openLogIn(setup.test, person), { mode: "LIVE" }) };
};
const set = async (by: CallAs, above: string | null): Promise<Json> => {
  const answer = await by("PATCH", path, { above });
  expect([answer.status, answer.body.error]).toEqual([200, null]);
  return answer.body.data;
};
const inForce = async () => {
  const { above, proposal } = (await first.call("GET", path)).body.data;
  return [above, proposal?.above ?? "none"];
};

beforeAll(async () => {
  setup = await openRoutingSetup();
  const params = { merchantId: setup.test.merchantId };
  const body = { mode: "LIVE", currency: "XAF", label: "Live" };
  wallet = (await setup.data("createMerchantWallet", { params, body })).id;
  path = `/payments/wallets/${wallet}/payout-approval`;
  first = await approver("OWNER");
  second = await approver("APPROVER");
}, 60_000);
afterAll(() => setup?.close());

describe("the threshold of a live wallet", () => {
  it("is set and lowered by one person at once", async () => {
    expect(await set(first.call, "100000")).toMatchObject({ above: "100000", proposal: null, mode: "LIVE" });
    expect(await set(second.call, "50000")).toMatchObject({ above: "50000", proposal: null });
  });

  it("is raised when another person sends the same amount", async () => {
    expect(await set(first.call, "200000")).toMatchObject({
      above: "50000",
      proposal: { above: "200000", proposedBy: first.person.id },
    });
    await set(first.call, "200000");
    expect(await inForce()).toEqual(["50000", "200000"]);
    expect(await set(second.call, "200000")).toMatchObject({ above: "200000", proposal: null });
  });

  it("is not raised by another amount of the second person, which is a proposal of its own", async () => {
    await set(first.call, "300000");
    expect(await set(second.call, null)).toMatchObject({
      above: "200000",
      proposal: { above: null, proposedBy: second.person.id },
    });
    expect(await set(first.call, null)).toMatchObject({ above: null, proposal: null });
    await set(first.call, "200000");
  });

  it("stays when the proposal is taken back, or is seven days old", async () => {
    await set(first.call, "900000");
    await set(second.call, "200000");
    expect(await inForce()).toEqual(["200000", "none"]);
    await set(first.call, "900000");
    setup.test.clock.advance(7 * 86_400_000);
    const late = callAs(setup.test, await openLogIn(setup.test, second.person), { mode: "LIVE" });
    expect(await set(late, "900000")).toMatchObject({
      above: "200000",
      proposal: { proposedBy: second.person.id },
    });
    await set(late, "200000");
    first = {
      ...first,
      call: callAs(setup.test, await openLogIn(setup.test, first.person), { mode: "LIVE" }),
    };
    second = { ...second, call: late };
  });

  it("is not raised by somebody whom the first person has just brought in", async () => {
    const guest = await approver("APPROVER");
    const made = { kind: "person", id: guest.person.personId } as const;
    const maker = { kind: "person", id: first.person.personId } as const;
    await setup.test.db.transaction((tx) =>
      recordOrigin(tx, made, maker, "created", setup.test.clock.nowMs()),
    );
    await set(first.call, "700000");
    expect(codeOf(await guest.call("PATCH", path, { above: "700000" }))).toBe("403 FOUR_EYES_REQUIRED");
    expect(await inForce()).toEqual(["200000", "700000"]);
  });

  it("is in the merchant's activity, with what was proposed and what holds", async () => {
    const activity = await first.call(
      "GET",
      `/merchant/merchants/${setup.test.merchantId}/activity?subject=${wallet}&pageSize=3`,
    );
    expect(activity.body.data.map(({ action, before, after }: Json) => [action, before, after])).toEqual([
      ["payout.approval_threshold_proposed", "200000 XAF", "700000 XAF"],
      ["payout.approval_threshold_withdrawn", "900000 XAF", "200000 XAF"],
      ["payout.approval_threshold_proposed", "200000 XAF", "900000 XAF"],
    ]);
  });
});

describe("refused is", () => {
  it("who may not approve payouts", async () => {
    const administrator = callAs(
      setup.test,
      await openLogIn(setup.test, await addOne(setup.test, "ADMINISTRATOR")),
    );
    expect(codeOf(await administrator("PATCH", path, { above: "1" }))).toBe("403 INSUFFICIENT_PERMISSIONS");
  });
  it("an approver without a second factor in live mode", async () => {
    const bare = await addOne(setup.test, "APPROVER");
    const call = callAs(setup.test, await openLogIn(setup.test, bare), { mode: "LIVE" });
    expect(codeOf(await call("PATCH", path, { above: "1" }))).toBe("403 SECOND_FACTOR_ENROLMENT_REQUIRED");
  });
  it("a wallet of the other mode, of a neighbour, and none", async () => {
    const { test } = setup;
    const code = async (apiKey: string) =>
      codeOf(await test.request("PATCH", path, { apiKey, body: { above: "1" } }));
    expect(await code(test.apiKey)).toBe("404 RESOURCE_NOT_FOUND");
    expect(await code(await keyOf(test, await newNeighbour(test)))).toBe("404 RESOURCE_NOT_FOUND");
    expect(codeOf(await first.call("GET", "/payments/wallets/wal_nothing/payout-approval"))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
  });
  it.each([["-1"], ["1.5"], [""], ["1e6"], [100]])("the amount %j", async (above) => {
    expect(codeOf(await first.call("PATCH", path, { above }))).toBe("400 VALIDATION_ERROR");
  });
  it("a person who has not proved to be present for five minutes", async () => {
    setup.test.clock.advance(5 * 60_000);
    const answer = await first.call("PATCH", path, { above: "1" });
    expect(codeOf(answer)).toBe("403 STEP_UP_REQUIRED");
    expect(await inForce()).toEqual(["200000", "700000"]);
  });
});

it("in the sandbox one person or key suffices", async () => {
  const [own] = (await setup.test.request("GET", "/payments/wallets")).body.data;
  const where = `/payments/wallets/${own.id}/payout-approval`;
  for (const above of ["100000", "900000", null]) {
    const { body } = await setup.test.request("PATCH", where, { body: { above } });
    expect(body.data).toMatchObject({ above, proposal: null, mode: "SANDBOX" });
  }
});
