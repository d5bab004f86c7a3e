import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { type ContextOptions, launchBrowser, type TestBrowser } from "../harness/browser.ts";
import { mailsTo } from "../harness/mails.ts";
import { phone, wide } from "../harness/screens.ts";

/** Accounts without a password, in a real browser with a virtual authenticator. */
const FIVE_MINUTES_MS = 5 * 60_000;
let world: TestApp;
let browser: TestBrowser;
let origin: string;
beforeAll(async () => {
  world = await startTestApp({ publicHost: "localhost" });
  origin = world.origin.replace("127.0.0.1", "localhost");
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** A fresh profile on a device with finger or face. Every error that the browser reports fails the test. */
async function withDevice(
  options: ContextOptions,
  use: (page: Page, device: CDPSession) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...options, locale: "fr-FR" });
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
    });
    const device = await context.newCDPSession(page);
    await device.send("WebAuthn.enable");
    await use(page, device);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
}

const addAuthenticator = async (device: CDPSession): Promise<string> => {
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
};

const linkTo = async (email: string, kind: string): Promise<string> => {
  await world.app.persons.logIn.settled();
  const mail = (await mailsTo(world, email)).findLast((each) => each.kind === kind);
  if (mail?.link == null) throw new Error(`no ${kind} to ${email}`);
  return mail.link;
};

async function invite(email: string): Promise<string> {
  const made = await world.request("POST", `/merchant/merchants/${world.merchantId}/invitations`, {
    apiKey: world.apiKey,
    body: { email, sandbox: { role: "VIEWER" } },
  });
  expect(made.status).toBe(201);
  return linkTo(email, "MEMBER_INVITATION");
}

const passkeyButton = "form[data-passkey] button";

describe("an invited person", () => {
  it("joins by touch with a passkey alone, keeps the codes, and logs in with it again", async () => {
    await withDevice(phone, async (page, device) => {
      await addAuthenticator(device);
      await page.goto(await invite("awa.phone@example.com"));
      // Without a name nothing is sent.
      await page.tap(passkeyButton);
      expect(await page.evaluate("document.activeElement.id")).toBe("name");
      await page.fill("#name", "Awa Koné");
      await page.tap(passkeyButton);
      await page.waitForURL(`${origin}/account/codes`);
      const codes = await page.locator("ol.codes li").allTextContents();
      expect(new Set(codes).size).toBe(10);
      await page.tap("main form button");
      await page.waitForURL(`${origin}/account?saved=1`);
      expect(await page.inputValue("#name")).toBe("Awa Koné");
      expect(await page.isVisible("text=Vous vous connectez avec une clé d’accès.")).toBe(true);
      expect(await page.locator("#currentPassword").count()).toBe(0);

      await page.tap(".head button");
      await page.waitForURL(`${origin}/login?done=out`);
      await page.tap(passkeyButton);
      await page.waitForURL(`${origin}/dashboard/**`);
      await page.goto(`${origin}/account`);

      // After five minutes a password can be added only after the passkey was asked again.
      world.clock.advance(FIVE_MINUTES_MS);
      await page.fill("#newPassword", "quatre mots bien choisis ici");
      await page.tap("section:has(#password-title) button");
      await page.waitForURL(`${origin}/account/presence`);
      expect(await page.locator("#password, #totp").count()).toBe(0);
      await page.tap(passkeyButton);
      await page.waitForURL(`${origin}/account`);
      await page.fill("#newPassword", "quatre mots bien choisis ici");
      await page.tap("section:has(#password-title) button");
      await page.waitForURL(`${origin}/account?saved=1`);
      expect(await page.locator("#currentPassword").count()).toBe(1);
    });
  });

  it("joins by keyboard, and comes back with a recovery code when the device is lost", async () => {
    const email = "awa.desk@example.com";
    await withDevice(wide, async (page, device) => {
      const lost = await addAuthenticator(device);
      await page.goto(await invite(email));
      await page.waitForSelector("#name:focus");
      await page.keyboard.type("Awa Diop");
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Créer une clé d’accès");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${origin}/account/codes`);
      const [code = ""] = await page.locator("ol.codes li").allTextContents();
      await device.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: lost });
      await page.context().clearCookies();

      await page.goto(`${origin}/login/forgot`);
      await page.fill("#email", email);
      await page.keyboard.press("Enter");
      await page.waitForSelector("[role=status]");
      await page.goto(await linkTo(email, "PASSWORD_RESET"));
      await page.fill("#password", "une phrase tout à fait nouvelle");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${origin}/login?done=password`);
      await page.fill("#email", email);
      await page.fill("#password", "une phrase tout à fait nouvelle");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#recoveryCode");
      expect(await page.locator("#totp").count()).toBe(0);
      await page.fill("#recoveryCode", code);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${origin}/account`);
      expect(await page.isVisible("text=Il reste 9 codes.")).toBe(true);
    });
  });

  it("who cancels stays on the page with the reason, and can take a password", async () => {
    await withDevice(phone, async (page, device) => {
      const authenticatorId = await addAuthenticator(device);
      await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
      const link = await invite("awa.cancels@example.com");
      await page.goto(link);
      await page.fill("#name", "Awa");
      await page.tap(passkeyButton);
      await page.waitForSelector("form[data-passkey] [role=alert]:not([hidden])");
      expect(await page.textContent("form[data-passkey] [role=alert]")).toBe(
        "La clé d’accès n’a pas été utilisée.",
      );
      await page.fill("#password", "quatre mots bien choisis là");
      await page.tap("#with-password button");
      await page.waitForURL(`${origin}/account?joined=1`);
      expect(await page.inputValue("#name")).toBe("Awa");
    });
  });
});

it("an invited operator opens the console's account with a passkey, by keyboard", async () => {
  const email = "yao.desk@example.com";
  const { token } = await world.operator();
  await world.request("POST", "/tenant/operators", {
    apiKey: token,
    body: { email, name: "Yao", permissions: ["tenant.team.read"] },
  });
  await withDevice(wide, async (page, device) => {
    await addAuthenticator(device);
    await page.goto(await linkTo(email, "OPERATOR_INVITATION"));
    await page.waitForSelector(passkeyButton);
    await page.focus(passkeyButton);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/console/account/codes`);
    await page.focus("main form button");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/console/account?saved=1`);
    await page.click(".head button");
    await page.waitForURL(`${origin}/console/login?done=out`);
    await page.focus(passkeyButton);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/console/work`);
  });
});

it("at 127.0.0.1 the page says where passkeys work, and leads there", async () => {
  await withDevice(phone, async (page) => {
    const link = new URL(await invite("awa.digits@example.com")).pathname;
    for (const path of ["/login", link]) {
      await page.goto(`${world.origin.replace("localhost", "127.0.0.1")}${path}`);
      await page.waitForSelector("[data-elsewhere]:not([hidden])");
      expect(await page.isVisible(passkeyButton)).toBe(false);
      expect(await page.textContent("[data-elsewhere]")).toContain("Les clés d’accès marchent à l’adresse");
      expect(await page.getAttribute("[data-elsewhere] a", "href")).toBe(`${origin}${path}`);
      expect(await page.isVisible("#password")).toBe(true);
    }
    await page.tap("[data-elsewhere] a");
    await page.waitForURL(`${origin}${link}`);
    await page.waitForSelector(passkeyButton);
  });
});
