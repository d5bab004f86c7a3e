import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import {
  axeViolations,
  type ContextOptions,
  launchBrowser,
  type TestBrowser,
} from "../../server/test/harness/browser.ts";
import { type AccountFixture, cookieOf, createAccountFixture } from "./pages.test-support.ts";

let fixture: AccountFixture;
let browser: TestBrowser;
let origin: string;

beforeAll(async () => {
  fixture = await createAccountFixture();
  await fixture.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://localhost:${(fixture.app.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
beforeEach(() => fixture.reset());
afterAll(async () => {
  await browser.close();
  await fixture.app.close();
});

/** A page in a fresh profile, logged in; every error of the browser fails the test. */
async function withPage<T>(options: ContextOptions, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(options);
  try {
    for (const cookie of Object.values(cookieOf)) {
      const [name = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name, value, url: origin }]);
    }
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      // A refused form answers 4xx, which the browser reports as an error.
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
    });
    const result = await use(page);
    expect(errors).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

/** Each screen and how it is reached from a fresh profile. */
const screens: Readonly<Record<string, (page: Page, query?: string) => Promise<unknown>>> = {
  "log-in": async (page, query = "") => {
    await page.context().clearCookies();
    await page.goto(`${origin}/login${query}`);
  },
  "refused log-in": async (page, query = "") => {
    await screens["log-in"]?.(page, query);
    fixture.refuse("INVALID_CREDENTIALS", 401);
    await page.fill("#email", "awa@example.com");
    await page.fill("#password", "wrong");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[role=alert]:not([hidden])");
  },
  "second step": async (page, query = "") => {
    await screens["log-in"]?.(page, query);
    fixture.refuse("SECOND_FACTOR_REQUIRED", 401, { methods: ["TOTP", "PASSKEY"] });
    await page.fill("#email", "awa@example.com");
    await page.fill("#password", "correct horse");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#totp");
  },
  "forgotten password": (page, query = "") => page.goto(`${origin}/login/forgot${query}`),
  invitation: (page, query = "") => page.goto(`${origin}/invite/good-INVITATION${query}`),
  "invitation to a merchant": async (page, query = "") => {
    await page.context().clearCookies();
    await page.goto(`${origin}/invite/good-JOIN${query}`);
  },
  "invitation of another account": async (page) => {
    fixture.change({ email: "kofi@example.com" });
    await page.goto(`${origin}/invite/good-JOIN`);
  },
  "invitation with an account": async (page, query = "") => {
    fixture.setInvitation({ hasAccount: true });
    await screens["invitation to a merchant"]?.(page, query);
  },
  "invitation of one's own account": (page) => page.goto(`${origin}/invite/good-JOIN`),
  reset: (page, query = "") => page.goto(`${origin}/reset/good-RESET${query}`),
  unlock: (page, query = "") => page.goto(`${origin}/unlock/good-UNLOCK${query}`),
  "link that is gone": (page, query = "") => page.goto(`${origin}/reset/bad${query}`),
  account: (page) => page.goto(`${origin}/account`),
  "app for codes": async (page) => {
    await page.goto(`${origin}/account`);
    await page.click(`form[action="/account/totp"] button`);
    await page.waitForSelector("svg.qr");
  },
  "recovery codes": async (page) => {
    await page.goto(`${origin}/account`);
    await page.click(`form[action="/account/codes"] button`);
    await page.waitForSelector("ol.codes");
  },
  presence: async (page) => {
    fixture.change({ isPresent: false });
    await page.goto(`${origin}/account/presence`);
  },
  console: (page, query = "") => page.goto(`${origin}/console/account${query}`),
};

describe("accessibility", () => {
  const looks: readonly [string, ContextOptions, "fr" | "en" | "pt"][] = [
    ["320 px", { viewport: { width: 320, height: 640 } }, "fr"],
    ["360 px in the dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }, "pt"],
    ["1280 px", { viewport: { width: 1280, height: 800 } }, "en"],
  ];
  for (const [title, options, locale] of looks) {
    it.each(Object.entries(screens))(
      `${title}: %s has no finding and does not scroll sideways`,
      async (_name, open) => {
        fixture.change({ locale });
        await withPage({ ...options, forAxe: true }, async (page) => {
          await open(page, `?lang=${locale}`);
          expect(await axeViolations(page)).toEqual([]);
          const width = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
          expect((width as number[])[0]).toBeLessThanOrEqual((width as number[])[1] ?? 0);
          // WCAG 2.2, 2.5.8; our own measure is 44 pixels.
          const small =
            await page.evaluate(`[...document.querySelectorAll("a, button, input:not([type=hidden]), select")]
          .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && box.height < 43.5).map(([html]) => html)`);
          expect(small).toEqual([]);
        });
      },
    );
  }
});

test("without JavaScript everything but passkeys works, and no button does nothing", async () => {
  await withPage({ javaScriptEnabled: false }, async (page) => {
    await screens["second step"]?.(page);
    expect(await page.isVisible("form[data-passkey]")).toBe(false);
    await page.fill("#totp", "123456");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/account`);
    expect(await page.isVisible("text=Il faut un navigateur avec JavaScript.")).toBe(true);
    await page.fill("#name", "Awa K.");
    await page.click("section:has(#profile) button");
    await page.waitForURL(`${origin}/account?saved=1`);
    expect(await page.isVisible("[role=status]")).toBe(true);
    expect(fixture.acts).toEqual([
      "merchant logIn awa@example.com correct horse 123456 -",
      "changeProfile Awa K. fr Africa/Abidjan",
    ]);
  });
});

test("by keyboard alone: log in, end a log-in, log out", async () => {
  await withPage({}, async (page) => {
    await screens["log-in"]?.(page);
    // The browser focuses the first field after the page has loaded.
    await page.waitForSelector("#email:focus");
    await page.keyboard.type("awa@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/account`);
    const focus = async (name: string): Promise<void> => {
      for (let tabs = 0; tabs < 60; tabs += 1) {
        await page.keyboard.press("Tab");
        const label = await page.evaluate(
          "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
        );
        if (label === name) return;
      }
      throw new Error(`${name} is not reached by keyboard`);
    };
    await focus("Fermer Firefox, Windows, 41.202.7.30");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/account?saved=1`);
    await focus("Se déconnecter");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/login?done=out`);
    expect(fixture.acts).toEqual([
      "merchant logIn awa@example.com correct horse - -",
      "endLogIn uss_2",
      "logOut",
    ]);
  });
});

test("passwords and codes can be pasted", async () => {
  await withPage({}, async (page) => {
    await screens["log-in"]?.(page);
    for (const id of ["email", "password"]) {
      const isAllowed = await page.evaluate(`document.getElementById("${id}").dispatchEvent(
        new ClipboardEvent("paste", { cancelable: true, bubbles: true, clipboardData: new DataTransfer() }))`);
      expect(isAllowed, id).toBe(true);
    }
  });
});

test("a passkey that is not used is said beside its button", async () => {
  await withPage({}, async (page) => {
    await screens["log-in"]?.(page);
    fixture.refuse("PASSKEY_INVALID", 401);
    await page.click("form[data-passkey] button");
    await page.waitForSelector("form[data-passkey] [role=alert]:not([hidden])");
    expect(await page.textContent("form[data-passkey] [role=alert]")).toContain("inconnue ici");
    expect(await page.isEnabled("form[data-passkey] button")).toBe(true);
  });
});
