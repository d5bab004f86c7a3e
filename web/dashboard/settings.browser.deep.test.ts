import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tabTo } from "../../server/test/harness/keyboard.ts";
import { mailsTo } from "../../server/test/harness/mails.ts";
import { data } from "../../server/test/harness/payout-setup.ts";
import { addOne, callAs, openLogIn } from "../../server/test/harness/people.ts";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import { allRead, phone, type Screens, startScreens, wide } from "../../server/test/harness/screens.ts";

/** How a merchant looks to payers, who works for it, which payouts wait, and who did what. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
}, 120_000);
afterAll(() => screens?.stop());

const pages = ["profile", "team", "payouts", "activity"] as const;
const picture = picturesOf("dashboard");

describe("the public profile", () => {
  it("by keyboard: the preview follows what is typed, and payers get what is saved", async () => {
    await screens.open({ as: "OWNER", at: "settings/profile", ...wide }, async (page) => {
      const name = page.getByLabel("Nom montré");
      await tabTo(page, name);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("Kiosque <b>Awa</b>");
      await page.locator(".preview-name", { hasText: "Kiosque <b>Awa</b>" }).waitFor();
      await tabTo(page, page.getByLabel("Téléphone d’aide"));
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("+2250700000000");
      await page.locator(".preview", { hasText: "Besoin d’aide ? +2250700000000" }).waitFor();
      await page.getByLabel("Couleur").fill("#ffd400");
      await expect
        .poll(() => page.locator(".preview-button").evaluate((shown) => shown.getAttribute("style")))
        .toMatch(/background: rgb\(255, 212, 0\); color: rgb\(0, 0, 0\)/);
      await picture(page, "profile");
      await tabTo(page, page.getByRole("button", { name: "Enregistrer le profil" }));
      await page.keyboard.press("Enter");
      await page.getByText("Les payeurs voient le nouveau profil.").waitFor();
    });
    const session = await screens.test.request("POST", "/checkout/sessions", {
      headers: { "idempotency-key": "seen by payers" },
      body: { amount: "5000", currency: "XOF", title: "Commande" },
    });
    const payer = await screens.test.request("GET", `/checkout/pay/${data(session).id}`, {
      apiKey: null,
    });
    expect(data(payer)).toMatchObject({
      merchantName: "Kiosque <b>Awa</b>",
      branding: { primaryColor: "#ffd400" },
    });
  });

  it("by touch: a wrong phone is refused beside its field, and changes nothing", async () => {
    await screens.open({ as: "OWNER", at: "settings/profile", ...phone }, async (page) => {
      await page.getByLabel("Téléphone d’aide").fill("07 00");
      await page.getByRole("button", { name: "Enregistrer le profil" }).tap();
      await page.locator(".field.is-wrong").waitFor();
      expect(await page.getByLabel("Téléphone d’aide").getAttribute("aria-invalid")).toBe("true");
      await page.reload();
      expect(await page.getByLabel("Téléphone d’aide").inputValue()).not.toBe("07 00");
    });
  });
});

describe("the team", () => {
  it("by touch: an owner sees where a colleague is logged in, logs the lost phone out, and then everything", async () => {
    const clerk = await addOne(screens.test, "SUPPORT");
    const cookies = [await openLogIn(screens.test, clerk), await openLogIn(screens.test, clerk)];
    const stillOpen = () =>
      Promise.all(
        cookies.map(
          async (cookie) => (await callAs(screens.test, cookie)("GET", "/auth/merchant/sessions")).status,
        ),
      );
    await screens.open({ as: "OWNER", at: "settings/team", ...phone }, async (page) => {
      const row = page.getByRole("row", { name: clerk.email });
      await row.getByRole("button", { name: /^Connexions/ }).tap();
      const dialog = page.getByRole("dialog", { name: /^Connexions de/ });
      const ends = dialog.getByRole("button", { name: /^Déconnecter .*, / });
      await ends.nth(1).waitFor();
      await picture(page, "team-log-ins-phone", false);
      await ends.first().tap();
      await page.locator(".notice", { hasText: "C’est déconnecté." }).waitFor();
      await expect.poll(() => ends.count()).toBe(1);
      expect((await stillOpen()).filter((status) => status === 200)).toHaveLength(1);
      await dialog.getByRole("button", { name: /partout$/ }).tap();
      await dialog.getByText("Cette personne n’est connectée nulle part.").waitFor();
      expect(await stillOpen()).toEqual([401, 401]);
      await dialog.getByRole("button", { name: `Envoyer le lien à ${clerk.email}` }).tap();
      await page.locator(".notice", { hasText: `Le lien est parti à ${clerk.email}.` }).waitFor();
    });
    expect((await mailsTo(screens.test, clerk.email)).map(({ kind }) => kind)).toContain("ACCOUNT_RECOVERY");
    await screens.open({ as: "ADMINISTRATOR", at: "settings/team", ...wide }, async (page) => {
      const row = page.getByRole("row", { name: clerk.email });
      await row.getByRole("button", { name: /^Changer/ }).waitFor();
      expect(await row.getByRole("button", { name: /^Connexions/ }).count()).toBe(0);
    });
  });

  it("by touch: support may refund up to an amount that the owner sets, and nothing without one", async () => {
    const clerk = await addOne(screens.test, "SUPPORT");
    const limits = async () =>
      (
        await screens.test.owner.query<{ limits: unknown }>({
          text: "select refund_limits as limits from members where person_id = $1",
          values: [clerk.personId],
        })
      )[0]?.limits;
    await screens.open({ as: "OWNER", at: "settings/team", ...phone }, async (page) => {
      const dialog = page.getByRole("dialog");
      const row = page.getByRole("row", { name: clerk.email });
      const open = () => row.getByRole("button", { name: /^Changer/ }).tap();
      await open();
      const field = dialog.getByLabel("Rembourse au plus, en une fois (XOF)");
      const save = dialog.getByRole("button", { name: /^Enregistrer le rôle de/ });
      await field.fill("beaucoup");
      expect(await save.isDisabled()).toBe(true);
      await dialog.getByText("Écrivez un montant.").waitFor();
      await field.fill("50 000");
      await picture(page, "refund-limit-phone");
      await save.tap();
      await dialog.waitFor({ state: "detached" });
      expect(await limits()).toEqual({ XOF: "50000" });
      await open();
      expect(await field.inputValue()).toBe("50000");
      await field.fill("");
      await save.tap();
      await dialog.waitFor({ state: "detached" });
      expect(await limits()).toEqual({});
    });
  });

  it("by keyboard: a person is invited with a role, sees the state of the link, and it is taken back", async () => {
    await screens.open({ as: "OWNER", at: "settings/team", ...wide }, async (page) => {
      await tabTo(page, page.getByRole("button", { name: "Inviter une personne" }));
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await tabTo(page, dialog.getByLabel("Adresse e-mail"));
      await page.keyboard.type("awa@people.example");
      await tabTo(page, dialog.getByLabel("Bac à sable"));
      await page.keyboard.type("Comptable");
      await picture(page, "invite");
      await tabTo(page, dialog.getByRole("button", { name: "Inviter awa@people.example" }));
      await page.keyboard.press("Enter");
      await page.getByRole("cell", { name: "awa@people.example", exact: true }).waitFor();
      const [invitation] = await screens.test.owner.query({
        text: `select live_role as live, sandbox_role as sandbox from member_invitations where email = $1`,
        values: ["awa@people.example"],
      });
      expect(invitation).toEqual({ live: "VIEWER", sandbox: "ACCOUNTANT" });
      await tabTo(page, page.getByRole("button", { name: "Retirer awa@people.example" }));
      await page.keyboard.press("Enter");
      await page.getByText("Le lien n’ouvre plus rien.").waitFor();
    });
  });
});

it("by touch: the threshold of payouts is changed, and the button says which", async () => {
  await screens.open({ as: "OWNER", at: "settings/payouts", ...phone }, async (page) => {
    // The wallets' parts arrive in any order.
    const wallet = page.locator(".card", { has: page.getByRole("heading", { name: "XOF" }) });
    await wallet.getByLabel("Les versements au-dessus d’un montant").tap();
    await wallet.getByLabel("Montant (XOF)").fill("250 000");
    await picture(page, "threshold-phone");
    await page.getByRole("button", { name: /^Faire attendre au-dessus de 250.000.F.CFA$/ }).tap();
    await page.getByText(/^Au-dessus de 250.000.F.CFA$/).waitFor();
    await page.goto(page.url().replace("settings/payouts", "settings/activity"));
    await page.getByRole("cell", { name: "Seuil des versements fixé" }).first().waitFor();
    await picture(page, "activity-phone");
  });
});

it("the acts that the filters leave are saved as a file", async () => {
  await screens.open(
    { as: "OWNER", at: "settings/activity?action=api_key.created", ...wide },
    async (page) => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Fichier CSV" }).press("Enter"),
      ]);
      expect(file.suggestedFilename()).toBe("activity.csv");
      const [, ...rows] = readFileSync(await file.path(), "utf8")
        .trim()
        .split("\r\n");
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((row) => !row.includes(";api_key.created;"))).toEqual([]);
    },
  );
});

it("who may only read sees all of it, and no act that the service would refuse", async () => {
  for (const name of pages)
    await screens.open({ as: "VIEWER", at: `settings/${name}` }, async (page) => {
      await page.locator("main :is(table, .card, .preview)").first().waitFor();
      await allRead(page);
      expect(await page.locator(".problem").count()).toBe(0);
      const acts = page
        .locator("main")
        .getByRole("button", { name: /^(Inviter|Changer|Enregistrer|Faire attendre)/ });
      expect([name, await acts.count()]).toEqual([name, 0]);
    });
});
