import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProgramResult } from "../../../cli/src/io.ts";
import { verifyWebhook } from "../../../sdk/js/src/index.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { openTestCli, type TestCli } from "../harness/cli.ts";
import { type HooksReceiver, keyOf, numbersOf, startHooksReceiver } from "../harness/sandbox-world.ts";

/** Each command of `cauris` against the running service, as somebody types it. */
let test: TestApp;
let cli: TestCli;
let hooks: HooksReceiver;
let liveKey: string;
/** Everything that was ever printed. */
let printed = "";

beforeAll(async () => {
  test = await startTestApp();
  cli = await openTestCli(test.clock.nowMs);
  hooks = await startHooksReceiver();
  const { LIVE } = await numbersOf(test, test.merchantId);
  if (LIVE === undefined) throw new Error("the sandbox's merchant has a live mode");
  liveKey = await keyOf(test, LIVE);
});
afterAll(async () => {
  hooks?.close();
  await cli?.remove();
  await test?.stop();
});

const call: TestCli["call"] = async (line, changes) => {
  const result = await cli.call(line, changes);
  printed += result.out + result.notes;
  return result;
};
const json = async (line: string) => {
  const { code, out, notes } = await call(`${line} --json`);
  expect([line, code, notes]).toEqual([line, 0, ""]);
  return JSON.parse(out);
};
/** Ends wrongly, with a sentence for people and nothing for programs. */
const refused = async (line: string, code: number, note: RegExp, changes = {}) => {
  const result = await call(line, changes);
  expect([line, result.code, result.out]).toEqual([line, code, ""]);
  expect(result.notes).toMatch(note);
};
const config = () => join(cli.configDir, "config.json");

describe("logging in", () => {
  it("is needed", () => refused("status", 4, /profile default has no key\. Log in with cauris login/));

  it("keeps the key in a file that nobody else reads, where there is no keyring", async () => {
    const { code, notes } = await call(`login --api ${test.origin}/api/v1`, { input: `${test.apiKey}\n` });
    expect(code).toBe(0);
    expect(notes).toContain(`Logged in as Maison Akwaba, sandbox, at ${test.origin}.`);
    expect((await stat(config())).mode & 0o777).toBe(0o600);
    expect(await readFile(config(), "utf8")).toContain(test.apiKey);
    expect(await json("status")).toMatchObject({
      api: test.origin,
      ready: true,
      caller: { merchantId: test.merchantId, mode: "SANDBOX" },
    });
    expect((await call("status")).out).toMatch(/^Merchant +Maison Akwaba/m);
  });

  it("reads the file of a local sandbox", async () => {
    const path = join(cli.configDir, "sandbox.json");
    await writeFile(path, JSON.stringify({ baseUrl: test.baseUrl, apiKey: test.apiKey }));
    expect((await call(`login --profile local --from ${path}`)).code).toBe(0);
    expect(await json("profiles list")).toEqual([
      expect.objectContaining({ name: "default", inUse: false }),
      expect.objectContaining({ name: "local", inUse: true, api: test.origin }),
    ]);
    await writeFile(path, "{}");
    await refused(`login --from ${path}`, 2, /is not the sandbox\.json/);
    await refused("login --from /nowhere.json", 2, /cannot be read/);
  });

  it("chooses and forgets profiles", async () => {
    expect((await call("profiles use default")).code).toBe(0);
    await refused("profiles use nobody", 2, /no profile nobody/);
    expect((await call("logout --profile local")).code).toBe(0);
    await refused("logout --profile local", 2, /no profile local/);
    expect(await json("profiles list")).toEqual([expect.objectContaining({ name: "default", inUse: true })]);
  });

  it("uses the key of the environment without keeping it", async () => {
    const env = { CAURIS_API_KEY: test.approverApiKey, CAURIS_API: test.origin };
    const { out } = await call("status --json", { env });
    expect(JSON.parse(out).caller.id).not.toBe((await json("status")).caller.id);
    expect(await readFile(config(), "utf8")).not.toContain(test.approverApiKey);
  });

  it.each<[string, string, Record<string, string>, number, RegExp]>([
    ["a key that does not work", "svc_mk_sandbox_nobodysKey", {}, 4, /\(Invalid API key\)\nRequest req_/],
    ["no key", "hello", {}, 2, /That is no key/],
    ["nothing", "", {}, 2, /That is no key/],
  ])("refuses %s", async (_name, input, env, code, note) => {
    await refused(`login --api ${test.origin}`, code, note, { input, env });
  });

  it("sends the key nowhere else", async () => {
    await refused("status --api https://elsewhere.example", 2, /profile default is of http/);
    const env = { CAURIS_API_KEY: test.apiKey, CAURIS_API: "http://pay.example.com" };
    await refused("status", 2, /would travel in clear/, { env });
  });

  it("refuses a file that others can read, or that is broken", async () => {
    const text = await readFile(config(), "utf8");
    await chmod(config(), 0o644);
    await refused("status", 2, /Other users can read/);
    await chmod(config(), 0o600);
    await writeFile(config(), "{");
    await refused("status", 2, /is not JSON/);
    await writeFile(config(), text);
  });

  it.each(["linux", "darwin"] as const)(
    "gives the key to the keyring of %s, never as an argument",
    async (platform) => {
      const kept = new Map<string, string>();
      const runProgram = async (
        program: string,
        args: readonly string[],
        input = "",
      ): Promise<ProgramResult | null> => {
        expect(args.join(" ")).not.toContain(test.apiKey);
        // Stand-ins of both programs, as their manuals describe them.
        const said = `${program} ${args.join(" ")} ${input}`;
        const done = (code: number, stdout = "") => ({ code, stdout });
        if (program === (platform === "linux" ? "security" : "secret-tool")) return null;
        if (/ store /.test(said)) kept.set("ring", input);
        else if (/add-generic-password/.test(said)) kept.set("ring", /-w "([^"]+)"/.exec(input)?.[1] ?? "");
        else if (/ lookup |find-generic-password/.test(said))
          return kept.has("ring") ? done(0, `${kept.get("ring")}\n`) : done(1);
        else if (/ clear |delete-generic-password/.test(said)) kept.delete("ring");
        return done(0);
      };
      const changes = { platform, runProgram };
      const made = await call(`login --profile ring --api ${test.origin}`, {
        ...changes,
        input: test.apiKey,
      });
      expect(made.notes).toMatch(/is in the (?:system's keyring|keychain)\./);
      expect([...kept.values()]).toEqual([test.apiKey]);
      const { profiles } = JSON.parse(await readFile(config(), "utf8"));
      expect(profiles.ring.key).toBeUndefined();
      expect((await call("status --profile ring", changes)).code).toBe(0);
      await refused("status --profile ring", 4, /in the system's keyring, which does not give it/);
      expect((await call("logout --profile ring", changes)).code).toBe(0);
      expect(kept.size).toBe(0);
    },
  );
});

describe("paying", () => {
  it.each<[string, string, string | null]>([
    ["--scenario instant", "SUCCEEDED", null],
    ["--scenario bounds", "FAILED", "AMOUNT_OUT_OF_BOUNDS"],
    ["--phone +2250500000279", "SUCCEEDED", null],
    ["--method CARD --scenario instant --amount 12.50 --currency EUR", "SUCCEEDED", null],
    ["--method WALLET --scenario instant", "SUCCEEDED", null],
    ["--method QR --scenario instant", "SUCCEEDED", null],
    ["--method BANK_TRANSFER --scenario instant", "SUCCEEDED", null],
  ])("pay %s", async (options, status, failureCode) => {
    expect(await json(`pay ${options}`)).toMatchObject({ status, failureCode });
  });

  it("waits for the outcome", async () => {
    const running = cli.start("pay --scenario no_funds --reference A-77 --json");
    await expect
      .poll(async () => (await json("sessions list --reference A-77"))[0]?.status)
      .toBe("PROCESSING");
    await test.advance(5_000);
    expect(await running.ended).toBe(0);
    expect(JSON.parse(running.out())).toMatchObject({ status: "FAILED", failureCode: "INSUFFICIENT_FUNDS" });
  });

  it("pays a session that is there, by its id or its page, and says when it takes too long", async () => {
    const body = { amount: "700", currency: "XOF", title: "Panier" };
    const { id, url } = (await test.request("POST", "/checkout/sessions", { body })).body.data;
    const { code, out, notes } = await call(`pay ${url} --scenario never --timeout 1`);
    expect([code, notes]).toEqual([6, "No outcome within 1 s: the payment goes on.\n"]);
    expect(out).toMatch(new RegExp(`^Session +${id}\nStatus +PROCESSING`));
    await refused(`pay ${id} --amount 5`, 2, /are of a new session/);
    const [done] = await json("sessions list --status SUCCEEDED --limit 1");
    await refused(`pay ${done.id}`, 3, /\nRequest req_/);
  });

  it("makes no session for a call that is wrong", async () => {
    const before = (await json("sessions list --limit 100")).length;
    await refused("pay --scenario nothing", 2, /no scenario "nothing"\. There are: success/);
    await refused("pay --amount 12.5", 2, /XOF has no decimals/);
    await refused("pay --currency ZZZ", 2, /ZZZ is not a currency/);
    await refused("pay --method CARD --phone +2250500000789", 2, /--phone is of MOBILE_MONEY/);
    await refused("pay elsewhere", 2, /names no session/);
    expect((await json("sessions list --limit 100")).length).toBe(before);
  });

  it("knows the scenarios", async () => {
    const { out } = await call("scenarios");
    expect(out).toMatch(/^no_funds +…049 +INSUFFICIENT_FUNDS +fails: balance too low$/m);
  });
});

describe("reading", () => {
  it("lists and shows what there is", async () => {
    const [charge] = await json("charges list --status SUCCEEDED --limit 1");
    expect(await json(`charges show ${charge.id}`)).toMatchObject(charge);
    expect((await call(`charges show ${charge.id}`)).out).toMatch(/^status +SUCCEEDED$/m);
    expect((await call("charges list --limit 1")).out).toMatch(/^TIME +ID +STATUS +AMOUNT/);
    const refund = await test.request("POST", `/payments/charges/${charge.id}/refunds`, {
      body: { amount: charge.amount },
      headers: { "idempotency-key": "cli" },
    });
    expect((await json("refunds list"))[0].id).toBe(refund.body.data.id);
    expect((await json(`refunds show ${refund.body.data.id}`)).chargeId).toBe(charge.id);
    expect(await json("payouts list")).toEqual([]);
    expect(await call("links list")).toEqual({ code: 0, out: "", notes: "There are no such links.\n" });
    await refused("payouts show po_nothing", 3, /\(RESOURCE_NOT_FOUND\)/);
    await refused("charges list --limit 101", 2, /--limit must be a whole number from 1 to 100/);
    await refused("charges list --status PAID", 3, /status/);
  });

  it("prints addresses where no browser is", async () => {
    const [session] = await json("sessions list --limit 1");
    expect((await call(`open ${session.id}`)).out).toBe(`${session.url}\n`);
    expect((await call("open docs --print")).out).toBe(`${test.baseUrl}/docs\n`);
    expect((await fetch(`${test.origin}/dashboard`, { redirect: "manual" })).status).toBeLessThan(400);
    expect((await json("open dashboard")).url).toBe(`${test.origin}/dashboard`);
    await refused("open kitchen", 2, /cannot be opened/);
    const opened: string[] = [];
    const runProgram = async (program: string, [url = ""]: readonly string[]) => {
      opened.push(`${program} ${url}`);
      return { code: 0, stdout: "" };
    };
    const { out } = await call("open simulator", { env: { DISPLAY: ":0" }, runProgram });
    expect([out, opened]).toEqual(["", [`xdg-open ${test.origin}/simulator`]]);
  });

  it("shows requests, and follows new ones", async () => {
    await test.drain();
    const before = await call("logs --refused --status 400 --limit 1");
    expect(before.out).toMatch(/400 {2}GET .*\/payments\/charges {2}VALIDATION_ERROR/);
    expect((await json("logs --path /checkout/sessions --method POST --limit 2")).length).toBe(2);
    const running = cli.start("logs --follow --path /payments/payouts --limit 1");
    await expect.poll(() => running.out()).toMatch(/payouts/);
    await test.request("GET", "/payments/payouts/po_unknown");
    await test.drain();
    await expect.poll(() => running.out()).toMatch(/404 {2}GET .*RESOURCE_NOT_FOUND.*\n$/);
    expect(await running.stop()).toBe(0);
    expect(running.out()).not.toContain("/events");
  });
});

describe("events", () => {
  it("are triggered, listed and shown", async () => {
    const made = await json("trigger payout.paid");
    expect(made).toMatchObject({ object: "sandbox.event", type: "payout.paid" });
    expect((await json("events list --events payout.paid"))[0].id).toBe(made.id);
    expect(JSON.parse((await call(`events show ${made.id}`)).out).data.test).toBe(true);
    await refused("events list --events payout.lost", 2, /no event "payout.lost"/);
    await refused("events show evt_nothing", 3, /RESOURCE_NOT_FOUND/);
  });

  it("are sent again to endpoints, or to this machine", async () => {
    const { id } = await json("trigger refund.succeeded");
    await refused(`events replay ${id}`, 3, /ever had a delivery/);
    const path = `/merchant/merchants/${test.merchantId}/webhook-endpoints`;
    const endpoint = await test.request("POST", path, { body: { url: hooks.url, events: ["*"] } });
    await test.drain();
    const later = await json("trigger refund.failed");
    await test.drain();
    expect(await json(`events replay ${later.id}`)).toEqual([
      { endpoint: endpoint.body.data.id, delivery: expect.any(String), status: "PENDING" },
    ]);
    await test.drain();
    expect(hooks.received.filter(({ type }) => type === "refund.failed")).toHaveLength(2);
    await test.request("DELETE", `${path}/${endpoint.body.data.id}`);

    const here = await startLocalServer();
    expect((await call(`events replay ${id} --forward-to ${here.url}`)).code).toBe(0);
    expect(here.got.map(({ body }) => JSON.parse(body).id)).toEqual([id]);
    here.answers.push(500, 500, 500, 500);
    const failed = await call(`events replay ${id} --forward-to ${here.url}`);
    expect([failed.code, here.got.length]).toEqual([3, 5]);
    await here.stop();
    await refused(`events replay ${id} --forward-to ${here.url}`, 5, /does not answer/);
    await refused(`events replay ${id} --forward-to https://shop.example`, 2, /this machine only/);
  });
});

interface LocalServer {
  readonly url: string;
  readonly got: { readonly body: string; readonly headers: IncomingHttpHeaders }[];
  /** Statuses of the next answers; 204 when there is none. */
  readonly answers: number[];
  stop(): Promise<void>;
}

async function startLocalServer(port = 0): Promise<LocalServer> {
  const got: LocalServer["got"] = [];
  const answers: number[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      got.push({ body, headers: request.headers });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/hooks`,
    got,
    answers,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("listening", () => {
  const typesOf = ({ got }: LocalServer) => got.map(({ body }) => JSON.parse(body).type);
  const listening = async (line: string) => {
    const running = cli.start(line);
    await expect.poll(() => running.notes()).toMatch(/Listening to the sandbox of Maison Akwaba/);
    return running;
  };

  it("forwards what happens from now on, signed with a secret that stays", async () => {
    const here = await startLocalServer();
    const secret = (await call("listen --print-secret")).out.trim();
    const running = await listening(`listen --forward-to ${here.url}`);
    expect(running.notes()).toContain(`Signed with ${secret}`);
    await test.advance(1_000);
    const { id } = await json("trigger payment.succeeded");
    await expect.poll(() => typesOf(here)).toEqual(["payment.succeeded"]);
    const [{ body = "", headers = {} } = {}] = here.got;
    const event = await verifyWebhook({ body, headers, secret, nowMs: test.clock.nowMs() });
    expect(event).toEqual(JSON.parse((await call(`events show ${id}`)).out));
    expect([event.id, headers["webhook-id"]]).toEqual([id, id]);
    await expect.poll(() => running.out()).toMatch(new RegExp(`payment.succeeded +${id} {2}204 in \\d+ ms`));

    // Nothing comes twice, however often the list is read.
    const next = await json("trigger payment.failed");
    await expect.poll(() => typesOf(here)).toEqual(["payment.succeeded", "payment.failed"]);
    expect(await running.stop()).toBe(0);

    // It goes on where it stopped.
    await json("trigger payout.paid");
    const resumed = await listening(`listen --forward-to ${here.url}`);
    expect(resumed.notes()).toContain("Going on where it stopped");
    await expect.poll(() => typesOf(here)).toEqual(["payment.succeeded", "payment.failed", "payout.paid"]);
    expect(await resumed.stop()).toBe(0);
    expect(here.got.filter(({ headers: own }) => own["webhook-id"] === next.id)).toHaveLength(1);

    // Or leaves that out.
    await json("trigger payout.failed");
    const fresh = await listening(`listen --from-now --forward-to ${here.url}`);
    await json("trigger payout.reversed");
    await expect.poll(() => typesOf(here).at(-1)).toBe("payout.reversed");
    expect(typesOf(here)).not.toContain("payout.failed");
    expect(await fresh.stop()).toBe(0);
    await here.stop();
  });

  it("waits for a local server that is away, and gives up an event that it refuses four times", async () => {
    const here = await startLocalServer();
    const port = Number(new URL(here.url).port);
    const running = await listening(`listen --forward-to ${here.url} --events refund.created,refund.failed`);
    await here.stop();
    await json("trigger refund.created");
    await json("trigger refund.succeeded");
    await expect.poll(() => running.notes()).toMatch(/hooks does not answer\. Waiting for it\./);
    const back = await startLocalServer(port);
    await expect.poll(() => typesOf(back)).toEqual(["refund.created"]);
    await expect.poll(() => running.notes()).toMatch(/hooks answers again/);
    back.answers.push(500, 302, 500, 500);
    const { id } = await json("trigger refund.failed");
    await expect
      .poll(() => running.out())
      .toMatch(new RegExp(`${id} {2}500, 4 times: cauris events replay ${id}`));
    await json("trigger refund.created");
    await expect.poll(() => typesOf(back).length).toBe(6);
    expect(typesOf(back).at(-1)).toBe("refund.created");
    expect(await running.stop()).toBe(0);
    await back.stop();
  });

  it("prints events where nothing is to be forwarded, as lines of JSON", async () => {
    const running = await listening("listen --json --events beneficiary.verified");
    const { id } = await json("trigger beneficiary.verified");
    await expect.poll(() => running.out()).toContain(id);
    expect(JSON.parse(running.out())).toMatchObject({ id, object: "event" });
    expect(await running.stop()).toBe(0);
  });

  it("ends when the key is revoked", async () => {
    const body = { name: "short", permissions: ["merchant.events.read"] };
    const keys = `/merchant/merchants/${test.merchantId}/api-keys`;
    const { id, key } = (await test.request("POST", keys, { body })).body.data;
    const running = cli.start("listen", { env: { CAURIS_API_KEY: key, CAURIS_API: test.origin } });
    await expect.poll(() => running.notes()).toMatch(/Listening/);
    await test.request("POST", `${keys}/${id}/revoke`);
    expect(await running.ended).toBe(4);
    expect(running.notes()).toMatch(/\(Invalid API key\)/);
  });
});

describe("a live key", () => {
  const env = () => ({ CAURIS_API_KEY: liveKey, CAURIS_API: test.origin });
  it.each([
    "pay",
    "scenarios",
    "trigger payment.succeeded",
    "listen",
    "events replay evt_1 --forward-to 4242",
  ])("does not %s", (line) => refused(line, 4, /the key is a live one/, { env: env() }));
  it("reads", async () => {
    expect(await call("charges list", { env: env() })).toMatchObject({ code: 0 });
  });
  it("is kept with a warning", async () => {
    const { notes } = await call(`login --profile live --api ${test.origin}`, { input: liveKey });
    expect(notes).toMatch(/live mode[\s\S]*moves real money/);
  });
});

it("a key that lacks a permission ends with 4, and the service away with 5", async () => {
  const body = { name: "narrow", permissions: ["merchant.links.read"] };
  const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/api-keys`, { body });
  const env = { CAURIS_API_KEY: made.body.data.key, CAURIS_API: test.origin };
  await refused("charges list", 4, /INSUFFICIENT_PERMISSIONS/, { env });
  expect((await call("status", { env })).out).toMatch(/^May +merchant.links.read$/m);
  const gone = { CAURIS_API_KEY: test.apiKey, CAURIS_API: "http://127.0.0.1:9" };
  await refused("status", 5, /The service does not answer/, { env: gone });
});

it("nothing that was printed holds a key", () => {
  expect(printed.length).toBeGreaterThan(5_000);
  for (const key of [test.apiKey, test.approverApiKey, liveKey]) expect(printed).not.toContain(key);
});
