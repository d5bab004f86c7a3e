import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, launchBrowser, type TestBrowser } from "../harness/browser.ts";

/** The mails of a sandbox, with names that try to run, to turn the text around them, and to push the page apart. */
let world: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  world = await startTestApp({ isPrivate: true });
  browser = await launchBrowser();
  const names = [
    `"><script>document.title="run"</script><img src=x onerror="document.title='run'">`,
    "\u202emoc.live\u202c \u0645\u0631\u062d\u0628\u0627 \u2067x",
    "W".repeat(200),
  ];
  for (const [index, name] of names.entries()) {
    await world.owner.query({ text: "update merchants set display_name = $1", values: [name] });
    await world.owner.query({ text: "update merchant_numbers set display_name = null" });
    await world.owner.query({ text: "update tenants set name = $1", values: [name] });
    const invited = await world.request("POST", `/merchant/merchants/${world.merchantId}/invitations`, {
      apiKey: world.apiKey,
      body: { email: `invited-${index}@example.com`, sandbox: { role: "VIEWER" } },
    });
    expect(invited.status).toBe(201);
    const { token } = await world.operator();
    await world.owner.query({ text: "update operators set name = $1", values: [name.slice(0, 100)] });
    const added = await world.request("POST", "/tenant/operators", {
      apiKey: token,
      body: {
        email: `operator-${index}@example.com`,
        name: `Yao ${index}`,
        permissions: ["tenant.team.read"],
      },
    });
    expect(added.status).toBe(201);
  }
  await world.drain();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

it("lists and shows each mail without a finding, and no name runs or widens the page", {
  timeout: 120_000,
}, async () => {
  const context = await browser.newContext({ forAxe: true });
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`${world.origin}/sandbox/outbox`);
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll("main a")].map(({ href }) => href).filter((href) => /outbox\\/mail_/.test(href))`,
    );
    expect(links.length).toBeGreaterThanOrEqual(6);
    for (const address of [`${world.origin}/sandbox/outbox`, ...links]) {
      await page.goto(address);
      for (const width of [320, 360, 1280])
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 740 });
          await page.emulateMedia({ colorScheme });
          expect(await axeViolations(page), `${address} ${width} ${colorScheme}`).toEqual([]);
          const [inner = 0, scrolled = 0] = await page.evaluate<number[]>(
            "[innerWidth, document.documentElement.scrollWidth]",
          );
          expect(scrolled, `${address} ${width}`).toBeLessThanOrEqual(inner);
        }
      expect(await page.title()).not.toBe("run");
      expect(await page.locator("main img, main script").count()).toBe(0);
    }
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
});
