import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { createIdSource } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { createRoutingSetUp } from "../../src/modules/routing/index.ts";
import { seedSimulator } from "../../src/providers/simulator/index.ts";
import { SIGNATURE_HEADER, signatureHeader } from "../../src/providers/simulator/signature.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** An attacker who reaches the callback address can cost at most a query: callbacks are never trusted. */
const wire = createWire();
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let account: { readonly id: string; readonly secret: string };
let other: { readonly id: string; readonly secret: string };
beforeAll(async () => {
  test = await startTestApp({ egress: wire.wrap });
  payer = createPayer(test);
  const [row] = await test.owner.query<{ id: string; tenantId: string; subTenantId: string }>({
    text: `select id, tenant_id as "tenantId", sub_tenant_id as "subTenantId" from provider_accounts`,
  });
  if (row === undefined) throw new Error("the sandbox has its account");
  account = { id: row.id, secret: await secretOf(row.id) };
  other = await newAccount(row);
});
afterAll(() => test.stop());
afterEach(() => expectInvariants(test.owner));

/** A payment that waits for its payer forever, and one that has succeeded. */
let pending: { readonly sessionId: string; readonly reference: string };
let paid: { readonly sessionId: string; readonly reference: string };
beforeEach(async () => {
  pending = await newPayment("129");
  paid = await newPayment("789");
  await test.advance(3_000);
  expect((await payer.status(paid.sessionId)).status).toBe("SUCCEEDED");
});

async function newPayment(suffix: string) {
  const session = await payer.newSession();
  const { chargeId } = (await payer.complete(session.id, mtn(suffix))).body.data;
  return { sessionId: session.id as string, reference: payer.referenceOf(chargeId) as string };
}

async function secretOf(accountId: string): Promise<string> {
  const { callbackSecret } = (await test.app.routing.providerAccount(accountId)).settings;
  if (callbackSecret === undefined) throw new Error("the account has its secret");
  return callbackSecret;
}

/** Another account at the same provider, with its own keys. */
async function newAccount(like: { readonly tenantId: string; readonly subTenantId: string }) {
  const settings = {
    baseUrl: `${test.origin}/simulator`,
    apiKey: "another-key-of-another-account",
    callbackSecret: "another-secret-of-another-account",
  };
  const { tenantId, subTenantId } = like as never as { tenantId: never; subTenantId: never };
  const id = await test.db.transaction((tx) =>
    createRoutingSetUp({ ids: test.app.ids, keyring: test.keyring, clock: test.clock }).createProviderAccount(
      tx,
      {
        tenantId,
        subTenantId,
        mode: "SANDBOX",
        provider: "simulator",
        name: "Another",
        settings,
        methods: ["CARD"],
        currencies: ["USD"],
        countries: [],
        operators: [],
      },
      systemActor,
    ),
  );
  const random = createSeededRandom(7);
  const ids = createIdSource(test.clock, random);
  await seedSimulator(
    test.db,
    { id, apiKey: settings.apiKey, callbackSecret: settings.callbackSecret },
    { clock: test.clock, random, ids, keyring: test.keyring },
  );
  return { id, secret: settings.callbackSecret };
}

const body = (reference: string, status = "SUCCEEDED") =>
  JSON.stringify({
    id: "0199aaaa-0000-7000-8000-000000000001",
    subject: "payment",
    reference,
    status,
    occurredAt: new Date(test.clock.nowMs()).toISOString(),
  });
const nowSeconds = () => Math.floor(test.clock.nowMs() / 1_000);
const signed = (text: string, secret = account.secret, atSeconds = nowSeconds()) => ({
  [SIGNATURE_HEADER]: signatureHeader(secret, atSeconds, text),
});

async function send(
  text: string | Buffer,
  headers: Readonly<Record<string, string>>,
  accountId = account.id,
): Promise<number> {
  const response = await fetch(`${test.origin}/provider-callbacks/${accountId}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof text === "string" ? text : new Uint8Array(text),
  });
  await response.arrayBuffer();
  return response.status;
}

const tables = [
  "checkout_sessions",
  "payment_intents",
  "charges",
  "charge_checks",
  "wallets",
  "ledger_transfers",
];
const alsoTables = ["refunds", "events", "audit_log", "payment_links", "list_counters", "webhook_deliveries"];

/** A digest of everything that a callback could change. */
async function stateOfEverything(): Promise<string> {
  const digest = createHash("sha256");
  for (const table of [...tables, ...alsoTables]) {
    const rows = await test.owner.query<{ row: string }>({
      text: `select t::text as row from ${table} t order by 1`,
    });
    digest.update(`${table}\n${rows.map(({ row }) => row).join("\n")}\n`);
  }
  return digest.digest("hex");
}

/** Runs the attack; nothing has changed, and the payments end normally. */
async function changesNothing(attack: () => Promise<unknown>): Promise<void> {
  const before = await stateOfEverything();
  await attack();
  expect(await stateOfEverything()).toBe(before);
  expect((await payer.status(pending.sessionId)).status).toBe("PROCESSING");
}

describe("a callback that nobody signed", () => {
  it.each<[string, (text: string) => Record<string, string>]>([
    ["has no signature", () => ({})],
    ["has an empty signature", () => ({ [SIGNATURE_HEADER]: "" })],
    ["has a signature of nonsense", () => ({ [SIGNATURE_HEADER]: "v1=zz,t=now" })],
    ["is signed with another secret", (text) => signed(text, "guessed")],
    ["is signed with another account's secret", (text) => signed(text, other.secret)],
    ["carries the signature of another body", () => signed(body("another"))],
    ["has two times to choose from", (text) => twoTimes(text)],
    ["has a time that was not signed", (text) => movedTime(text)],
    ["was signed 5 min and a second ago", (text) => signed(text, account.secret, nowSeconds() - 301)],
    ["was signed 5 min and a second ahead", (text) => signed(text, account.secret, nowSeconds() + 301)],
  ])("is refused and changes nothing: it %s", async (_name, headersOf) => {
    const asked = wire.asked.length;
    await changesNothing(async () => {
      for (const reference of [pending.reference, paid.reference]) {
        for (const status of ["SUCCEEDED", "FAILED"]) {
          const text = body(reference, status);
          expect(await send(text, headersOf(text))).toBe(401);
        }
      }
    });
    // It does not even cost a query.
    expect(wire.asked).toHaveLength(asked);
  });
});

describe("a callback that is signed and wrong", () => {
  it("is not believed: the provider says what is true", async () => {
    await changesNothing(async () => {
      for (const reference of [pending.reference, paid.reference]) {
        for (const status of ["SUCCEEDED", "FAILED", "PENDING"]) {
          const text = body(reference, status);
          expect(await send(text, signed(text))).toBe(204);
        }
      }
    });
  });

  it("changes nothing when it is played again, and is refused once it is old", async () => {
    const text = body(paid.reference);
    const headers = signed(text);
    await changesNothing(async () => {
      for (let time = 0; time < 5; time += 1) expect(await send(text, headers)).toBe(204);
    });
    await test.advance(6 * 60_000, 60_000);
    await changesNothing(async () => expect(await send(text, headers)).toBe(401));
  });

  it("names what is not there, or not the account's: 404", async () => {
    await changesNothing(async () => {
      const strangers = ["nothing", paid.reference.replace(/^../, "00"), `${"z".repeat(31)}0`];
      for (const reference of strangers) {
        const text = body(reference);
        expect(await send(text, signed(text))).toBe(404);
      }
      // Correctly signed by another account, about a payment that is not its own.
      for (const reference of [pending.reference, paid.reference]) {
        const text = body(reference);
        expect(await send(text, signed(text, other.secret), other.id)).toBe(404);
      }
    });
  });

  it("comes to an account that is not there: 404", async () => {
    const text = body(pending.reference);
    await changesNothing(async () => {
      for (const id of ["0199aaaa-0000-7000-8000-00000000ffff", "x", "%2e%2e", "' or 1=1 --"]) {
        expect(await send(text, signed(text), encodeURIComponent(id))).toBe(404);
      }
    });
  });

  it("cannot be read, or is too long", async () => {
    await changesNothing(async () => {
      const unreadable = [
        "",
        "null",
        "[]",
        "{",
        '{"subject":"payment"}',
        "\u0000",
        body("a").replace("payment", "x"),
      ];
      for (const text of unreadable) expect(await send(text, signed(text))).toBe(401);
      const bytes = Buffer.from([0xff, 0xfe, 0x00]);
      const header = { [SIGNATURE_HEADER]: signatureHeader(account.secret, nowSeconds(), bytes) };
      expect(await send(bytes, header)).toBe(401);
      const long = JSON.stringify({ padding: "x".repeat(20_000) });
      expect(await send(long, signed(long))).toBe(413);
    });
  });
});

describe("a flood of callbacks", () => {
  it("changes nothing, and questions about one payment at one time are one question", async () => {
    const asked = wire.asked.length;
    const right = body(pending.reference);
    const forged = body(paid.reference);
    await changesNothing(async () => {
      const flood = Array.from({ length: 400 }, (_none, index) =>
        index % 2 === 0 ? send(right, signed(right)) : send(forged, signed(forged, "guessed")),
      );
      const statuses = await Promise.all(flood);
      expect(new Set(statuses)).toEqual(new Set([204, 401]));
    });
    const questions = wire.asked.slice(asked);
    expect(questions.every(({ reference }) => reference === pending.reference)).toBe(true);
    expect(questions.length).toBeLessThan(200);
    // Honest payers are not affected.
    const next = await newPayment("789");
    await test.advance(3_000);
    expect((await payer.status(next.sessionId)).status).toBe("SUCCEEDED");
  });
});

function twoTimes(text: string): Record<string, string> {
  const header = signatureHeader(account.secret, nowSeconds(), text);
  return { [SIGNATURE_HEADER]: `t=${nowSeconds() - 9_999},${header}` };
}

function movedTime(text: string): Record<string, string> {
  const old = signatureHeader(account.secret, nowSeconds() - 9_999, text);
  return { [SIGNATURE_HEADER]: old.replace(/t=\d+/, `t=${nowSeconds()}`) };
}
