import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { askReports, CellReportError, mergeReports, type ReportQuestion } from "../../src/cells/reports.ts";
import { reportTable } from "../../src/commands/cell-reports.ts";
import { surveyMove, surveyText } from "../../src/commands/merchant.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import type { MerchantId } from "../../src/kit/ids.ts";
import { createOwner } from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { openConsole } from "../harness/console-reader.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Two cells as a proxy would find them, each with its own database, and the default one. */
let ci: TestApp;
let sn: TestApp;
let plain: TestApp;
beforeAll(async () => {
  [ci, sn, plain] = await Promise.all([
    startTestApp({ cell: "ci" as CellCode }),
    startTestApp({ cell: "sn" as CellCode }),
    startTestApp(),
  ]);
});
afterAll(() => Promise.all([ci, sn, plain].map((cell) => cell?.stop())));
afterEach(() => expectInvariants(ci.owner));

async function newSession(cell: TestApp) {
  const body = { amount: "5000", currency: "XOF", title: "Commande 1" };
  const { status, body: answer } = await cell.request("POST", "/checkout/sessions", { body });
  expect(status).toBe(201);
  return answer.data;
}
const read = (cell: TestApp, path: string) => cell.request("GET", path, { apiKey: null });
async function newLink(cell: TestApp, slug: string) {
  const { status, body: answer } = await cell.request("POST", "/payments/links", {
    headers: { "idempotency-key": slug },
    body: { amount: "1000", currency: "XOF", title: "Kiosque", slug },
  });
  expect(status).toBe(201);
  return answer.data;
}
const callbackUrl = async (cell: TestApp): Promise<string> => {
  const { token } = await cell.operator();
  const accounts = await cell.request("GET", "/tenant/provider-accounts", { apiKey: token });
  return accounts.body.data[0].callbackUrl;
};

describe("in a cell with a code", () => {
  it("a payment goes from its session to money, and every id that leads here carries the code", async () => {
    expect(ci.apiKey).toMatch(/^svc_mk_sandbox_ci_[0-9A-Za-z]{38}$/);
    const session = await newSession(ci);
    expect(session.id).toMatch(/^cs_ci_[0-9a-z]{58}$/);
    expect(session.url).toBe(`${ci.origin}/checkout/${session.id}`);
    const completed = await ci.request("POST", `/checkout/pay/${session.id}/complete`, {
      apiKey: null,
      body: {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
      },
    });
    expect(completed.headers.get("request-id")).toMatch(/^req_ci_[0-9a-z]{26}$/);
    await ci.advance(3_000);
    expect((await read(ci, `/checkout/pay/${session.id}/status`)).body.data.status).toBe("SUCCEEDED");
    expect((await read(ci, session.url)).status).toBe(200);
    const found = await ci.request("GET", `/checkout/sessions/${session.id}`);
    expect(found.body.data).toMatchObject({ id: session.id, status: "SUCCEEDED" });
  });

  it("a link's address has the code before its slug; the page opens and makes a session with either", async () => {
    const link = await newLink(ci, "kiosque");
    expect([link.slug, link.url]).toEqual(["kiosque", `${ci.origin}/pay/ci_kiosque`]);
    const page = await read(ci, link.url);
    expect(page.status).toBe(200);
    expect(page.body).toContain("/pay/ci_kiosque");
    const clicked = await ci.request("POST", link.url, { apiKey: null, headers: { origin: ci.origin } });
    expect(clicked.headers.get("location")).toMatch(/^\/checkout\/cs_ci_[0-9a-z]{58}$/);
    for (const address of ["ci_kiosque", "kiosque"]) {
      expect((await read(ci, `/checkout/links/${address}`)).body.data.url).toBe(link.url);
    }
  });

  it("a provider's address has the code, and its callbacks arrive", async () => {
    const address = await callbackUrl(ci);
    expect(address).toMatch(/\/provider-callbacks\/acct_ci_[0-9a-z]{26}$/);
    expect((await ci.request("POST", address, { apiKey: null, body: {} })).status).not.toBe(421);
  });
});

describe("a cell that gets an id of another one", () => {
  const wrong = (cell: string | null, answeredBy: string | null) => ({
    status: 421,
    body: { error: { code: "WRONG_CELL", details: { cell, answeredBy } } },
  });

  it("says whose it is: a session, a link, a provider's account, a key", async () => {
    const session = await newSession(ci);
    const path = `/checkout/pay/${session.id}`;
    expect(await read(sn, path)).toMatchObject(wrong("ci", "sn"));
    expect(await read(plain, `${path}/status`)).toMatchObject(wrong("ci", null));
    expect(await read(sn, "/checkout/links/ci_kiosque")).toMatchObject(wrong("ci", "sn"));
    const callback = new URL(await callbackUrl(ci)).pathname;
    expect(await sn.request("POST", `${sn.origin}${callback}`, { apiKey: null, body: {} })).toMatchObject(
      wrong("ci", "sn"),
    );
    expect(await sn.request("GET", "/payments/wallets", { apiKey: ci.apiKey })).toMatchObject(
      wrong("ci", "sn"),
    );
  });

  it("an id without a code is the default cell's, where it is answered as ever", async () => {
    const session = await newSession(plain);
    expect(session.id).toMatch(/^cs_[0-9a-z]{58}$/);
    expect((await read(plain, `/checkout/pay/${session.id}`)).status).toBe(200);
    expect(await read(ci, `/checkout/pay/${session.id}`)).toMatchObject(wrong(null, "ci"));
    expect(await ci.request("GET", "/payments/wallets", { apiKey: plain.apiKey })).toMatchObject(
      wrong(null, "ci"),
    );
  });

  it("shows payers its page of what is not found, and answers what names no cell as ever", async () => {
    const session = await newSession(ci);
    expect((await read(sn, `${sn.origin}/checkout/${session.id}`)).status).toBe(404);
    expect((await read(sn, `${sn.origin}/pay/ci_kiosque`)).status).toBe(404);
    expect((await read(sn, "/checkout/pay/cs_nothing")).status).toBe(404);
    expect((await sn.request("GET", "/payments/wallets", { apiKey: "svc_mk_sandbox_x" })).status).toBe(401);
  });
});

describe("what operators read says which cell it is of", () => {
  it("in every answer of theirs, refusals too, and in no other", async () => {
    const { token } = await ci.operator();
    for (const path of [
      "/tenant/me",
      "/tenant/merchants",
      "/tenant/payments/pi_nothing",
      "/tenant/nothing",
    ]) {
      const answer = await ci.request("GET", path, { apiKey: token });
      expect([path, answer.headers.get("cauris-cell")]).toEqual([path, "ci"]);
    }
    const stranger = await ci.request("GET", "/tenant/me", { apiKey: null });
    expect([stranger.status, stranger.headers.get("cauris-cell")]).toEqual([401, "ci"]);
    expect((await ci.request("GET", "/payments/wallets")).headers.has("cauris-cell")).toBe(false);
    const { token: ofPlain } = await plain.operator();
    const answer = await plain.request("GET", "/tenant/me", { apiKey: ofPlain });
    expect([answer.status, answer.headers.has("cauris-cell")]).toEqual([200, false]);
  });

  it.each([
    ["fr", "Cellule ci"],
    ["en", "Cell ci"],
    ["pt", "Célula ci"],
  ])("in the log-in of the console, in %s, and not in that of merchants", async (language, label) => {
    const page = async (cell: TestApp, path: string) =>
      (await read(cell, `${cell.origin}${path}?lang=${language}`)).body as string;
    const operators = await page(ci, "/console/login");
    expect(operators).toContain(`<span class="cell">${label}</span>`);
    expect(operators).toMatch(new RegExp(`<title>[^<]+ · ${label}</title>`));
    expect(await page(ci, "/login")).not.toContain(label);
    expect(await page(plain, "/console/login")).not.toContain('class="cell"');
  });

  it("in the page that loads the console, and not in that of the dashboard's readers", async () => {
    const bootOf = async (cell: TestApp) => {
      const cookie = await openConsole(cell, (await cell.operator()).email);
      const page = await cell.request("GET", `${cell.origin}/console/work`, {
        apiKey: null,
        headers: { cookie },
      });
      return JSON.parse(
        /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(page.body)?.[1] ?? "",
      );
    };
    expect((await bootOf(ci)).cell).toBe("ci");
    expect((await bootOf(plain)).cell).toBeNull();
  });
});

describe("the reports of all cells", () => {
  const serverOf = (cell: TestApp) => new URL(cell.origin).host;
  const cellsOf = (cells: readonly (readonly [string | null, TestApp])[]) => ({
    host: "pay.example.com",
    bind: "*:443",
    cells: cells.map(([code, cell]) => ({
      code: code as CellCode | null,
      servers: ["127.0.0.1:1", serverOf(cell)],
    })),
  });
  const tokens = new Map<string, string>();
  const question = (): ReportQuestion => ({
    from: new Date(Math.floor(plain.clock.nowMs() / 3_600_000) * 3_600_000 - 3_600_000).toISOString(),
    to: new Date(Math.floor(plain.clock.nowMs() / 3_600_000) * 3_600_000 + 3_600_000).toISOString(),
    timeZone: "UTC",
    interval: "period",
    mode: "SANDBOX",
  });

  async function pay(cell: TestApp): Promise<void> {
    const { id } = await newSession(cell);
    const paymentDetails = { phone: "+2250500000789", operator: "MTN", countryCode: "CI" };
    const body = { paymentMethod: "MOBILE_MONEY", paymentDetails };
    await cell.request("POST", `/checkout/pay/${id}/complete`, { apiKey: null, body });
    await cell.advance(3_000);
  }

  beforeAll(async () => {
    for (const [code, cell, times] of [
      ["default", plain, 1],
      ["sn", sn, 2],
    ] as const) {
      tokens.set(code, (await cell.operator()).token);
      for (let made = 0; made < times; made += 1) await pay(cell);
      cell.clock.advance(30_000);
      await cell.app.loops.reports?.runOnce();
    }
  });

  it("are added by currency and interval, asked of the servers that answer", async () => {
    const reports = await askReports(
      cellsOf([
        [null, plain],
        ["sn", sn],
      ]),
      tokens,
      question(),
    );
    expect(reports.map(({ code }) => code)).toEqual([null, "sn"]);
    expect(mergeReports(reports)).toEqual([
      expect.objectContaining({
        currency: "XOF",
        attempts: { succeeded: 3, failed: 0, cancelled: 0, unknown: 0, underWay: 0 },
        sums: expect.objectContaining({ takings: { count: 3, amount: 15_000n } }),
      }),
    ]);
    const [header, row, ...more] = (await reportTable(reports)).toString("utf8").split("\r\n");
    expect(header).toMatch(/^\ufeffstart,currency,attempts succeeded,.+,takings count,takings,.+,net$/);
    expect(row).toMatch(/Z,XOF,3,0,0,0,0,3,15000,/);
    expect(more).toEqual([""]);
  });

  it.each([
    [
      "a token is missing",
      () => cellsOf([["ci", ci]]),
      'there is no token for cell ci: add "ci" to the tokens',
    ],
    [
      "a token is of another cell",
      () => cellsOf([["ci", ci]]),
      "cell ci refuses the report: 401 INVALID_OPERATOR_TOKEN",
    ],
    [
      "an address is another cell's",
      () => cellsOf([[null, sn]]),
      "the default cell: its address belongs to cell sn",
    ],
    [
      "a cell is away",
      () => ({ ...cellsOf([]), cells: [{ code: null, servers: ["127.0.0.1:1"] }] }),
      "the default cell: 127.0.0.1:1 does not answer",
    ],
  ])("are not given while %s", async (_what, list, problem) => {
    const known = _what === "a token is of another cell" ? new Map([["ci", tokens.get("sn") ?? ""]]) : tokens;
    const asked = askReports(list(), known, question());
    await expect(asked).rejects.toThrow(CellReportError);
    await expect(asked).rejects.toThrow(problem);
  });

  it("are not given for a period that the cells refuse", async () => {
    const asked = askReports(cellsOf([[null, plain]]), tokens, { ...question(), timeZone: "Mars/Olympus" });
    await expect(asked).rejects.toThrow("the default cell refuses the report: 400 VALIDATION_ERROR");
  });
});

describe("a merchant that shall change its cell", () => {
  const survey = async () => {
    const found = await surveyMove(ci.db, ci.merchantId as MerchantId);
    if (found === null) throw new Error("the merchant is there");
    const sandbox = found.modes.find(({ mode }) => mode === "SANDBOX");
    return { sandbox, text: surveyText(ci.merchantId, found) };
  };

  it("is counted, by what becomes of its rows; an attempt that is under way holds it up until it ends", async () => {
    const before = await survey();
    const charges = before.sandbox?.tables.find(({ table }) => table === "charges");
    expect(charges).toMatchObject({ becomes: "moves", rows: 1, remade: 2 });
    expect(before.sandbox?.accounts).toMatchObject([{ rows: 1 }]);
    expect(before.sandbox?.underWay).toEqual([]);
    expect(before.text).toMatch(/ {4}charges +1 {2}2 values sealed again\n/);
    expect(before.text).toMatch(/ {2}stays in this cell\n {4}audit_log +\d+\n/);
    const { id } = await newSession(ci);
    const paymentDetails = { phone: "+2250500000789", operator: "MTN", countryCode: "CI" };
    const body = { paymentMethod: "MOBILE_MONEY", paymentDetails };
    await ci.request("POST", `/checkout/pay/${id}/complete`, { apiKey: null, body });
    const during = await survey();
    expect(during.sandbox?.underWay).toMatchObject([{ table: "charges", rows: 1 }]);
    expect(during.text).toMatch(/ {2}HOLDS A MOVE UP\n {4}1 charges [A-Z_]+\n/);
    await ci.advance(3_000);
    expect((await survey()).sandbox?.underWay).toEqual([]);
  });

  it("is held up by a key that acts for another merchant too", async () => {
    const { tenantId } = await ci.app.merchants.profile(ci.merchantNo);
    const { merchantId } = await createOwner(ci, tenantId, "Autre");
    const actsFor = (ids: readonly string[]) =>
      ci.owner.query({
        text: `update api_keys set merchant_ids = $2
                where id = (select min(id::text)::uuid from api_keys where merchant_no = $1)`,
        values: [ci.merchantNo, ids],
      });
    await actsFor([merchantId]);
    expect((await survey()).text).toContain("API keys that act for this merchant and for another one: 1\n");
    const other = await surveyMove(ci.db, merchantId as MerchantId);
    expect(other?.modes.find(({ mode }) => mode === "SANDBOX")?.sharedKeys).toBe(1);
    await actsFor([]);
    expect((await survey()).sandbox?.sharedKeys).toBe(0);
  });

  it("must exist", async () => {
    expect(await surveyMove(ci.db, "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f" as MerchantId)).toBeNull();
  });
});
