import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../src/kit/secret.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { type ContextOptions, launchBrowser, type TestBrowser } from "../harness/browser.ts";
import { mailsTo } from "../harness/mails.ts";
import { fillDossier, ownerKey } from "../harness/onboarding.ts";
import { joinOperator } from "../harness/operators.ts";
import { addOne, openLogIn, type TestPerson } from "../harness/people.ts";

/** Operators' pages, and the dashboard's notifications, in a real browser against the real service. */
let test: TestApp;
let browser: TestBrowser;
let origin: string;
let merchantId: string;
let dossierId: string;
const tokens: Record<"first" | "second", string> = { first: "", second: "" };
let owner: TestPerson;
const HOSTILE = `"><img src=x onerror=alert(1)>\u202e`;

/** The console's cookie of an operator, past the password. */
async function consoleCookie(which: "first" | "second"): Promise<string> {
  const { email } = await test.operator(which);
  const token = `svc_wop_${which.padStart(43, "t")}`;
  const now = new Date(test.clock.nowMs());
  await test.owner.query({
    text: `insert into log_in_sessions (id, hash, audience, account_id, carrier, ip, created_at, last_seen_at, stepped_up_at, expires_at)
           select $1, $2, 'operator', id, 'COOKIE', '127.0.0.1', $3, $3, $3, $4 from operators where email = $5`,
    values: [
      test.app.ids.next("operatorSession"),
      sha256(token),
      now,
      new Date(test.clock.nowMs() + 3_600_000),
      email,
    ],
  });
  return token;
}

beforeAll(async () => {
  test = await startTestApp({ publicHost: "localhost" });
  origin = test.origin.replace("127.0.0.1", "localhost");
  for (const which of ["first", "second"] as const) tokens[which] = await consoleCookie(which);
  owner = await addOne(test, "OWNER");
  const { token: apiKey } = await test.operator();
  const call = async (method: string, path: string, body?: unknown) =>
    (await test.request(method, path, { apiKey, ...(body === undefined ? {} : { body }) })).body.data;
  merchantId = (
    await call("POST", "/tenant/merchants", {
      displayName: "Chez Awa",
      legalName: "Chez Awa <b>SARL</b>",
      countryCode: "CI",
      wallets: [{ mode: "SANDBOX", currency: "XOF" }],
    })
  ).id;
  const key = await ownerKey(test, { operator: apiKey, merchantId, mode: "SANDBOX" });
  await fillDossier(test, key);
  await test.request("POST", "/merchant-owner/onboarding/submit", { apiKey: key });
  dossierId = (await call("GET", `/tenant/merchants/${merchantId}`)).dossiers[0].id;
  await call("POST", "/tenant/merchants", { displayName: HOSTILE.slice(0, 40), countryCode: "CI" });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await test?.stop();
});

const phone: ContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const desktop: ContextOptions = { viewport: { width: 1280, height: 900 } };

async function withPage(
  options: ContextOptions,
  cookie: readonly [name: string, value: string],
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const [name, value] = cookie;
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
    });
    page.on("dialog", (dialog) => errors.push(`a dialog: ${dialog.message()}`));
    await use(page);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
}
const asOperator = (which: "first" | "second" = "first") => ["cauris-console", tokens[which]] as const;
const asOwner = async () => {
  const [, value = ""] = (await openLogIn(test, owner)).split("=");
  return ["cauris-merchant", value] as const;
};
const settled = async (page: Page) => {
  await page.waitForSelector("main h1");
  await page.waitForSelector(".skeleton", { state: "detached" });
};
/** Presses a button with the keyboard. */
const press = async (page: Page, name: string) => {
  await page.getByRole("button", { name, exact: true }).first().focus();
  await page.keyboard.press("Enter");
};
const send = (page: Page, name: string) =>
  page.locator("dialog").getByRole("button", { name, exact: true }).click();

const addresses = {
  merchants: () => "/console/merchants?mode=SANDBOX",
  merchant: () => `/console/merchants/${merchantId}?mode=SANDBOX`,
  dossier: () => `/console/kyb/${dossierId}`,
  team: () => "/console/team",
  audit: () => "/console/audit",
} as const;

describe("the jobs of these pages", () => {
  it("invites an operator by keyboard, and the link goes to the new one alone", async () => {
    await withPage(desktop, asOperator(), async (page) => {
      await page.goto(`${origin}/console/team`);
      await settled(page);
      await press(page, "Inviter un opérateur");
      await page.getByLabel("Adresse e-mail").fill("kofi@example.com");
      await page.getByLabel("Nom", { exact: true }).fill("Kofi");
      // Who may do more than read, as the first role of the list, waits for a second operator.
      await page.keyboard.press("Enter");
      await page.getByText("un autre opérateur doit confirmer").waitFor();
      expect(await mailsTo(test, "kofi@example.com")).toEqual([]);
      await press(page, "Inviter un opérateur");
      await page.getByLabel("Adresse e-mail").fill("kofi@example.com");
      await page.getByLabel("Nom", { exact: true }).fill("Kofi");
      await page.getByLabel("Rôle").selectOption("SUPPORT");
      await page.getByLabel("Nom", { exact: true }).press("Enter");
      await page.getByText("L’invitation est partie.").waitFor();
      await page.getByRole("link", { name: "Kofi" }).waitFor();
    });
    expect((await mailsTo(test, "kofi@example.com")).map(({ kind }) => kind)).toEqual([
      "OPERATOR_INVITATION",
    ]);
  });

  it("ends one log-in of a colleague by touch, and then all", async () => {
    const email = "perdu@example.com";
    const { token: by } = await test.operator();
    const { operatorId, password } = await joinOperator(test, {
      email,
      permissions: ["tenant.team.read"],
      by,
    });
    await test.request("POST", "/tenant/sessions", { apiKey: null, body: { email, password } });
    const open = async () =>
      (await test.request("GET", `/tenant/operators/${operatorId}/sessions`, { apiKey: by })).body.data
        .length;
    await withPage(phone, asOperator(), async (page) => {
      await page.goto(`${origin}/console/team/${operatorId}`);
      await settled(page);
      await page
        .getByRole("button", { name: /^Déconnecter (?!partout)/ })
        .first()
        .tap();
      await send(page, "Déconnecter");
      await expect.poll(open).toBe(1);
      await page.getByRole("button", { name: "Déconnecter partout" }).tap();
      await send(page, "Déconnecter partout");
      await page.getByText("Ce compte n’est connecté nulle part.").waitFor();
    });
    expect(await open()).toBe(0);
  });

  it("activates and suspends a merchant with a reason, by touch", async () => {
    await withPage(phone, asOperator(), async (page) => {
      await page.goto(`${origin}${addresses.merchant()}`);
      await settled(page);
      await page.getByRole("button", { name: "Activer" }).tap();
      await send(page, "Activer");
      await page.getByText("Le compte est actif.").waitFor();
      await page.getByRole("button", { name: "Suspendre" }).tap();
      await page.locator("dialog").getByLabel("Raison").fill("Plaintes");
      await send(page, "Suspendre");
      await page.getByText("Le compte est suspendu.").waitFor();
      await page.getByRole("button", { name: "Réactiver" }).waitFor();
    });
    const audit = await test.request(
      "GET",
      `/tenant/audit?subject=${merchantId}&action=merchant.status_changed`,
      {
        apiKey: (await test.operator()).token,
      },
    );
    expect(audit.body.data[0].after).toBe("SUSPENDED: Plaintes");
  });

  it("invites the owner, and the page says until when", async () => {
    await withPage(desktop, asOperator(), async (page) => {
      await page.goto(`${origin}${addresses.merchant()}`);
      await settled(page);
      await press(page, "Inviter le propriétaire");
      await page.getByLabel("Adresse e-mail").fill("chef@example.com");
      await page.keyboard.press("Enter");
      await page.getByText(/chef@example\.com\s: invité jusqu’au/).waitFor();
    });
  });

  it("decides a dossier with two people: one proposes, who cannot confirm, and the other confirms", async () => {
    await withPage(phone, asOperator(), async (page) => {
      await page.goto(`${origin}${addresses.dossier()}`);
      await settled(page);
      await page.getByRole("button", { name: "Commencer l’examen" }).tap();
      await send(page, "Commencer l’examen");
      await page.getByRole("button", { name: "Proposer une décision" }).tap();
      await page.locator("dialog").getByLabel("Raison").fill("Dossier complet");
      await send(page, "Proposer une décision");
      await page.getByText(/Votre proposition attend l’un de/).waitFor();
      expect(await page.getByRole("button", { name: "Confirmer", exact: true }).count()).toBe(0);
    });
    await withPage(desktop, asOperator("second"), async (page) => {
      await page.goto(`${origin}${addresses.dossier()}`);
      await settled(page);
      await press(page, "Confirmer");
      await send(page, "Confirmer");
      await page.getByText("La décision est prise.").waitFor();
    });
    const dossier = await test.request("GET", `/tenant/kyb/${dossierId}`, {
      apiKey: (await test.operator()).token,
    });
    expect(dossier.body.data.status).toBe("APPROVED");
  });

  it("checks the whole chain of the audit log in the page, and finds an act by its object", async () => {
    await withPage(desktop, asOperator(), async (page) => {
      await page.goto(`${origin}/console/audit?subject=${merchantId}`);
      await settled(page);
      await page.getByText("merchant.status_changed").first().waitFor();
      await press(page, "Vérifier toute la chaîne ici");
      await page.getByText("Chaîne intacte").first().waitFor();
    });
  });

  it("switches a mail off, which holds when the page is opened again", async () => {
    const cookie = await asOwner();
    const address = `${origin}/dashboard/${test.merchantId}/sandbox/settings/notifications`;
    await withPage(phone, cookie, async (page) => {
      await page.goto(address);
      await page.getByLabel("Un versement échoue").tap();
      await page.getByRole("button", { name: "Enregistrer" }).tap();
      await page.getByText("Votre choix est enregistré.").waitFor();
      await page.reload();
      await page.getByLabel("Un versement échoue").waitFor();
      expect(await page.getByLabel("Un versement échoue").isChecked()).toBe(false);
      expect(await page.getByLabel("Une clé d’API est créée").isChecked()).toBe(true);
    });
  });

  it("shows hostile names as text", async () => {
    await withPage(desktop, asOperator(), async (page) => {
      await page.goto(`${origin}/console/merchants?mode=SANDBOX`);
      await settled(page);
      expect(await page.getByText(`"><img src=x`).count()).toBeGreaterThan(0);
      expect(await page.locator("main img").count()).toBe(0);
    });
  });
});
