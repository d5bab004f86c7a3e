import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManualClock } from "../../../server/src/kit/clock.ts";
import { HttpOutError, type OutgoingRequest } from "../../../server/src/kit/http-out.ts";
import { createRecordingLog } from "../../../server/test/harness/log.ts";
import { loadAssets } from "../assets.ts";
import { createPagesFixture, type PagesFixture, sessionStates } from "../pages.test-support.ts";
import { differences, type LivePage } from "./check.ts";
import { inventoryFile, inventoryOf, readInventory } from "./inventory.ts";
import { loadPage } from "./live.ts";
import { createPageWatch } from "./watch.ts";

let fixture: PagesFixture;
beforeAll(async () => {
  fixture = await createPagesFixture();
});
afterAll(() => fixture.app.close());

/** The pages without a network: the same requests, answered by the same plugin. */
async function overTheWire({ url }: OutgoingRequest) {
  const answer = await fixture.app.inject({ method: "GET", url: new URL(url).pathname });
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) headers[name] = String(value);
  return { status: answer.statusCode, headers, body: answer.rawPayload, cut: false };
}
const load = (path: string) => loadPage(overTheWire, `http://localhost${path}`);

test("the inventory that is written down is the one of this code", () => {
  const now = `${JSON.stringify(inventoryOf(loadAssets()), null, 2)}\n`;
  if (process.env.UPDATE_DOCS === "1") writeFileSync(inventoryFile(), now);
  expect(readFileSync(inventoryFile(), "utf8")).toBe(now);
});

test("every page is what the inventory says: scripts, styles, pictures, forms and headers", async () => {
  const pages = [
    ...sessionStates.map((state) => `/checkout/cs_${state}`),
    ...["active", "paused", "exhausted", "expired", "cancelled"].map((slug) => `/pay/${slug}`),
    "/checkout/cs_none",
    "/checkout/cs_broken",
  ];
  for (const path of pages)
    expect({ path, found: differences(await load(path), readInventory()) }).toEqual({ path, found: [] });
});

describe("what somebody has planted is found", () => {
  const plant = (html: string, more: Partial<LivePage> = {}) => ({
    change: (page: LivePage): LivePage => ({
      ...page,
      html: page.html.replace("</main>", `${html}</main>`),
      ...more,
    }),
  });
  const planted: readonly (readonly [string, { change(page: LivePage): LivePage }, RegExp])[] = [
    ["an inline script", plant("<script>steal()</script>"), /inline script: steal/],
    [
      "a script in odd letters",
      plant('<ScRiPt\nsrc="//evil.example/x.js"></sCrIpT>'),
      /not in the inventory/,
    ],
    [
      "another site's script",
      plant('<script src="https://evil.example/a.js"></script>'),
      /not in the inventory/,
    ],
    [
      "a script of our own under another name",
      plant('<script src="/checkout/assets/pay.x.js">'),
      /not in the inv/,
    ],
    ["an event handler", plant('<p onclick="steal()">'), /inline handler: onclick/],
    [
      "an event handler without quotes",
      plant("<img src=/checkout/logos/x onerror=steal()>"),
      /inline handler/,
    ],
    [
      "a picture that tells another site",
      plant('<img src="https://evil.example/pixel.gif">'),
      /a picture from/,
    ],
    ["a frame", plant('<iframe src="/x"></iframe>'), /no place/],
    ["an object", plant('<object data="x.swf">'), /no place/],
    ["a base address", plant('<base href="https://evil.example/">'), /no place/],
    ["a form that goes elsewhere", plant('<form action="https://evil.example/">'), /a form that goes to/],
    [
      "a button that goes elsewhere",
      plant('<button formaction="https://evil.example">'),
      /sends a form elsewhere/,
    ],
    ["a style sheet", plant('<link rel="stylesheet" href="https://evil.example/a.css">'), /a link to/],
    [
      "an inline style sheet",
      plant("<style>input{background:url(//evil.example)}</style>"),
      /a style that is not/,
    ],
    ["an inline style", plant('<p style="position:fixed">'), /inline style/],
    ["a link that runs", plant('<a href="JavaScript:steal()">'), /runs or holds/],
    [
      "a page that leaves by itself",
      plant('<meta http-equiv="refresh" content="0;url=//evil.example">'),
      /by itself/,
    ],
    [
      "other bytes under the agreed name",
      {
        change: (page) => ({
          ...page,
          scripts: new Map([...page.scripts].map(([path]) => [path, Buffer.from("steal()")])),
        }),
      },
      /other bytes/,
    ],
    [
      "a script that is gone",
      { change: (page) => ({ ...page, scripts: new Map([...page.scripts].map(([path]) => [path, null])) }) },
      /could not be loaded/,
    ],
    [
      "a hash that is gone",
      { change: (page) => ({ ...page, html: page.html.replace(/ integrity="[^"]+"/, "") }) },
      /another hash/,
    ],
    [
      "no script at all",
      { change: (page) => ({ ...page, html: page.html.replace(/<script[^>]*><\/script>/, "") }) },
      /is not on the page/,
    ],
    [
      "a wider policy",
      {
        change: (page) => {
          const policy = `${page.headers["content-security-policy"]}`.replace(
            "script-src 'self'",
            "script-src *",
          );
          return { ...page, headers: { ...page.headers, "content-security-policy": policy } };
        },
      },
      /the header content-security-policy/,
    ],
    ...["x-frame-options", "referrer-policy", "cross-origin-opener-policy", "content-security-policy"].map(
      (name) =>
        [
          `no ${name}`,
          { change: (page: LivePage) => ({ ...page, headers: { ...page.headers, [name]: undefined } }) },
          new RegExp(`the header ${name} is missing`),
        ] as const,
    ),
    ["HTTPS that browsers may leave", { change: (page) => ({ ...page, https: true }) }, /stay with HTTPS/],
  ];

  test.each(planted)("%s", async (_name, { change }, words) => {
    const page = change(await load("/checkout/cs_open"));
    expect(differences(page, readInventory()).join("\n")).toMatch(words);
  });

  test("and nothing more than that is said", async () => {
    const page = await load("/checkout/cs_open");
    const html = page.html.replace("</main>", "<script>steal()</script></main>");
    expect(differences({ ...page, html }, readInventory())).toEqual(["an inline script: steal()"]);
  });
});

describe("the daily look", () => {
  const HOUR_MS = 3_600_000;
  const watching = (httpOut: typeof overTheWire, inventory = readInventory()) => {
    const clock = createManualClock(Date.UTC(2026, 10, 21));
    const { log, lines } = createRecordingLog();
    const loop = createPageWatch({ httpOut, publicUrl: "http://localhost", clock, log, inventory });
    const later = async (ms: number) => {
      clock.advance(ms);
      await loop.runOnce();
      return lines.map(({ event }) => event);
    };
    return { loop, later, lines };
  };

  test("comes a minute after the start and then once a day, and says that all is well", async () => {
    const { loop, later } = watching(overTheWire);
    await loop.runOnce();
    expect(await later(30_000)).toEqual([]);
    expect(await later(30_000)).toEqual(["checkout.page.as_agreed"]);
    expect(await later(23 * HOUR_MS)).toHaveLength(1);
    expect(await later(HOUR_MS)).toHaveLength(2);
  });

  test("tells what differs", async () => {
    const { loop, later, lines } = watching(async (request) => {
      const answer = await overTheWire(request);
      const body = request.url.endsWith(".js")
        ? Buffer.concat([answer.body, Buffer.from(";steal()")])
        : answer.body;
      return { ...answer, body };
    });
    await loop.runOnce();
    expect(await later(60_000)).toEqual(["checkout.page.differs"]);
    expect(JSON.stringify(lines)).toContain("other bytes than agreed");
  });

  test("a service that cannot reach itself says so, and looks again the next day", async () => {
    const { loop, later } = watching(() => Promise.reject(new HttpOutError("timeout", "no answer")));
    await loop.runOnce();
    expect(await later(60_000)).toEqual(["checkout.page.unreachable"]);
    expect(await later(24 * HOUR_MS)).toHaveLength(2);
  });
});
