import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { openConsole } from "../harness/console-reader.ts";
import { addOne, openLogIn } from "../harness/people.ts";

let test: TestApp;
let cookie: string;

beforeAll(async () => {
  test = await startTestApp();
  cookie = await openLogIn(test, await addOne(test, "VIEWER"));
});
afterAll(() => test.stop());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  test.request("GET", `${test.origin}${path}`, { apiKey: null, headers });
const root = (): string => `/dashboard/${test.merchantId}/sandbox`;

describe("who is not logged in", () => {
  it.each([
    ["/dashboard", "/login?next=%2Fdashboard"],
    [
      "/dashboard/x/live/payments?status=FAILED",
      "/login?next=%2Fdashboard%2Fx%2Flive%2Fpayments%3Fstatus%3DFAILED",
    ],
    ["/console", "/console/login?next=%2Fconsole"],
    ["/console/payments/pi_1", "/console/login?next=%2Fconsole%2Fpayments%2Fpi_1"],
  ])("is led from %s to the log-in, and back", async (path, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, location]);
  });

  it("is led to the operators' log-in also with the cookie of a merchant's person", async () => {
    const answer = await get("/console", { cookie });
    expect(answer.headers.get("location")).toBe("/console/login?next=%2Fconsole");
  });
});

describe("who is logged in", () => {
  it("is led to the merchant and mode that were open last", async () => {
    const opened = await get(`${root()}/payments`, { cookie });
    const [place = ""] = opened.headers.get("set-cookie")?.split(";") ?? [];
    expect(opened.headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Lax$/);
    const home = await get("/dashboard", { cookie: `${cookie}; ${place}` });
    expect(home.headers.get("location")).toBe(root());
    // The browser knows it already.
    const again = await get(`${root()}/links`, { cookie: `${cookie}; ${place}` });
    expect(again.headers.get("set-cookie")).toBeNull();
  });

  it.each(["/console", "/console/"])("as an operator is led from %s to the work queue", async (path) => {
    const { email } = await test.operator();
    const answer = await get(path, { cookie: await openConsole(test, email) });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/console/work"]);
  });

  it.each([
    ["the bare address", "/dashboard"],
    ["another merchant's address", "/dashboard/01a20531-c2e8-72c8-9dac-05b7ac4cdfe0/sandbox/payments"],
  ])("is led from %s to an own merchant", async (_what, path) => {
    const answer = await get(path, { cookie });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toContain(`/dashboard/${test.merchantId}/`);
  });

  it("gets the page with its first answers, which no other site may frame or keep", async () => {
    const answer = await get(`${root()}/payments`, { cookie });
    expect(answer.status).toBe(200);
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const html = answer.body as unknown as string;
    const block = /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(JSON.parse(block)).toMatchObject({
      account: { audience: "merchant" },
      merchants: [{ id: test.merchantId }],
      answers: [
        { merchantId: test.merchantId, mode: "SANDBOX", path: "/payments/charges?limit=50", data: [] },
      ],
    });
    const files = [...html.matchAll(/\/screens\/[^"]+/g)].map(([path]) => path);
    expect(files.length).toBeGreaterThan(3);
    for (const file of new Set(files)) {
      const asset = await get(file, { "accept-encoding": "br" });
      expect([file, asset.status, asset.headers.get("cache-control")]).toEqual([
        file,
        200,
        "public, max-age=31536000, immutable",
      ]);
    }
  });
});

it("a file that there is not is 404", async () => {
  expect((await get("/screens/main.js")).status).toBe(404);
  expect((await get("/screens/..%2Fmanifest.json")).status).toBe(404);
});
