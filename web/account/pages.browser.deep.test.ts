import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import {
  axeViolations,
  type ContextOptions,
  launchBrowser,
  type TestBrowser,
} from "../../server/test/harness/browser.ts";
import { paperFindings } from "../../server/test/harness/paper.ts";
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
async function withPage<T>(
  { expectsNoScript = false, ...options }: ContextOptions & { readonly expectsNoScript?: boolean },
  use: (page: Page) => Promise<T>,
): Promise<T> {
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
      if (message.type() !== "error") return;
      // A refused form answers 4xx, which the browser reports as an error.
      const isExpected =
        /status of 4\d\d/.test(message.text()) || (expectsNoScript && /ERR_FAILED/.test(message.text()));
      if (!isExpected) errors.push(message.text());
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
    fixture.refuse("SECOND_FACTOR_REQUIRED", 401, { methods: ["totp", "passkey", "recoveryCode"] });
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
  "console's account": (page, query = "") => page.goto(`${origin}/console/account${query}`),
  "console's log-in": async (page, query = "") => {
    await page.context().clearCookies();
    await page.goto(`${origin}/console/login${query}`);
  },
  "console's invitation": (page, query = "") => page.goto(`${origin}/console/invite/good-INVITATION${query}`),
  "account without a password": async (page) => {
    fixture.change({ hasPassword: false, hasTotp: false, presenceMethods: ["passkey"] });
    await page.goto(`${origin}/account`);
  },
  "second step of a passkey": async (page, query = "") => {
    await screens["log-in"]?.(page, query);
    fixture.refuse("SECOND_FACTOR_REQUIRED", 401, { methods: ["passkey", "recoveryCode"] });
    await page.fill("#email", "awa@example.com");
    await page.fill("#password", "correct horse");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#recoveryCode");
  },
  "sent link": async (page, query = "") => {
    await page.goto(`${origin}/login/forgot${query}`);
    await page.fill("#email", "awa@example.com");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[role=status]");
  },
};

/** Names that try to run, to turn the text around them, and to push the page apart. */
const hostile = {
  markup: `"><script>document.title="run"</script><img src=x onerror="document.title='run'">`,
  direction: "\u202emoc.live\u202c \u0645\u0631\u062d\u0628\u0627 \u2067x",
  endless: "W".repeat(200),
} as const;

describe("accessibility", () => {
  /** At 360 px nothing is there that is not at 320, and in the dark only colours differ. */
  const sizes = [
    { width: 320, height: 640, rules: "USUAL" },
    { width: 360, height: 740, rules: "LAYOUT" },
    { width: 1280, height: 800, rules: "USUAL" },
  ] as const;
  /** Nothing that a screen reader, a finger or a small phone trips over, at each size, in the light and in the dark. */
  async function expectGood(page: Page): Promise<void> {
    for (const { rules, ...size } of sizes)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        const look = `${size.width} px, ${colorScheme}`;
        expect(await axeViolations(page, colorScheme === "dark" ? "CONTRAST" : rules), look).toEqual([]);
        const [inner = 0, scrolled = 0] = await page.evaluate<number[]>(
          "[innerWidth, document.documentElement.scrollWidth]",
        );
        expect(scrolled, look).toBeLessThanOrEqual(inner);
        // WCAG 2.2, 2.5.8; our own measure is 44 pixels.
        const small =
          await page.evaluate(`[...document.querySelectorAll("a, button, input:not([type=hidden]), select")]
            .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && box.height < 43.5).map(([html]) => html)`);
        expect(small, look).toEqual([]);
      }
    expect(await paperFindings(page), "printed in the dark").toEqual([]);
  }

  describe.each(["fr", "en", "pt"] as const)("in %s", (locale) => {
    it.each(Object.entries(screens))(
      "%s has no finding and does not scroll sideways",
      async (_name, open) => {
        fixture.change({ locale });
        await withPage({ forAxe: true }, async (page) => {
          await open(page, `?lang=${locale}`);
          expect(await page.getAttribute("html", "lang")).toBe(locale);
          await expectGood(page);
        });
      },
    );
  });

  it.each(["log-in", "second step", "invitation", "invitation to a merchant", "account", "presence"])(
    "%s is as good when its script does not arrive",
    async (name) => {
      await withPage({ forAxe: true, expectsNoScript: true }, async (page) => {
        await page.route("**/account/assets/*.js", (route) => route.abort());
        await screens[name]?.(page, "?lang=fr");
        expect(await page.isVisible("form[data-passkey]")).toBe(false);
        await expectGood(page);
      });
    },
  );

  it.each(Object.entries(hostile))("names of %s are text and break no page", async (_kind, text) => {
    const at = Date.UTC(2026, 10, 22, 9, 5);
    const name = text.slice(0, 100);
    fixture.change({
      name,
      email: `${"w".repeat(60)}@${"example".repeat(8)}.com`,
      timeZone: "Africa/Abidjan",
    });
    fixture.setInvitation({ merchantName: text, inviterName: text });
    fixture.setPasskeys([{ id: "pky_1", name, createdAtMs: at, lastUsedAtMs: null }]);
    fixture.setLogIns(
      [1, 2].map((each) => ({
        id: `uss_${each}`,
        isCurrent: each === 1,
        place: "2001:4278::/64",
        countryCode: "CF",
        device: text,
        createdAtMs: at,
        lastSeenAtMs: at,
      })),
    );
    for (const screen of [
      "account",
      "console's account",
      "invitation of another account",
      "invitation to a merchant",
    ])
      await withPage({ forAxe: true }, async (page) => {
        await screens[screen]?.(page, "?lang=fr");
        expect(await page.title()).not.toBe("run");
        expect(await page.locator("main img, main script").count()).toBe(0);
        await expectGood(page);
      });
  });
});

test("without JavaScript everything but passkeys works, and no button does nothing", async () => {
  await withPage({ javaScriptEnabled: false }, async (page) => {
    await screens["second step"]?.(page);
    expect(await page.isVisible("form[data-passkey]")).toBe(false);
    await page.fill("#totp", "123456");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/dashboard`);
    await page.goto(`${origin}/account`);
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
    await page.waitForURL(`${origin}/dashboard`);
    await page.goto(`${origin}/account`);
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
    await focus("Fermer Firefox, Windows, Côte d’Ivoire (41.202.7.30)");
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
