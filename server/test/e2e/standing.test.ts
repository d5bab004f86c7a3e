import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../contract/document.ts";
import {
  addMember,
  addOne,
  addPerson,
  addSecondFactor,
  callAs,
  fullTerms,
  openLogIn,
} from "../harness/people.ts";
import { codeOf, openRoutingSetup, type RoutingSetup } from "../harness/routing-setup.ts";
import { keyOf, newNeighbour } from "../harness/sandbox-world.ts";

/** What a merchant's own people and keys read about it: standing, ways to pay, outages. */
let setup: RoutingSetup;
let path: string;
beforeAll(async () => {
  setup = await openRoutingSetup();
  path = `/merchant/merchants/${setup.test.merchantId}`;
});
afterAll(() => setup?.close());

const read = (where: string, apiKey?: string) =>
  setup.test.request("GET", where, apiKey === undefined ? {} : { apiKey });

describe("the merchants of a person", () => {
  const listed = async (cookie: string) =>
    (await callAs(setup.test, cookie)("GET", "/auth/merchant/merchants")).body.data as readonly Json[];

  it("are listed with roles, what waits for a second factor, and standing in each mode", async () => {
    const { test } = setup;
    const person = await addOne(test, "APPROVER");
    const cookie = await openLogIn(test, person);
    const before = await listed(cookie);
    expect(before).toEqual([
      {
        object: "own_merchant",
        id: test.merchantId,
        displayName: expect.any(String),
        legalName: expect.any(String),
        countryCode: "CI",
        logoUrl: null,
        status: "ACTIVE",
        messageToMerchant: null,
        movedTo: null,
        modes: [
          {
            mode: "SANDBOX",
            role: "APPROVER",
            permissions: expect.arrayContaining(["merchant.payouts.approve"]),
            waiting: [],
            kybStatus: "APPROVED",
            open: true,
            blockedBy: null,
          },
          expect.objectContaining({ mode: "LIVE", waiting: ["merchant.payouts.approve"] }),
        ],
      },
    ]);
    await addSecondFactor(test, person);
    const live = (await listed(cookie))[0]?.modes[1];
    expect([live.waiting, live.permissions]).toEqual([
      [],
      expect.arrayContaining(["merchant.payouts.approve"]),
    ]);
  });

  it("are read without a chosen merchant, and show a mode only where there is a role", async () => {
    const { test } = setup;
    const person = await addPerson(test, "Amadou");
    const answer = await test.request("GET", "/auth/merchant/merchants", {
      apiKey: null,
      headers: { cookie: await openLogIn(test, person), "sec-fetch-site": "same-origin" },
    });
    expect([answer.status, answer.body.data]).toEqual([200, []]);
    await addMember(test, person, { ...fullTerms("VIEWER"), LIVE: null });
    const [own] = await listed(await openLogIn(test, person));
    expect(own?.modes.map(({ mode, role }: Json) => [mode, role])).toEqual([["SANDBOX", "VIEWER"]]);
  });

  it("are several, the longest first, and none after the person was removed", async () => {
    const { test } = setup;
    const person = await addOne(test, "VIEWER");
    const { merchantId } = await test.app.merchants.profile(await newNeighbour(test));
    test.clock.advance(1_000);
    await addMember(test, person, fullTerms("DEVELOPER"), merchantId);
    const cookie = await openLogIn(test, person);
    expect((await listed(cookie)).map(({ id }) => id)).toEqual([test.merchantId, merchantId]);
    await test.owner.query({
      text: "update members set removed_at = joined_at where merchant_id = $1 and person_id = $2",
      values: [test.merchantId, person.personId],
    });
    expect((await listed(cookie)).map(({ id }) => id)).toEqual([merchantId]);
  });

  it("are no operator's, no key's and nobody's", async () => {
    const { test } = setup;
    const cookie = await openLogIn(test, await addOne(test, "VIEWER"));
    expect(codeOf(await callAs(test, cookie)("GET", "/auth/operator/merchants"))).toBe("401 LOG_IN_REQUIRED");
    expect(codeOf(await read("/auth/merchant/merchants"))).toBe("401 LOG_IN_REQUIRED");
  });
});

describe("the standing of a merchant", () => {
  it("is open, with wallets, prices and limits of the key's mode", async () => {
    const { data } = (await read(path)).body;
    expect(data).toMatchObject({
      object: "merchant_standing",
      mode: "SANDBOX",
      status: "ACTIVE",
      kybStatus: "APPROVED",
      open: true,
      blockedBy: null,
      limits: { requestsPerSecond: 25 },
    });
    const wallets = (await read("/payments/wallets")).body.data;
    expect(data.wallets.map(({ id }: Json) => id).sort()).toEqual(wallets.map(({ id }: Json) => id).sort());
    const currencies = new Set(wallets.map(({ currency }: Json) => currency));
    expect(data.fees.length).toBeGreaterThan(0);
    expect(data.fees.filter(({ currency }: Json) => !currencies.has(currency))).toEqual([]);
  });

  it("follows the operators: threshold, request limit, price", async () => {
    const [wallet] = (await read(path)).body.data.wallets;
    await setup.data("setPayoutApproval", { params: { id: wallet.id }, body: { above: "75000" } });
    const params = { merchantId: setup.test.merchantId };
    await setup.data("setRequestLimit", { params, body: { mode: "SANDBOX", requestsPerSecond: 40 } });
    await setup.data("setFeeSchedule", {
      body: { mode: "SANDBOX", method: "CARD", currency: wallet.currency, basisPoints: 275, fixed: "100" },
    });
    const { data } = (await read(path)).body;
    expect(data.wallets[0].payoutApprovalAbove).toBe("75000");
    expect(data.limits).toEqual({ requestsPerSecond: 40 });
    const card = data.fees.find(
      ({ method, currency }: Json) => method === "CARD" && currency === wallet.currency,
    );
    expect(card).toMatchObject({ basisPoints: 275, fixed: "100", maximum: null });
  });

  it("says in a word and a sentence why it is closed, and never the operators' own reason", async () => {
    const params = { merchantId: setup.test.merchantId };
    const messageToMerchant = "Votre pièce d'identité a expiré.";
    await setup.data("suspendMerchant", { params, body: { reason: "signalement 4711", messageToMerchant } });
    const closed = await read(path);
    expect(closed.body.data).toMatchObject({
      status: "SUSPENDED",
      messageToMerchant,
      open: false,
      blockedBy: { reason: "MERCHANT_NOT_ACTIVE", message: expect.stringContaining("suspended") },
    });
    expect(JSON.stringify(closed.body)).not.toContain("4711");
    await setup.data("reinstateMerchant", { params, body: {} });
    const live = callAs(setup.test, await openLogIn(setup.test, await addOne(setup.test, "VIEWER")), {
      mode: "LIVE",
    });
    const inLive = (await live("GET", path)).body.data;
    expect([inLive.mode, inLive.open, inLive.blockedBy === null]).toEqual([
      "LIVE",
      inLive.kybStatus === "APPROVED" && inLive.wallets.length > 0,
      inLive.open,
    ]);
  });

  it("is its own people's and keys' alone", async () => {
    const { test } = setup;
    const neighbourNo = await newNeighbour(test);
    const foreignKey = await keyOf(test, neighbourNo);
    const { merchantId } = await test.app.merchants.profile(neighbourNo);
    for (const part of ["", "/networks", "/outages"]) {
      expect(codeOf(await read(`${path}${part}`, foreignKey))).toBe("403 INVALID_MERCHANT_SCOPE");
      expect(codeOf(await read(`/merchant/merchants/${merchantId}${part}`))).toBe(
        "403 INVALID_MERCHANT_SCOPE",
      );
    }
  });
});

describe("ways to pay", () => {
  const orange = async (apiKey?: string) =>
    (await read(`${path}/networks`, apiKey)).body.data.find(
      ({ operator, country, method }: Json) =>
        method === "MOBILE_MONEY" && operator === "ORANGE" && country === "CI",
    );
  const body = {
    mode: "SANDBOX",
    method: "MOBILE_MONEY",
    operator: "ORANGE",
    country: "CI",
    status: "CLOSED",
  };

  it("follow an outage from its announcement to its end, and the list keeps it", async () => {
    expect((await orange()).collects).toEqual({ state: "OPERATIONAL", closedBy: null });
    const startsAt = new Date(setup.test.clock.nowMs() + 60_000).toISOString();
    const announced = await setup.data("openOutage", { body: { ...body, reason: "Maintenance", startsAt } });
    const shown = await orange();
    expect([shown.collects.state, shown.outages.map(({ id, state }: Json) => [id, state])]).toEqual([
      "OPERATIONAL",
      [[announced.id, "ANNOUNCED"]],
    ]);
    setup.test.clock.advance(60_000);
    expect(await orange()).toMatchObject({
      collects: { state: "CLOSED", closedBy: "OUTAGE" },
      paysOut: { state: "CLOSED", closedBy: "OUTAGE" },
      outages: [{ id: announced.id, state: "OPEN", reason: "Maintenance" }],
    });
    await setup.data("closeOutage", { params: { id: announced.id }, body: {} });
    expect((await orange()).outages).toEqual([]);
    const past = (await read(`${path}/outages?state=ENDED`)).body.data;
    expect(past.map(({ id }: Json) => id)).toEqual([announced.id]);
    expect((await read(`${path}/outages?state=OPEN`)).body.data).toEqual([]);
  });

  it("are not disturbed by outages of the other mode, or of operators that nobody here can pay by", async () => {
    await setup.data("openOutage", { body: { ...body, mode: "LIVE", reason: "live only" } });
    await setup.data("openOutage", { body: { ...body, operator: null, country: "CM", reason: "XAF only" } });
    const listed = (await read(`${path}/outages`)).body.data;
    expect(listed.map(({ reason }: Json) => reason)).toEqual(["Maintenance"]);
    const cursor = await read(`${path}/outages?limit=1&starting_after=${listed[0].id}`);
    expect([cursor.body.data, cursor.body.meta.hasMore]).toEqual([[], false]);
    expect(codeOf(await read(`${path}/outages?starting_after=outage_0000000000000000000000000z`))).toBe(
      "400 VALIDATION_ERROR",
    );
  });
});

describe("the caller", () => {
  it("is the key, with its merchant and mode", async () => {
    const { test } = setup;
    const { status, body } = await read("/merchant/caller");
    expect(status).toBe(200);
    expect(body.data).toEqual({
      object: "caller",
      kind: "KEY",
      id: expect.stringMatching(/^key_/),
      name: expect.any(String),
      mode: "SANDBOX",
      merchantId: test.merchantId,
      merchantName: expect.any(String),
      permissions: expect.arrayContaining(["merchant.payouts.approve", "merchant.checkout.manage"]),
    });
    const keys = (await read(`${path}/api-keys`)).body.data as readonly Json[];
    expect(keys).toContainEqual(expect.objectContaining({ id: body.data.id, name: body.data.name }));
    const neighbour = await read("/merchant/caller", await keyOf(test, await newNeighbour(test)));
    expect(neighbour.body.data).toMatchObject({ name: "other", merchantName: "Voisin" });
    expect(neighbour.body.data.merchantId).not.toBe(test.merchantId);
  });

  it("is a person, for the merchant that the header names", async () => {
    const { test } = setup;
    const person = await addOne(test, "APPROVER");
    const call = callAs(test, await openLogIn(test, person));
    const { body } = await call("GET", "/merchant/caller");
    expect(body.data).toMatchObject({
      kind: "PERSON",
      id: expect.stringMatching(/^usr_/),
      name: expect.any(String),
      mode: "SANDBOX",
      merchantId: test.merchantId,
      permissions: expect.arrayContaining(["merchant.payouts.approve"]),
    });
  });

  it("is refused without a key that works", async () => {
    expect((await read("/merchant/caller", "svc_mk_sandbox_nobody")).status).toBe(401);
  });
});
