import { afterAll, beforeAll, expect, it } from "vitest";
import { movedAddress } from "../../server/src/modules/onboarding/examples.ts";
import { uploadBody } from "../../server/test/harness/onboarding.ts";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import { phone, type Screens, startScreens, wide } from "../../server/test/harness/screens.ts";

/** A reviewer reads a legal change beside what stands, says until when a paper is valid, and sees who opened it. */
let screens: Screens;
let dossierId: string;
const base = "/merchant-owner/onboarding";
const hostile = "<b>Awa</b> “N'Guessan” & fils";

beforeAll(async () => {
  screens = await startScreens();
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await screens.test.request(method, path, body === undefined ? {} : { body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const { id } = await call("POST", `${base}/documents`, uploadBody("PROOF_OF_ADDRESS"));
  const change = { registeredAddress: { ...movedAddress, line1: hostile }, documents: [id], reason: hostile };
  dossierId = (await call("PATCH", `${base}/profile/material-change`, change)).id;
}, 120_000);
afterAll(() => screens?.stop());

const picture = picturesOf("console");

it("by keyboard: what stands is beside what is proposed, and a paper gets its last valid day", async () => {
  await screens.open({ as: "operator", at: `kyb/${dossierId}`, ...wide }, async (page) => {
    const changed = page.locator(".change");
    await changed.getByText("Rue des Jardins").waitFor();
    await changed.getByText(hostile).waitFor();
    const paper = page.locator(".papers li", { hasText: "Nouvelle" });
    await paper.getByRole("button", { name: "Fin de validité" }).press("Enter");
    await page.getByLabel("Dernier jour de validité").fill("2026-12-31");
    await page.getByRole("dialog").getByRole("button", { name: "Fin de validité" }).press("Enter");
    await paper.getByText("Finit le 31 décembre 2026").waitFor();
    await page.getByText("Personne encore.").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      paper.getByRole("link", { name: "Justificatif d’adresse" }).press("Enter"),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    await page.reload();
    const openings = page.locator(".card", {
      has: page.getByRole("heading", { name: "Qui a ouvert les pièces" }),
    });
    await openings.getByText("Justificatif d’adresse").waitFor();
    await picture(page, "dossier");
  });
});

it("by touch: dossiers whose papers end soon are found, and those that have ended are others", async () => {
  await screens.open({ as: "operator", at: "kyb?papers=soon", ...phone }, async (page) => {
    await page.getByText("Finit le 31 décembre 2026").waitFor();
    await picture(page, "dossiers-phone");
    await page
      .getByRole("link", { name: /Maison Akwaba/ })
      .first()
      .tap();
    await page.locator(".change").getByText(hostile).waitFor();
    await picture(page, "dossier-phone");
  });
  await screens.open({ as: "operator", at: "kyb?papers=ended", ...phone }, async (page) => {
    await page.getByText("Rien ici avec ces filtres.").waitFor();
  });
});
