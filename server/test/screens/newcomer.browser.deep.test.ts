import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hands } from "../harness/hands.ts";
import { payByPhone } from "../harness/phone-payment.ts";
import { type HooksReceiver, startHooksReceiver } from "../harness/sandbox-world.ts";
import { type Screens, startScreens } from "../harness/screens.ts";
import { journeyPictures } from "./journey-pictures.ts";

/**
 * Somebody who has never seen the dashboard: from the first page on, by what the screen shows and nothing else. No address
 * is typed. `PICTURES=docs/images` takes a picture of each step by touch.
 */
const PATIENCE_MS = 240_000;
let screens: Screens;
let receiver: HooksReceiver;
/** The payer who calls: a phone of their own for each hand, as they say it. */
const callers = {
  "by keyboard": {
    phone: "+2250501020346",
    said: "05 01 02 03 46",
    failed: "+2250501020049",
    saidFailed: "05 01 02 00 49",
    order: "CMD-1042",
    till: "Caisse du comptoir",
  },
  "by touch": {
    phone: "+2250501030346",
    said: "05 01 03 03 46",
    failed: "+2250501030049",
    saidFailed: "05 01 03 00 49",
    order: "CMD-1043",
    till: "Caisse mobile",
  },
} as const;

beforeAll(async () => {
  screens = await startScreens();
  receiver = await startHooksReceiver();
  for (const { phone, failed, order } of Object.values(callers)) {
    await payByPhone(screens.test, { amount: "5000", phone, reference: order });
    await payByPhone(screens.test, { amount: "700", phone: failed, reference: `${order}-2` });
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
    const { said, saidFailed, till } = callers[title];
    const take = journeyPictures(title);
    await screens.open({ ...look, as: "OWNER", at: "" }, async (page) => {
      const hand = of(page);
      const dialog = page.getByRole("dialog");
      const button = (name: string | RegExp) => page.getByRole("button", { name });

      // One field and one key, or one tap, answer a payer who calls.
      await hand.search(said);
      await page.getByText("L’argent est arrivé. Vous pouvez livrer.").waitFor();
      await take(page, "found");
      await hand.press(button("Rembourser"));
      await dialog.getByRole("button", { name: /^Rembourser 5\s000/ }).waitFor();
      await take(page, "refund", dialog);
      await hand.press(dialog.getByRole("button", { name: /^Rembourser 5\s000/ }));
      const refund = page.getByRole("link", { name: /Remboursement de 5\s000/ });
      await refund.waitFor();
      await take(page, "refunded", refund);

      await hand.search(saidFailed);
      await page.getByRole("heading", { level: 1, name: /700/ }).waitFor();
      await page.locator(".payment-head .tell").waitFor();
      await page.getByText("INSUFFICIENT_FUNDS").first().waitFor();
      await take(page, "failed");

      await hand.goTo("Clés");
      await hand.press(button("Créer une clé"));
      await hand.write(dialog.getByLabel("Nom", { exact: true }), till);
      await take(page, "key", dialog);
      await hand.press(dialog.getByRole("button", { name: "Créer une clé" }));
      const key = await page.locator(".secret code").innerText();
      await take(page, "key-made", dialog);
      expect((await test.request("GET", "/payments/charges", { apiKey: key })).status).toBe(200);
      await hand.press(button("Je l’ai gardé"));

      const url = `${receiver.url}/nouveau-${title.replace(" ", "-")}`;
      await hand.goTo("Points d’accès");
      await hand.press(button("Ajouter un point d’accès"));
      await hand.write(dialog.getByLabel("Adresse"), url);
      await take(page, "endpoint", dialog);
      await hand.press(dialog.getByRole("button", { name: "Ajouter un point d’accès" }));
      await hand.press(button("Je l’ai gardé"));
      await test.drain();
      await payByPhone(test, { amount: "900", phone: callers[title].phone, reference: "ENVOI" });
      await test.drain();
      await hand.press(page.getByRole("link", { name: url }));
      await hand.press(page.getByRole("link", { name: "payment.succeeded" }).first());
      await page.getByRole("heading", { level: 1, name: "payment.succeeded" }).waitFor();
      await take(page, "event");
      const before = receiver.received.length;
      await hand.press(button("Envoyer encore"));
      await page.getByText("L’envoi est relancé.").waitFor();
      await test.drain();
      expect(receiver.received.slice(before).map(({ type }) => type)).toEqual(["payment.succeeded"]);
      await take(page, "sent-again", button("Envoyer encore"));

      await exportMonth(page, hand, () => take(page, "month", dialog));
    });
  });
});

/** The list of payments of November as a file that a French spreadsheet opens: a mark of UTF-8, semicolons. */
async function exportMonth(
  page: Page,
  hand: ReturnType<(typeof hands)[number]["of"]>,
  take: () => Promise<void>,
): Promise<void> {
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
  await take();
  const [file] = await Promise.all([page.waitForEvent("download"), hand.press(save)]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.startsWith("\ufeffCréé le (")).toBe(true);
  expect(text.split("\r\n")[0]?.split(";").length).toBeGreaterThan(5);
  expect(text).toMatch(/;5000;/);
}
