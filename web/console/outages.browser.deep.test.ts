import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import { phone, type Screens, startScreens, wide } from "../../server/test/harness/screens.ts";

/** Outages: declared by touch in the night, planned and taken back by keyboard, seen by everybody. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
}, 120_000);
afterAll(() => screens?.stop());

const at = { as: "operator", at: "outages?mode=SANDBOX" } as const;
const picture = picturesOf("console");
const declare = (page: Page) => page.getByRole("button", { name: "Déclarer une panne" });
const said = (page: Page, text: string) => page.locator(".notice", { hasText: text }).waitFor();

async function openOutages(): Promise<readonly { operator: string; status: string; state: string }[]> {
  const { token } = await screens.test.operator();
  return (await screens.test.request("GET", "/tenant/outages?mode=SANDBOX", { apiKey: token })).body.data;
}

it("by touch on a phone: an operator's failure is declared, and then ended", async () => {
  await screens.open({ ...at, ...phone }, async (page) => {
    await page.getByText("Rien n’est fermé, rien n’est perturbé.").waitFor();
    await declare(page).tap();
    const form = page.getByRole("dialog");
    await form.getByLabel("Opérateur").selectOption("ORANGE");
    await form.getByLabel("Pays").selectOption({ label: "Côte d’Ivoire" });
    await form.getByText(/Par ce chemin depuis/).waitFor();
    await form.getByLabel("Raison").fill("Orange ne répond plus, ticket <b>4711</b>");
    await picture(page, "outage-form-phone");
    await form.getByRole("button", { name: "Déclarer", exact: true }).tap();
    await said(page, "La panne est déclarée.");
    await page.getByText("Orange ne répond plus, ticket <b>4711</b>").waitFor();
    await picture(page, "outages-phone");
    expect(await openOutages()).toMatchObject([{ operator: "ORANGE", status: "CLOSED", state: "OPEN" }]);
    await page.getByRole("button", { name: "Rouvrir" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Rouvrir" }).tap();
    await said(page, "C’est rouvert.");
    await page.getByText("Rien n’est fermé, rien n’est perturbé.").waitFor();
  });
  expect(await openOutages()).toMatchObject([{ state: "ENDED" }]);
});

it("by keyboard: a maintenance is announced for later, and taken back; an end before its start is refused", async () => {
  await screens.open({ ...at, ...wide }, async (page) => {
    await declare(page).press("Enter");
    const form = page.getByRole("dialog");
    await form.getByLabel("Raison").fill("Maintenance de nuit");
    await form.getByLabel("Début, vide : tout de suite").fill("2026-12-01T02:00");
    await form.getByLabel("Fin, vide : quand quelqu’un rouvre").fill("2026-12-01T01:00");
    await form.getByLabel("Raison").press("Enter");
    const end = form.getByLabel("Fin, vide : quand quelqu’un rouvre");
    await expect.poll(() => end.getAttribute("aria-invalid")).toBe("true");
    await form.getByText("La fin doit suivre le début, et être à venir.").waitFor();
    expect(await form.getByRole("alert").allInnerTexts()).not.toContainEqual(
      expect.stringContaining("endsAt"),
    );
    await form.getByLabel("Fin, vide : quand quelqu’un rouvre").fill("2026-12-01T04:00");
    await form.getByLabel("Raison").press("Enter");
    await said(page, "La panne est déclarée.");
    const planned = page.getByRole("region", { name: "Prévues" });
    await planned.getByText("Maintenance de nuit").waitFor();
    await planned.getByRole("button", { name: "Annuler l’annonce" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Annuler l’annonce" }).press("Enter");
    await planned.getByText("Aucune maintenance annoncée.").waitFor();
  });
});

it("by touch on a phone: of a way that is only disturbed the warning is lifted, and nobody is told that payers can pay again", async () => {
  const { token: apiKey } = await screens.test.operator();
  const body = {
    mode: "SANDBOX",
    method: "MOBILE_MONEY",
    operator: "WAVE",
    status: "DEGRADED",
    reason: "Wave répond lentement",
  };
  expect((await screens.test.request("POST", "/tenant/outages", { apiKey, body })).status).toBe(201);
  await screens.open({ ...at, ...phone }, async (page) => {
    await page.getByRole("button", { name: "Lever l’avertissement : Mobile money Wave" }).tap();
    const form = page.getByRole("dialog");
    await form.getByText(/les payeurs ne voient plus d’avertissement/).waitFor();
    expect(await form.innerText()).not.toContain("de nouveau payer");
    await form.getByRole("button", { name: "Lever l’avertissement" }).tap();
    await said(page, "L’avertissement est levé.");
  });
});
