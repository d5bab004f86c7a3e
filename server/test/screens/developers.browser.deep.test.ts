import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hands } from "../harness/hands.ts";
import { payByPhone } from "../harness/phone-payment.ts";
import { picturesOf } from "../harness/pictures.ts";
import { type HooksReceiver, startHooksReceiver } from "../harness/sandbox-world.ts";
import { type Screens, startScreens, wide } from "../harness/screens.ts";

/** What a developer does in a day. `PICTURES=docs/images` takes the pictures of the documents. */
let screens: Screens;
const takePicture = picturesOf("dashboard");
let receiver: HooksReceiver;
let endpointId: string;
let refusedRequestId: string;
const hostile = "<b>Boutique</b> & 'essai'";

beforeAll(async () => {
  screens = await startScreens();
  receiver = await startHooksReceiver();
  const { test } = screens;
  const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
    body: { url: receiver.url, events: ["*"], description: hostile },
  });
  endpointId = made.body.data.id;
  await test.drain();
  await payByPhone(test, { amount: "5000", phone: "+2250501020346", reference: "CMD-1" });
  await payByPhone(test, { amount: "700", phone: "+2250501020049", reference: "CMD-2" });
  const refused = await test.request("POST", "/checkout/sessions", {
    body: { currency: "XOF", "<script>": 1 },
  });
  refusedRequestId = refused.headers.get("request-id") ?? "";
  await test.drain();
}, 90_000);
afterAll(async () => {
  await screens?.stop();
  receiver?.close();
});

describe.each(hands)("a developer $title", ({ title, look, of }) => {
  const as = "DEVELOPER";

  it("makes a key; it works, and is shown once", async () => {
    const { test } = screens;
    const name = `Serveur ${title}`;
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Clés");
      await hand.press(page.getByRole("button", { name: "Créer une clé" }));
      await hand.write(page.getByRole("dialog").getByLabel("Nom", { exact: true }), name);
      await hand.press(page.getByRole("dialog").getByRole("button", { name: "Créer une clé" }));
      const key = await page.locator(".secret code").innerText();
      if (title === "by keyboard") await takePicture(page, "developers-key-made");
      expect((await test.request("GET", "/payments/charges", { apiKey: key })).status).toBe(200);
      expect((await test.request("GET", "/payments/payouts", { apiKey: key })).status).toBe(403);
      await hand.press(page.getByRole("button", { name: "Je l’ai gardé" }));
      await page.getByText(name).waitFor();
      expect(await page.content()).not.toContain(key);
      await page.reload();
      await page.getByText(name).waitFor();
      expect(await page.content()).not.toContain(key);
    });
  });

  it("sees how much of its pace a key uses, and ends it for good", async () => {
    const { test } = screens;
    const path = `/merchant/merchants/${test.merchantId}/api-keys`;
    const made = await test.request("POST", path, {
      body: { name: `Ancien serveur ${title}`, permissions: ["merchant.payments.read"] },
    });
    const { id, key } = made.body.data;
    await screens.open({ ...look, as, at: `developers/keys/${id}` }, async (page) => {
      const hand = of(page);
      await page.getByText(/^0 demandes la dernière minute, 0\s% de ce qui est permis$/).waitFor();
      await hand.press(page.getByRole("button", { name: "Révoquer" }));
      await hand.press(page.locator("dialog button.danger"));
      await page.getByText("Révoquée", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Révoquer" }).waitFor({ state: "detached" });
    });
    expect((await test.request("GET", "/payments/charges", { apiKey: key })).status).toBe(401);
  });

  it("adds an endpoint, sees its secret once, tests it and changes its secret", async () => {
    const { test } = screens;
    const url = `${receiver.url}/${title.replace(" ", "-")}`;
    const pings = () => receiver.received.filter(({ type }) => type === "endpoint.ping").length;
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      const dialog = page.getByRole("dialog");
      await hand.goTo("Points d’accès");
      await hand.press(page.getByRole("button", { name: "Ajouter un point d’accès" }));
      await hand.write(dialog.getByLabel("Adresse"), url);
      await hand.press(dialog.getByRole("button", { name: "Ajouter un point d’accès" }));
      const secret = await page.locator(".secret code").innerText();
      expect(secret).toMatch(/^whsec_/);
      await hand.press(page.getByRole("button", { name: "Je l’ai gardé" }));
      await page.getByRole("link", { name: url }).waitFor();
      expect(await page.content()).not.toContain(secret);
      await test.drain();
      const before = pings();
      await hand.press(page.getByRole("link", { name: url }));
      await hand.press(page.getByRole("button", { name: "Tester" }));
      await hand.press(dialog.getByRole("button", { name: "Tester" }));
      await dialog.waitFor({ state: "detached" });
      await test.drain();
      expect(pings()).toBe(before + 1);
      await hand.press(page.getByRole("button", { name: "Changer le secret" }));
      await hand.press(dialog.getByRole("button", { name: "Changer le secret" }));
      const next = await page.locator(".secret code").innerText();
      expect(next).toMatch(/^whsec_/);
      expect(next).not.toBe(secret);
      await hand.press(page.getByRole("button", { name: "Je l’ai gardé" }));
      await page.getByText("Deux secrets signent jusqu’au").waitFor();
    });
  });

  it("sees that an event left and what was answered, and sends it again", async () => {
    const { test } = screens;
    await screens.open({ ...look, as, at: `developers/endpoints/${endpointId}` }, async (page) => {
      const hand = of(page);
      await hand.press(page.getByRole("link", { name: "payment.succeeded" }).first());
      await page.locator("ol.attempts > li").first().waitFor();
      const tries = await page.locator("ol.attempts > li").count();
      await page.locator("ol.attempts > li").first().getByText("HTTP 204").waitFor();
      const before = receiver.received.length;
      await hand.press(page.getByRole("button", { name: "Envoyer encore" }));
      await page.getByText("L’envoi est relancé.").waitFor();
      await test.drain();
      expect(receiver.received.slice(before).map(({ type }) => type)).toEqual(["payment.succeeded"]);
      await page.reload();
      await expect.poll(() => page.locator("ol.attempts > li").count()).toBe(tries + 1);
      if (title === "by keyboard") await takePicture(page, "developers-delivery");
    });
  });

  it("replays the events of a day, after the page has counted them", async () => {
    const { test } = screens;
    await screens.open({ ...look, as, at: `developers/endpoints/${endpointId}` }, async (page) => {
      const hand = of(page);
      await hand.choose(page.getByLabel("Période"), "24 dernières heures");
      await hand.tick(page.getByLabel("Seulement ce qui n’a pas été accepté"));
      await hand.press(page.getByRole("button", { name: "Compter" }));
      const replay = page.getByRole("button", { name: /^Répéter \d+$/ });
      await replay.waitFor();
      const count = Number((await replay.innerText()).split(" ")[1]);
      const before = receiver.received.length;
      await hand.press(replay);
      await page.getByText(`Envois relancés : ${count}.`).waitFor();
      await test.drain();
      expect(receiver.received.length - before).toBe(count);
    });
  });

  it("finds a refused request by its id and reads which field was wrong", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Demandes");
      await hand.write(page.getByLabel("Request-Id"), refusedRequestId);
      await hand.press(page.getByRole("button", { name: "Ouvrir", exact: true }));
      await page.getByText("VALIDATION_ERROR").first().waitFor();
      await page.getByText("Ces champs ne conviennent pas").waitFor();
      expect(page.url()).toContain(refusedRequestId);
    });
  });

  it("finds the events that use a deprecated field", async () => {
    await screens.open({ ...look, as, at: "developers/requests" }, async (page) => {
      await of(page).press(page.getByRole("link", { name: "Lire ces événements" }));
      await page.waitForURL(/type=payment\.failed/);
      await page.locator("tr.opens").first().waitFor();
    });
  });

  it("makes a payment in the simulator that fails as chosen", async () => {
    const { test } = screens;
    const amount = title === "by keyboard" ? "4321" : "5432";
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Simulateur");
      await hand.press(
        page
          .locator(".outcomes li", { hasText: "no_funds" })
          .getByRole("button", { name: "solde insuffisant" }),
      );
      await hand.write(page.getByLabel("Montant en F CFA"), amount);
      await hand.press(page.getByRole("button", { name: /^Payer [45]\s\d{3}/ }));
      await page.getByRole("link", { name: "Ouvrir le paiement" }).waitFor();
      await test.advance(5_000);
      await hand.press(page.getByRole("button", { name: "Regarder encore" }));
      await page.locator(".trial [role=status]").getByText("Échoué").waitFor();
      if (title === "by touch") await takePicture(page, "developers-simulator-phone");
    });
    const { body } = await test.request("GET", `/payments/charges?amountMin=${amount}&amountMax=${amount}`);
    expect(body.data).toMatchObject([{ amount, status: "FAILED" }]);
  });

  it("reads a payment as JSON beside its history", async () => {
    await screens.open({ ...look, as, at: "payments?reference=CMD-1" }, async (page) => {
      const hand = of(page);
      await hand.press(page.locator("tr.opens a"));
      await page.locator("ol.timeline > li").first().waitFor();
      await hand.press(page.getByText("JSON", { exact: true }));
      await page
        .locator(".json pre")
        .getByText(/"object": "payment_intent"/)
        .waitFor();
    });
  });

  it("reads what is missing before live payments, and goes to the first step", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Passer en réel");
      await page.getByText(/étapes? sur \d+/).waitFor();
      await page.locator(".steps li .badge.good").first().waitFor();
    });
  });
});

it("someone who may only read is offered no act", async () => {
  await screens.open({ ...wide, as: "VIEWER", at: `developers/endpoints/${endpointId}` }, async (page) => {
    await page.getByText(receiver.url, { exact: true }).waitFor();
    expect(await page.locator("main button:visible").allInnerTexts()).not.toContain("Tester");
    expect(await page.getByRole("button", { name: "Répéter" }).count()).toBe(0);
  });
});

it("the events of one payment are found by its id, and lead to what belongs to it", async () => {
  const { body } = await screens.test.request("GET", "/payments/payment-intents?reference=CMD-1");
  const [{ id }] = body.data;
  await screens.open({ ...wide, as: "DEVELOPER", at: "developers/events" }, async (page) => {
    await page.locator(".filters summary").click();
    await page.getByLabel("Objet").fill(id);
    await page.getByLabel("Objet").press("Enter");
    await expect.poll(() => page.url()).toContain(`object=${id}`);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(3);
    await page.locator("tr.opens a").first().click();
    await expect.poll(() => page.locator("ol.beside li").count()).toBe(3);
  });
});
