import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hands } from "../harness/hands.ts";
import { picturesOf } from "../harness/pictures.ts";
import { plantSums } from "../harness/planted-sums.ts";
import { type Screens, startScreens } from "../harness/screens.ts";
import { createPayer, mtn } from "../simulation/payer.ts";
import { journeyPictures } from "./journey-pictures.ts";
import { deskOf, operatorCalls, workAs } from "./operator-desk.ts";

/** The night of an operator on call, with no more rights than that role has: each job by keyboard and by touch. */
const MINUTE_MS = 60_000;
/** A payment without an outcome is a row of the queue after a quarter of an hour. */
const QUEUED_AFTER_MS = 17 * MINUTE_MS;
const takePicture = picturesOf("console");
let screens: Screens;
const call = operatorCalls(() => screens);

/** What each hand works on, so that neither finds the other's work done. */
const own = {
  "by keyboard": {
    hanging: "9100",
    small: "6000",
    back: "6100",
    large: "600000",
    operator: "MTN",
    network: "MTN MoMo",
  },
  "by touch": {
    hanging: "9200",
    small: "6200",
    back: "6300",
    large: "700000",
    operator: "ORANGE",
    network: "Orange Money",
  },
} as const;
const ids = new Map<string, string>();

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  await workAs(screens, "ON_CALL");
  const payer = createPayer(test);
  const pay = async (amount: string, ending: string, who: number) => {
    const { id } = await payer.newSession({ amount });
    ids.set(amount, (await payer.complete(id, mtn(ending, who))).body.data.chargeId);
  };
  for (const [index, { hanging, small, back, large }] of Object.values(own).entries()) {
    await pay(hanging, "329", 10 + index);
    for (const [nth, amount] of [small, back, large].entries())
      await pay(amount, "219", 20 + 3 * index + nth);
  }
  await pay("4900", "049", 40);
  await test.advance(QUEUED_AFTER_MS, MINUTE_MS);
  const [{ id: subTenantId }] = await call("first", "GET", "/tenant/sub-tenants");
  for (const method of ["CARD", "QR"])
    await call("first", "POST", "/tenant/routing/rules", { mode: "SANDBOX", method, subTenantId });
  await call("first", "POST", "/tenant/outages", {
    ...{ mode: "SANDBOX", method: "MOBILE_MONEY", operator: "WAVE", country: "CI", status: "DEGRADED" },
    reason: "Wave répond lentement depuis 09:40",
  });
  await plantSums(test, test.merchantNo, 2);
}, 120_000);
afterAll(() => screens?.stop());

describe.each(hands)("$title", (hand) => {
  const { title } = hand;
  const mine = own[title];
  const take = journeyPictures(title);
  const open = deskOf(() => screens, hand);
  const idOf = (amount: string) => ids.get(amount) ?? "";

  it("sees what is wrong now, since when, and what waits for somebody", async () => {
    await open({ at: "now?mode=SANDBOX" }, async ({ page, hand: by }) => {
      await page.getByText("Wave répond lentement").waitFor();
      await page
        .getByText(/^depuis le 21 nov/)
        .first()
        .waitFor();
      await page.getByRole("cell", { name: "Orange Money XOF", exact: true }).waitFor();
      await page.getByText("Issue inconnue").first().waitFor();
      await by.press(page.getByRole("link", { name: /^Paiement d’issue inconnue \d+$/ }));
      await page.waitForURL(/work\?kind=UNKNOWN_PAYMENT/);
      await page.getByRole("heading", { name: "À traiter" }).waitFor();
      expect(await page.locator("tbody tr").first().innerText()).toMatch(/9\s[12]00/);
    });
  });

  it("closes a failing operator after seeing what that hits, and opens it again", async () => {
    const reason = `${mine.operator} ne répond plus, ticket 4711`;
    await open({ at: "outages?mode=SANDBOX" }, async ({ page, hand: by, form, press, send, said, row }) => {
      await press("Déclarer une panne");
      await by.choose(form.getByLabel("Opérateur"), mine.network);
      await by.choose(form.getByLabel("Pays"), "Côte d’Ivoire");
      await form.getByText(/Par ce chemin depuis/).waitFor();
      await by.write(form.getByLabel("Raison"), reason);
      await take(page, "outage", form);
      await send("Déclarer");
      await said("La panne est déclarée.");
      await take(page, "outage-open", row(reason));
      const open = await call("second", "GET", "/tenant/outages?mode=SANDBOX");
      expect(open).toContainEqual(
        expect.objectContaining({ operator: mine.operator, status: "CLOSED", state: "OPEN" }),
      );
      await by.press(row(reason).getByRole("button", { name: "Rouvrir" }));
      await send("Rouvrir");
      await said("C’est rouvert.");
      await page.getByRole("region", { name: "Passées" }).getByText(reason).waitFor();
    });
  });

  it("announces a maintenance, and takes the announcement back", async () => {
    await open({ at: "outages?mode=SANDBOX" }, async ({ page, hand: by, form, press, send, said }) => {
      await press("Déclarer une panne");
      await by.write(form.getByLabel("Raison"), `Maintenance de nuit ${title}`);
      await form.getByLabel("Début, vide : tout de suite").fill("2026-12-01T02:00");
      await form.getByLabel("Fin, vide : quand quelqu’un rouvre").fill("2026-12-01T04:00");
      await send("Déclarer");
      await said("La panne est déclarée.");
      const planned = page.getByRole("region", { name: "Prévues" });
      await planned.getByText(`Maintenance de nuit ${title}`).waitFor();
      await by.press(planned.getByRole("button", { name: "Annuler l’annonce" }));
      await send("Annuler l’annonce");
      await planned.getByText("Aucune maintenance annoncée.").waitFor();
    });
  });

  it("routes around: tries another order of the rules without a payment, and saves it", async () => {
    const order = async () =>
      (await call("second", "GET", "/tenant/routing/rules?mode=SANDBOX&pageSize=100")).map(
        ({ id }: { readonly id: string }) => id,
      );
    const [first, second, ...others] = await order();
    await open({ at: "routing?mode=SANDBOX" }, async ({ page, press, said }) => {
      await press("Descendre la règle 1");
      await said("Maintenant à la place 2");
      await press("Essayer");
      await page.getByText(/Ce paiement irait/).waitFor();
      await press("Enregistrer cet ordre");
      await said("Ordre enregistré.");
    });
    expect(await order()).toEqual([second, first, ...others]);
  });

  it("sees what hangs, whether the provider answers, and asks it again", async () => {
    await open({ at: "providers?mode=SANDBOX" }, async ({ page, hand: by }) => {
      await by.press(page.locator("tbody tr").first().getByRole("link"));
      await page.getByRole("heading", { name: "Comment il répond" }).waitFor();
      const answers = page.getByRole("table", { name: "Dernières réponses" });
      await answers.locator("tbody tr").first().waitFor();
    });
    await open({ at: "work?kind=UNKNOWN_PAYMENT" }, async ({ page, hand: by, press, row }) => {
      const amount = new RegExp(mine.hanging.replace(/^(.)/, "$1\\s"));
      await by.press(row(amount).getByRole("link").first());
      await page.getByText(/Une décision est possible à partir du/).waitFor();
      await press("Demander au prestataire");
      await page.getByText("le prestataire ne sait toujours pas").first().waitFor();
    });
  });

  it("releases held money, and gives other money back", async () => {
    const half = (amount: string) => new RegExp(`^(?:Verser|Rendre) ${amount[0]}\\s${amount.slice(1)}`);
    await open({ at: `held/${idOf(mine.small)}` }, async ({ page, hand: by, form, send, said }) => {
      await by.press(page.getByRole("button", { name: /^Verser/ }));
      await by.write(form.getByLabel("Raison"), "Le marchand accepte la moitié : ticket 4711");
      await send(/^Verser/);
      await said("Décidé : c’est fait.");
      await page.getByText("Cet argent n’est plus retenu.").waitFor();
    });
    await open({ at: `held/${idOf(mine.back)}` }, async ({ page, hand: by, form, send, said }) => {
      const received = half(`${Number(mine.back) / 2}`);
      await by.press(page.getByRole("button", { name: received }).last());
      await by.write(form.getByLabel("Raison"), "Le payeur le demande");
      await send(/^Rendre/);
      await said("Décidé : c’est fait.");
      await page.getByText("Cet argent n’est plus retenu.").waitFor();
    });
    const kinds = await Promise.all(
      [mine.small, mine.back].map((amount) =>
        call("second", "GET", `/tenant/money-decisions?subjectId=${idOf(amount)}`),
      ),
    );
    expect(kinds.map(([decision]) => decision.kind)).toEqual(["RELEASE", "REFUND"]);
  });

  it("is the second pair of eyes on what a colleague proposes", async () => {
    const decision = await call("second", "POST", `/tenant/held-money/${idOf(mine.large)}/release`, {
      reason: "Le client accepte le montant",
      evidence: "Lettre 4711",
    });
    await open({ at: "work?kind=MONEY_DECISION" }, async ({ page, hand: by, press, send, said }) => {
      await by.press(page.locator(`tbody a[href$="${decision.id}"]`).first());
      await page.getByText("Lettre 4711").waitFor();
      await take(page, "held");
      await press("Confirmer");
      await send(/^Confirmer\s: Verser/);
      await said("Confirmé : c’est fait.");
      await take(page, "held-decided");
    });
    expect((await call("second", "GET", `/tenant/money-decisions/${decision.id}`)).status).toBe("DONE");
  });

  it("replaces a credential that has leaked, and tests the account", async () => {
    const secret = `a-new-secret-of-32-characters-${title === "by touch" ? "1188" : "2288"}`;
    await open({ at: "providers?mode=SANDBOX" }, async ({ page, hand: by, form, press, send, said }) => {
      await by.press(page.locator("tbody tr").first().getByRole("link"));
      await press("Remplacer callbackSecret");
      await by.write(form.locator("input"), secret);
      await send("Remplacer callbackSecret");
      await said("callbackSecret remplacé.");
      await page.getByText(`•••• ${secret.slice(-4)}`).waitFor();
      await press("Tester le compte");
      await page.getByText("Le compte répond").waitFor();
      expect(await page.content()).not.toContain("a-new-secret");
    });
  });

  it("sees which merchants feel it: whose payments failed, by way and state", async () => {
    await open({ at: "payments?mode=SANDBOX" }, async ({ page, hand: by, row }) => {
      await by.press(page.locator(".filters summary"));
      await by.choose(page.locator(".filters").getByLabel("État"), "Échoué");
      await by.press(page.getByRole("button", { name: "Filtrer" }));
      await page.waitForURL(/status=FAILED/);
      // Other jobs of the shift let payments fail too.
      const others = async () =>
        (await page.locator("tbody tr").allInnerTexts()).filter((text) => !text.includes("Échoué"));
      await expect.poll(others).toEqual([]);
      expect(await row(/4\s900/).innerText()).toContain("Maison Akwaba");
    });
  });

  it("hands the night over in writing, and gives the row to the colleague of the day", async () => {
    const text = `Nuit du 21, ${title} : MTN ne répond pas, redemander à 8 h.`;
    const amount = new RegExp(mine.hanging.replace(/^(.)/, "$1\\s"));
    const { name } = await call("second", "GET", "/tenant/me");
    await open({ at: "work?kind=UNKNOWN_PAYMENT" }, async ({ page, hand: by, form, send, said, row }) => {
      await by.press(row(amount).getByRole("button", { name: /^Notes/ }));
      await by.write(form.getByLabel("Note pour vos collègues"), text);
      await send("Ajouter la note");
      await form.locator(".notes li", { hasText: text }).waitFor();
      await page.keyboard.press("Escape");
      await by.press(row(amount).getByRole("button", { name: /^Confier à un collègue/ }));
      await by.choose(form.getByLabel("Collègue", { exact: true }), name);
      await send("Confier à un collègue");
      await said("Confié.");
    });
    await open({ as: "colleague", at: "work?taken=ME" }, async ({ page, hand: by, row }) => {
      await by.press(row(amount).getByRole("link").first());
      await page.locator(".notes li", { hasText: text }).waitFor();
      if (title === "by touch") await takePicture(page, "handed-over-phone");
    });
  });
});
