import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { movedAddress } from "../../src/modules/onboarding/examples.ts";
import { hands } from "../harness/hands.ts";
import { fillDossier, ownerKey, uploadBody } from "../harness/onboarding.ts";
import { type Screens, startScreens } from "../harness/screens.ts";
import { deskOf, operatorCalls, workAs } from "./operator-desk.ts";

/** The day of a compliance officer, with no more rights than that role has: each job by keyboard and by touch. */
const HOUR_MS = 3_600_000;
let screens: Screens;
const call = operatorCalls(() => screens);
interface Sent {
  readonly merchantId: string;
  readonly dossierId: string;
  readonly key: string;
}
const sent = new Map<string, Sent>();
let changedId: string;

/** A merchant that has handed in its dossier. */
async function handIn(name: string): Promise<void> {
  const { test } = screens;
  const { id: merchantId } = await call("first", "POST", "/tenant/merchants", {
    displayName: name,
    countryCode: "CI",
  });
  const operator = (await test.operator()).token;
  const key = await ownerKey(test, { operator, merchantId, mode: "SANDBOX" });
  await fillDossier(test, key);
  await test.request("POST", "/merchant-owner/onboarding/submit", { apiKey: key });
  const { dossiers } = await call("first", "GET", `/tenant/merchants/${merchantId}`);
  sent.set(name, { merchantId, dossierId: dossiers[0].id, key });
  test.clock.advance(HOUR_MS);
}

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  await handIn("Ancien atelier");
  for (const { title } of hands) {
    await handIn(`Atelier ${title}`);
    await handIn(`Question ${title}`);
    await call("first", "POST", `/tenant/merchants/${sent.get(`Atelier ${title}`)?.merchantId}/activate`, {});
  }
  const base = "/merchant-owner/onboarding";
  const proof = await test.request("POST", `${base}/documents`, { body: uploadBody("PROOF_OF_ADDRESS") });
  const change = await test.request("PATCH", `${base}/profile/material-change`, {
    body: { registeredAddress: movedAddress, documents: [proof.body.data.id], reason: "Déménagement" },
  });
  changedId = change.body.data.id;
  await workAs(screens, "COMPLIANCE");
}, 120_000);
afterAll(() => screens?.stop());

describe.each(hands)("$title", (kind) => {
  const { title } = kind;
  const open = deskOf(() => screens, kind);
  const of = (name: string) => sent.get(`${name} ${title}`) ?? { merchantId: "", dossierId: "", key: "" };

  it("sees which dossiers wait, the oldest first, and opens that", async () => {
    await open({ at: "work?kind=DOSSIER" }, async ({ page, hand }) => {
      await hand.press(page.locator("tbody tr").first().getByRole("link").first());
      await page.getByRole("heading", { level: 1, name: "Ancien atelier" }).waitFor();
    });
  });

  it("reads a paper beside the form, and the page says who opened which", async () => {
    await open({ at: `kyb/${of("Atelier").dossierId}` }, async ({ page, hand }) => {
      await page.getByRole("heading", { name: "Formulaire" }).waitFor();
      await page.getByText("Maison Akwaba SARL").first().waitFor();
      const paper = page.locator(".papers").getByRole("link", { name: "Extrait du registre" });
      const [file] = await Promise.all([page.waitForEvent("download"), hand.press(paper)]);
      expect(file.suggestedFilename()).toMatch(/\.pdf$/);
      await page.reload();
      const openings = page.locator(".card", {
        has: page.getByRole("heading", { name: "Qui a ouvert les pièces" }),
      });
      await openings.getByText("Extrait du registre").waitFor();
    });
  });

  it("asks for one paper, in words, which the merchant reads", async () => {
    const words = `Votre facture est trop ancienne (${title})`;
    await open({ at: "kyb" }, async ({ hand, form, press, send, said, row }) => {
      await hand.press(row(`Question ${title}`).filter({ hasText: "À examiner" }).getByRole("link").first());
      await press("Commencer l’examen");
      await send("Commencer l’examen");
      await said("Le dossier est à vous.");
      await press("Demander une pièce");
      await hand.choose(form.getByLabel("Quoi"), "Justificatif d’adresse");
      await hand.write(form.getByLabel("En vos mots"), words);
      await send("Demander une pièce");
      await said("La question est partie.");
    });
    const asked = await screens.test.request("GET", "/merchant-owner/onboarding", {
      apiKey: of("Question").key,
    });
    expect(asked.body.data.status).toBe("INFO_REQUESTED");
    expect(JSON.stringify(asked.body.data)).toContain(words);
  });

  it("proposes to accept a dossier, and a colleague confirms", async () => {
    const { dossierId } = of("Atelier");
    await open({ at: `kyb/${dossierId}` }, async ({ page, hand, form, press, send, said }) => {
      await press("Commencer l’examen");
      await send("Commencer l’examen");
      await said("Le dossier est à vous.");
      await press("Proposer une décision");
      await hand.write(form.getByLabel("Raison"), "Dossier complet");
      await send("Proposer une décision");
      await said("La proposition attend un collègue.");
      expect(await page.getByRole("button", { name: "Confirmer", exact: true }).count()).toBe(0);
    });
    await open({ as: "colleague", at: `kyb/${dossierId}` }, async ({ page, press, send, said }) => {
      await press("Confirmer");
      await send("Confirmer");
      await said("La décision est prise.");
      await page.getByText("Accepté", { exact: true }).first().waitFor();
    });
    expect((await call("first", "GET", `/tenant/kyb/${dossierId}`)).status).toBe("APPROVED");
  });

  it("compares a legal change with what stands", async () => {
    await open({ at: "kyb" }, async ({ page, hand, row }) => {
      await hand.press(row("Changement").getByRole("link").first());
      await page.waitForURL(new RegExp(changedId));
      const change = page.locator(".change");
      await change.getByText("Rue des Jardins").waitFor();
      await change.getByText(movedAddress.line1).waitFor();
      await page.getByText("Déménagement").waitFor();
    });
  });

  it("suspends a merchant, with the reason", async () => {
    const { merchantId } = of("Atelier");
    await open(
      { at: `merchants/${merchantId}?mode=SANDBOX` },
      async ({ page, hand, form, press, send, said }) => {
        await press("Suspendre");
        await hand.write(form.getByLabel("Raison"), "Plaintes de payeurs");
        await hand.write(form.getByLabel("Message au marchand"), "Écrivez à votre conseiller");
        await send("Suspendre");
        await said("Le compte est suspendu.");
        await page.getByRole("button", { name: "Réactiver" }).waitFor();
      },
    );
    const [entry] = await call(
      "first",
      "GET",
      `/tenant/audit?subject=${merchantId}&action=merchant.status_changed`,
    );
    expect(entry.after).toBe("SUSPENDED: Plaintes de payeurs");
  });

  it("writes down when a paper ends, and finds the dossiers whose papers end soon", async () => {
    const day = title === "by touch" ? "11" : "12";
    await open({ at: `kyb/${of("Question").dossierId}` }, async ({ page, hand, form, send, said }) => {
      const paper = page.locator(".papers li", { hasText: "Justificatif d’adresse" }).first();
      await hand.press(paper.getByRole("button", { name: "Fin de validité" }));
      await form.getByLabel("Dernier jour de validité").fill(`2026-12-${day}`);
      await send("Fin de validité");
      await said("La date est inscrite.");
    });
    await open({ at: "kyb" }, async ({ page, hand }) => {
      await hand.press(page.locator(".filters summary"));
      await hand.choose(page.locator(".filters").getByLabel("Pièces"), "Finissent d’ici 60 jours");
      await hand.press(page.getByRole("button", { name: "Filtrer" }));
      await page.waitForURL(/papers=soon/);
      await page
        .locator("tbody tr", { hasText: `Question ${title}` })
        .getByText(`Finit le ${day} décembre 2026`)
        .waitFor();
    });
  });

  it("finds a person across all dossiers, by name", async () => {
    await open({ at: "kyb" }, async ({ page, hand }) => {
      const ask = async (name: string) => {
        await hand.press(page.locator(".filters summary"));
        await hand.write(page.locator(".filters").getByLabel("Une personne"), name);
        await hand.press(page.getByRole("button", { name: "Filtrer" }));
      };
      await ask("guessan yao");
      await page.waitForURL(/person=guessan/);
      // The live dossiers of the same merchants are empty.
      for (const name of ["Ancien atelier", `Question ${title}`])
        await expect.poll(() => page.locator("tbody tr", { hasText: name }).count()).toBe(1);
      await ask("Mamadou");
      await page.getByText("Rien ici avec ces filtres.").waitFor();
    });
  });

  it("exports the audit log, and verifies its whole chain in the page", async () => {
    await open({ at: "now" }, async ({ page, hand, press }) => {
      await hand.goTo("Journal d’audit");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        hand.press(page.getByRole("link", { name: "Télécharger" })),
      ]);
      expect(await readFile(await file.path(), "utf8")).toContain("kyb.");
      await press("Vérifier toute la chaîne ici");
      await page.getByText("Chaîne intacte").first().waitFor();
    });
  });
});
