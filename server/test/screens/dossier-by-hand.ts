import type { Page } from "playwright-core";
import type { Hand } from "../harness/hands.ts";
import { smallPdf } from "../harness/onboarding.ts";
import { allRead } from "../harness/screens.ts";

/** What an owner writes into each field of the dossier, by the page's own name of the field. */
const forms: Readonly<Record<string, (page: Page, hand: Hand) => Promise<void>>> = {
  legalName: (page, hand) => hand.write(page.getByLabel("Nom au registre"), "Chez Awa SARL"),
  legalForm: (page, hand) => hand.choose(page.getByLabel("Forme juridique"), "SARL"),
  registrationNumber: (page, hand) => hand.write(page.getByLabel("Numéro RCCM"), "CI-ABJ-2019-B-12345"),
  taxId: (page, hand) => hand.write(page.getByLabel("NCC (compte contribuable)"), "1912345A"),
  registeredAddress: async (page, hand) => {
    await hand.write(page.getByLabel("Rue, numéro ou repère"), "Rue des Jardins, Cocody");
    await hand.write(page.getByLabel("Ville"), "Abidjan");
  },
  directors: async (page, hand) => {
    await hand.write(page.getByLabel("Nom complet"), "Awa Diop");
    await page.getByLabel("Date de naissance").fill("1984-05-17");
  },
  beneficialOwners: async (page, hand) => {
    await hand.write(page.getByLabel("Nom complet"), "Awa Diop");
    await page.getByLabel("Date de naissance").fill("1984-05-17");
    await hand.write(page.getByLabel("Part, en pour cent entiers"), "100");
  },
  settlementAccount: async (page, hand) => {
    await hand.write(page.getByLabel("IBAN", { exact: true }), "CI93 CI00 8012 3400 0012 3456 7820");
    await hand.write(page.getByLabel("Banque", { exact: true }), "Banque Lagune");
    await hand.write(page.getByLabel("Titulaire"), "Chez Awa SARL");
    await hand.choose(page.getByLabel("Devise"), "XOF");
  },
};

/**
 * Follows what the page says is missing, one after another, until nothing is: fields are typed, papers are files. No hand
 * can choose a file in a test, so the field gets it; dates are given as a date field keeps them.
 */
export async function fillDossierByHand(page: Page, hand: Hand): Promise<void> {
  const missing = page.locator(".still-missing a");
  const send = page.getByRole("button", { name: "Envoyer le dossier" });
  for (;;) {
    await missing.first().or(send).waitFor();
    await allRead(page);
    if (await send.isVisible()) return;
    const link = missing.first();
    const href = (await link.getAttribute("href")) ?? "";
    const name = new URL(href, page.url()).searchParams.get("open") ?? "";
    await hand.press(link);
    const write = forms[name];
    if (write === undefined) {
      const paper = { name: `${name}.pdf`, mimeType: "application/pdf", buffer: smallPdf };
      // The page gives the focus to the field of the paper to which it led.
      await page.locator("input[type=file]:focus").setInputFiles(paper);
    } else {
      await write(page, hand);
      await hand.press(page.getByRole("button", { name: "Enregistrer", exact: true }));
    }
    await page.locator(`.still-missing a[href="${href}"]`).waitFor({ state: "detached" });
  }
}
