import { describe, expect, it } from "vitest";
import { loadAssets } from "../account/assets.ts";
import type { Boot, OwnMerchant } from "../ui/app/boot.ts";
import { findPage } from "../ui/app/pages.ts";
import { firstRows } from "../ui/parts/list-path.ts";
import { currentOf } from "../ui/parts/nav-links.ts";
import { filesOf } from "./assets.ts";
import { screenDocument } from "./document.ts";
import { movedDocument } from "./moved.tsx";
import { consoleHomeOf, homeOf, shownAt, surfaces } from "./surfaces.ts";

const one = "01a20531-c2e8-72c8-9dac-05b7ac4cdfe0";
const other = "01a20531-c2e8-72c8-9dac-05b7ac4cdfe1";
const third = "01a20531-c2e8-72c8-9dac-05b7ac4cdfe2";
const merchant = (id: string, modes: readonly (readonly ["SANDBOX" | "LIVE", boolean])[]): OwnMerchant => ({
  id,
  displayName: "Maison Akwaba",
  movedTo: null,
  modes: modes.map(([mode, open]) => ({ mode, open, permissions: [] })),
});
const [dashboard, operators] = surfaces;

describe("what an address shows", () => {
  const own = [merchant(one, [["SANDBOX", true]])];
  const at = (path: string) => dashboard && shownAt(dashboard, path, {}, own);

  it.each([
    ["the page of an own merchant", `/dashboard/${one}/sandbox/payments`, "payments/list"],
    ["a page with a value in its path", `/dashboard/${one}/sandbox/payments/pi_1`, "payments/detail"],
    ["a page that there is not: the surface says so", `/dashboard/${one}/sandbox/nothing/here`, null],
  ])("%s", (_what, path, file) => expect(at(path)?.page?.file ?? null).toBe(file));

  it.each([
    ["another merchant", `/dashboard/${other}/sandbox/payments`],
    ["a mode without a role", `/dashboard/${one}/live/payments`],
    ["no merchant", "/dashboard"],
    ["a mode that there is not", `/dashboard/${one}/test/payments`],
  ])("%s: leads to the home", (_what, path) => expect(at(path)).toBeNull());

  it("names merchant and mode for the first answers", () => {
    expect(at(`/dashboard/${one}/sandbox/payments/pi_1`)).toMatchObject({
      merchantId: one,
      mode: "SANDBOX",
      reads: ["/payments/timelines/pi_1", "/payments/payment-intents/pi_1"],
    });
    expect(operators && shownAt(operators, "/console/payments/ch_1", {}, [])).toMatchObject({
      merchantId: null,
      mode: null,
      reads: ["/tenant/payments/ch_1", "/tenant/timelines/ch_1"],
    });
  });
});

describe("the home", () => {
  it.each([
    [
      "live where it is open",
      [
        ["SANDBOX", true],
        ["LIVE", true],
      ],
      "live",
    ],
    [
      "the sandbox while live is closed",
      [
        ["SANDBOX", true],
        ["LIVE", false],
      ],
      "sandbox",
    ],
    ["the only mode, though closed", [["LIVE", false]], "live"],
  ] as const)("%s", (_what, modes, word) =>
    expect(homeOf([merchant(other, []), merchant(one, modes)], null)).toBe(`/dashboard/${one}/${word}`),
  );

  it("is of a merchant that has not moved away, where there is one", () => {
    const left = { ...merchant(one, [["LIVE", true]]), movedTo: { cell: "sn" } };
    expect(homeOf([left, merchant(other, [["LIVE", true]])], null)).toBe(`/dashboard/${other}/live`);
    expect(homeOf([left], null)).toBe(`/dashboard/${one}/live`);
  });

  it("is nowhere for who belongs to no merchant", () => expect(homeOf([], null)).toBeNull());

  it.each([
    [
      "the merchant and mode that were open last",
      `/dashboard/${other}/sandbox`,
      `/dashboard/${other}/sandbox`,
    ],
    ["the first, where the reader has no role in that mode any more", `/dashboard/${other}/live`, "first"],
    ["the first, where the last is no merchant of the reader's", `/dashboard/${third}/live`, "first"],
    ["the first, where a stranger wrote the cookie", "https://evil.example/dashboard", "first"],
  ])("is %s", (_what, last, expected) => {
    const own = [merchant(one, [["LIVE", true]]), merchant(other, [["SANDBOX", true]])];
    expect(homeOf(own, last)).toBe(expected === "first" ? `/dashboard/${one}/live` : expected);
  });

  it.each([
    ["the work queue", ["tenant.kyb.manage", "tenant.merchants.read"], "/console/work"],
    ["the log for who may read nothing else", ["tenant.audit.read"], "/console/audit"],
    ["the own account for who may read nothing yet", [], "/console/account"],
  ])("of operators is %s", (_what, permissions, path) => expect(consoleHomeOf(permissions)).toBe(path));
});

describe("the files of a page", () => {
  const chunks = {
    "main.tsx": { file: "main.js", imports: ["_shared.js"], css: ["main.css"] },
    "_shared.js": { file: "shared.js", imports: ["main.tsx"] },
    "page.tsx": { file: "page.js", imports: ["_shared.js"], css: ["page.css", "main.css"] },
  };

  it("are those of its sources and their imports, each once", () =>
    expect(filesOf({ chunks }, ["main.tsx", "page.tsx", "unknown.tsx"])).toEqual({
      scripts: ["main.js", "shared.js", "page.js"],
      styles: ["main.css", "page.css"],
    }));
});

describe("the page of a merchant that has moved", () => {
  const hostile = "<b>Ama</b>";
  const left = { ...merchant(one, [["LIVE", true]]), displayName: hostile, movedTo: { cell: "sn" } };
  const assets = loadAssets();
  const shown = (merchants: readonly OwnMerchant[], gone: OwnMerchant = left) =>
    movedDocument({ merchant: gone, merchants, locale: "fr" }, assets);

  it("says where it is, and runs nothing of its name", () => {
    const html = shown([left]);
    expect(html).toContain("&lt;b>Ama&lt;/b> a changé d’installation</h1>");
    expect(html).toContain("l’installation «\u00a0sn\u00a0»");
    expect(html).not.toContain(hostile);
    expect(html).not.toContain("Vos autres marchands");
    expect(shown([], { ...left, movedTo: { cell: null } })).toContain("dans l’installation principale");
  });

  it("leads to the other merchants that are still here", () => {
    const html = shown([left, merchant(other, [["SANDBOX", true]]), { ...left, id: third }]);
    expect(html.match(/\/dashboard\/[^"]+/g)).toEqual([`/dashboard/${other}/sandbox`]);
  });
});

it("a hostile name cannot end the block of data", () => {
  const boot = {
    account: { name: "</script><script>alert(1)</script>" },
    permissions: [],
    merchants: [],
    answers: [],
    cell: null,
  };
  const html = screenDocument({
    locale: "fr",
    title: '<img src=x onerror="alert(1)">',
    house: "</header><img src=x>",
    entry: "main.js",
    files: { scripts: ["main.js", "page.js"], styles: ["main.css"] },
    boot: boot as unknown as Boot,
    noScript: "Sans script",
  });
  expect(html).not.toContain("</script><script>alert");
  expect(html).not.toContain("<img");
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).toContain('<link rel="modulepreload" href="/screens/page.js">');
});

describe("pages and navigation", () => {
  it("an earlier entry counts before a later one that fits too", () => {
    const pages = [
      { path: "payouts/new", file: "new", words: [] },
      { path: "payouts/:id", file: "one", words: [] },
    ];
    expect(findPage(pages, "payouts/new")?.page.file).toBe("new");
    expect(findPage(pages, "/payouts/po_1/")).toMatchObject({
      page: { file: "one" },
      params: { id: "po_1" },
    });
    expect(findPage(pages, "payouts")).toBeNull();
  });

  it("a list with filters reads nothing ahead: the page asks in its own words", () => {
    const reads = firstRows("/payments/charges");
    expect(reads({ query: { after: "ch_1" } })).toEqual(["/payments/charges?limit=50&starting_after=ch_1"]);
    expect(reads({ query: { status: "FAILED" } })).toEqual([]);
  });

  it("the entry of the longest address above the page is the current one", () => {
    const link = (href: string) => ({ href, text: "", key: null });
    const nav = [{ title: null, links: [link("/dashboard/m"), link("/dashboard/m/payments")] }];
    expect(currentOf(nav, "/dashboard/m/payments/pi_1")).toBe("/dashboard/m/payments");
    expect(currentOf(nav, "/dashboard/m/paymentsx")).toBe("/dashboard/m");
  });
});
