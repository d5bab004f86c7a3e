import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hands } from "../harness/hands.ts";
import { payByPhone } from "../harness/phone-payment.ts";
import { picturesOf } from "../harness/pictures.ts";
import { type HooksReceiver, startHooksReceiver } from "../harness/sandbox-world.ts";
import { type Screens, startScreens } from "../harness/screens.ts";

/**
 * Somebody who has never seen the dashboard: from the first page on, by what the screen shows and nothing else. No address
 * is typed. `PICTURES=docs/images` takes a picture of each step.
 */
const PATIENCE_MS = 240_000;
const takePicture = picturesOf("dashboard");
let screens: Screens;
let receiver: HooksReceiver;
/** The payer who calls: a phone of their own for each hand, as they say it. */
const callers = {
  "by keyboard": {
    phone: "+2250501020346",
    said: "05 01 02 03 46",
    failed: "+2250501020049",
    saidFailed: "05 01 02 00 49",
  },
  "by touch": {
    phone: "+2250501030346",
    said: "05 01 03 03 46",
    failed: "+2250501030049",
    saidFailed: "05 01 03 00 49",
  },
} as const;

beforeAll(async () => {
  screens = await startScreens();
  receiver = await startHooksReceiver();
  for (const [hand, { phone, failed }] of Object.entries(callers)) {
    await payByPhone(screens.test, { amount: "5000", phone, reference: `CMD-${hand}` });
    await payByPhone(screens.test, { amount: "700", phone: failed, reference: `RATE-${hand}` });
  }
}, 120_000);
afterAll(async () => {
  await screens?.stop();
  receiver?.close();
});

describe.each(hands)("$title", ({ title, look, of }) => {
  it("finds a payment by phone, refunds it, sees why another failed, makes a key, adds an endpoint, replays an event, exports a month", {
    timeout: PATIENCE_MS,
  }, async () => {
    const { test } = screens;
    const { said, saidFailed } = callers[title];
    let step = 0;
    await screens.open({ ...look, as: "OWNER", at: "" }, async (page) => {
      const hand = of(page);
      const dialog = page.getByRole("dialog");
      const button = (name: string | RegExp) => page.getByRole("button", { name });
      const shown = async (what: string) => {
        step += 1;
        await takePicture(page, `newcomer-${step}-${what}${title === "by touch" ? "-phone" : ""}`);
      };

      // One field and one key, or one tap, answer a payer who calls.
      await hand.search(said);
      await page.getByText("L’argent est arrivé. Vous pouvez livrer.").waitFor();
      await shown("found");
      await hand.press(button("Rembourser"));
      await hand.press(dialog.getByRole("button", { name: /^Rembourser 5\s000/ }));
      await page.getByRole("link", { name: /Remboursement de 5\s000/ }).waitFor();
      await shown("refunded");

      await hand.search(saidFailed);
      await page.getByRole("heading", { level: 1, name: /700/ }).waitFor();
      await page.locator(".payment-head .tell").waitFor();
      await page.getByText("INSUFFICIENT_FUNDS").first().waitFor();
      await shown("why-it-failed");

      await hand.goTo("Clés");
      await hand.press(button("Créer une clé"));
      await hand.write(dialog.getByLabel("Nom", { exact: true }), `Caisse ${title}`);
      await hand.press(dialog.getByRole("button", { name: "Créer une clé" }));
      const key = await page.locator(".secret code").innerText();
      expect((await test.request("GET", "/payments/charges", { apiKey: key })).status).toBe(200);
      await hand.press(button("Je l’ai gardé"));

      const url = `${receiver.url}/nouveau-${title.replace(" ", "-")}`;
      await hand.goTo("Points d’accès");
      await hand.press(button("Ajouter un point d’accès"));
      await hand.write(dialog.getByLabel("Adresse"), url);
      await hand.press(dialog.getByRole("button", { name: "Ajouter un point d’accès" }));
      await hand.press(button("Je l’ai gardé"));
      await test.drain();
      await payByPhone(test, { amount: "900", phone: callers[title].phone, reference: "ENVOI" });
      await test.drain();
      await hand.press(page.getByRole("link", { name: url }));
      await hand.press(page.getByRole("link", { name: "payment.succeeded" }).first());
      const before = receiver.received.length;
      await hand.press(button("Envoyer encore"));
      await page.getByText("L’envoi est relancé.").waitFor();
      await test.drain();
      expect(receiver.received.slice(before).map(({ type }) => type)).toEqual(["payment.succeeded"]);
      await shown("sent-again");

      await exportMonth(page, hand);
    });
  });
});

/** The list of payments of November as a file that a French spreadsheet opens: a mark of UTF-8, semicolons. */
async function exportMonth(page: Page, hand: ReturnType<(typeof hands)[number]["of"]>): Promise<void> {
  await hand.goTo("Paiements");
  await hand.press(page.locator(".filters summary"));
  await page.getByLabel("Du", { exact: true }).fill("2026-11-01");
  await page.getByLabel("Au", { exact: true }).fill("2026-11-30");
  await hand.press(page.getByRole("button", { name: "Filtrer" }));
  await page.waitForURL(/until=2026-11-30/);
  await hand.press(page.getByRole("button", { name: "Exporter" }));
  await hand.press(page.getByRole("button", { name: "Préparer le fichier" }));
  const save = page.getByRole("button", { name: "Télécharger le fichier" });
  await save.waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), hand.press(save)]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.startsWith("\ufeffCréé le (")).toBe(true);
  expect(text.split("\r\n")[0]?.split(";").length).toBeGreaterThan(5);
  expect(text).toMatch(/;5000;/);
}
