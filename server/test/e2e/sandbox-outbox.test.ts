import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createIdSource, type TenantId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { createOutbox } from "../../src/modules/mail/outbox.ts";
import type { MailContent } from "../../src/modules/mail/types.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { mailsTo } from "../harness/mails.ts";
import { testSeed } from "../harness/seed.ts";

let app: TestApp;
let id: string;
const url = "https://pay.example.com/reset/secret-token";

beforeAll(async () => {
  app = await startTestApp({ isPrivate: true });
  const { db, clock, keyring } = app;
  const ids = createIdSource(clock, createSeededRandom(testSeed()));
  const outbox = createOutbox({ clock, ids, keyring, publicUrl: app.origin, canSend: true });
  const [tenant] = await db.query<{ id: TenantId }>({ text: "select id from tenants limit 1" });
  if (tenant === undefined) throw new Error("the sandbox has a tenant");
  const queue = (email: string, content: MailContent) =>
    db.transaction((tx) =>
      outbox.queueMail(tx, {
        tenantId: tenant.id,
        to: { email, locale: "fr", timeZone: "Africa/Abidjan" },
        content,
      }),
    );
  await queue("awa@example.com", { kind: "PASSWORD_RESET", url, usefulUntilMs: clock.nowMs() + 60_000 });
  await queue("yao@example.com", {
    kind: "MEMBER_INVITATION",
    merchant: "<script>alert(1)</script>\u202e",
    inviter: `"><img src=x onerror=alert(1)>`,
    url: "https://pay.example.com/invite/other-token",
    usefulUntilMs: clock.nowMs() + 60_000,
  });
  await app.drain();
  id = (await mailsTo(app, "awa@example.com"))[0]?.id ?? "";
});
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.origin}/sandbox/outbox${path}`, { headers });

/** `fetch` sends no other Host. */
function statusFor(headers: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(app.origin);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path: "/sandbox/outbox.json", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("the list shows each mail, newest first, in French and English", async () => {
  const french = await get("");
  expect(french.status).toBe(200);
  const html = await french.text();
  expect(html).toContain('<html lang="fr">');
  expect(html).toContain("Nouveau mot de passe");
  expect(html.indexOf("yao@example.com")).toBeLessThan(html.indexOf("awa@example.com"));
  expect(html).not.toMatch(/<script|<img|\u202e/);
  expect(await (await get("", { "accept-language": "en-GB" })).text()).toContain("No mail leaves a sandbox.");
  expect(await (await get("?lang=en")).text()).toContain('<html lang="en">');
});

test("a mail shows its link, its text, and its HTML in a frame without scripts", async () => {
  const page = await get(`/${id}`);
  const html = await page.text();
  expect(html).toContain(`<a href="${url}">`);
  expect(html).toContain(`<iframe src="/sandbox/outbox/${id}/html"`);
  expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  const frame = await get(`/${id}/html`);
  expect(frame.headers.get("content-security-policy")).toMatch(/^sandbox allow-popups allow-popups/);
  expect(await frame.text()).toContain(`target="_blank" rel="noreferrer" href="${url}"`);
});

test("programs read the mails of an address", async () => {
  const answer = await get(".json?to=AWA@example.com");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({
    mails: [
      {
        id,
        kind: "PASSWORD_RESET",
        to: "awa@example.com",
        subject: "Nouveau mot de passe",
        text: expect.stringContaining(url),
        html: expect.stringContaining(url),
        links: [url],
        createdAt: "2026-11-21T10:00:00.000Z",
      },
    ],
  });
});

it.each(["mail_06gzsz66j5sh9ast89kvjbnear", "nothing", "mail_"])("there is no mail %s", async (unknown) => {
  for (const path of [`/${unknown}`, `/${unknown}/html`]) {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("n’existe pas");
  }
});

describe("nobody else gets the mails", () => {
  it.each([
    ["a page of the internet whose name leads here", { host: "evil.example" }],
    ["a caller behind a proxy", { "x-forwarded-for": "102.64.1.9" }],
    ["a caller behind another proxy", { forwarded: "for=102.64.1.9" }],
  ])("%s", async (_title, headers) => {
    expect(await statusFor(headers)).toBe(404);
  });

  it("on this machine both of its names are accepted", async () => {
    const { port } = new URL(app.origin);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await statusFor({ host }), host).toBe(200);
  });

  it("a service that others can reach has no such page", async () => {
    const open = await startTestApp();
    try {
      for (const path of ["", ".json", `/${id}`])
        expect((await fetch(`${open.origin}/sandbox/outbox${path}`)).status).toBe(404);
    } finally {
      await open.stop();
    }
  });
});
