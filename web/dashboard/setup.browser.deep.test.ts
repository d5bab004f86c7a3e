import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tabTo } from "../../server/test/harness/keyboard.ts";
import { fillDossier, smallPdf } from "../../server/test/harness/onboarding.ts";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import {
  allRead,
  expectAccessible,
  looks,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";
import { lookIntoDialog } from "../../server/test/screens/dialogs.ts";
import { prepare } from "../../server/test/screens/page-checks.ts";

const DAY_MS = 86_400_000;

/** A merchant fills in its dossier, answers the reviewer, and later proposes a legal change, in a real browser. */
let screens: Screens;
const base = "/merchant-owner/onboarding";
const hostile = "<b>Awa</b> “N'Guessan” & fils";

const call = async (method: string, path: string, body?: unknown, apiKey?: string) => {
  const answer = await screens.test.request(method, path, {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};
const dossier = () => call("GET", base);
/** Puts the sandbox's dossier in a state; DRAFT is that of a merchant who was never approved. */
const put = (status: string) =>
  screens.test.owner.query({
    text: `update kyb_dossiers d set status = $2,
             in_force = case when $2 = 'DRAFT' then null else in_force end,
             approved_at = case when $2 = 'DRAFT' then null else approved_at end
            from merchant_numbers n
            where n.merchant_no = d.merchant_no and n.merchant_id = $1 and n.mode = 'SANDBOX'`,
    values: [screens.test.merchantId, status],
  });
/** Two operators approve the dossier that was sent. */
async function approve(): Promise<void> {
  const path = `/tenant/kyb/${dossierId}`;
  await call("POST", `${path}/start-review`, undefined, operator);
  await call("POST", `${path}/propose`, { decision: "APPROVE", reason: "Complet" }, operator);
  const { token } = await screens.test.operator("second");
  await call("POST", `${path}/confirm`, {}, token);
}
let dossierId: string;
let operator: string;

beforeAll(async () => {
  screens = await startScreens();
  operator = (await screens.test.operator()).token;
  dossierId = (await dossier()).id;
  // The sandbox's own merchant begins approved: here it begins with nothing.
  await put("DRAFT");
  await screens.test.owner.query({ text: "delete from kyb_documents" });
}, 120_000);
afterAll(() => screens?.stop());

const picture = picturesOf("dashboard");

describe("a dossier that is written", () => {
  it("by keyboard: each field is saved by itself, in the country's words, and a refusal names its field", async () => {
    await screens.open({ as: "OWNER", at: "setup", ...wide }, async (page) => {
      await allRead(page);
      await page.getByRole("heading", { name: "Numéro RCCM" }).waitFor();
      await page.getByRole("heading", { name: "NCC (compte contribuable)" }).waitFor();
      await tabTo(page, page.getByRole("button", { name: "Remplir : Nom au registre" }));
      await page.keyboard.press("Enter");
      const name = page.getByLabel("Nom au registre");
      await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.type(hostile);
      await page.keyboard.press("Enter");
      await page.locator(".value", { hasText: hostile }).waitFor();
      expect((await dossier()).profile.legalName).toBe(hostile);

      await page.getByRole("button", { name: "Remplir : Compte où va votre argent" }).press("Enter");
      await page.getByLabel("IBAN", { exact: true }).fill("CI93 CI00 8012 3400 0012 3456 7821");
      await page.getByLabel("Titulaire").fill("Awa SARL");
      await page.getByLabel("Devise").selectOption("XOF");
      await page.keyboard.press("Enter");
      await page.getByText("Ce n’est pas un IBAN juste").waitFor();
      expect(await page.getByLabel("IBAN", { exact: true }).getAttribute("aria-invalid")).toBe("true");
      await picture(page, "setup-refused");
      expect((await dossier()).profile.settlementAccount).toBeNull();
      await page.getByLabel("IBAN", { exact: true }).fill("CI93 CI00 8012 3400 0012 3456 7820");
      await page.keyboard.press("Enter");
      await page.locator(".value", { hasText: "CI93 **** 7820" }).waitFor();

      await page.getByRole("link", { name: "Qui peut signer pour elle" }).press("Enter");
      await page.getByLabel("Nom complet").fill("Aminata Koné");
      await page.getByLabel("Date de naissance").fill("2090-01-01");
      await page.getByRole("button", { name: "Enregistrer" }).press("Enter");
      await page.getByText("Cette date n’est pas encore passée.").waitFor();
      await page.getByLabel("Date de naissance").fill("1984-05-17");
      await page.getByRole("button", { name: "Enregistrer" }).press("Enter");
      await page.locator(".value", { hasText: "Aminata Koné, 17 mai 1984, Côte d’Ivoire" }).waitFor();
    });
  });

  it("by touch: papers by camera or file, refused by kind and size in words, and sent once after a lost answer", async () => {
    await screens.open({ as: "OWNER", at: "setup?open=TAX_CERTIFICATE", ...phone }, async (page) => {
      await prepare(page.context());
      await page.reload();
      await allRead(page);
      const item = page.locator("li", { has: page.getByRole("heading", { name: /^DFE/ }) }).last();
      const camera = item.getByLabel(/^Prendre une photo/);
      expect([await camera.getAttribute("capture"), await camera.getAttribute("accept")]).toEqual([
        "environment",
        "image/*",
      ]);
      const file = item.getByLabel(/^Choisir un fichier/);
      await file.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
      await item.getByText(/Ce fichier est de genre «\stext\/plain\s»/).waitFor();
      const large = { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(5_300_000, "x") };
      await file.setInputFiles(large);
      await item.getByText(/nous prenons 5 Mo au plus/).waitFor();
      await picture(page, "setup-upload-refused-phone");
      await file.setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("no pdf") });
      await item.getByText(/Ce fichier est abîmé/).waitFor();

      // The paper arrives, and the answer does not.
      let isLost = true;
      await page.route("**/onboarding/documents?type=**", async (route) => {
        if (!isLost) return route.continue();
        isLost = false;
        await route.fetch();
        return route.abort();
      });
      await file.setInputFiles({ name: "Awa Koné.pdf", mimeType: "application/pdf", buffer: smallPdf });
      await item.getByText(/La réponse s’est perdue/).waitFor();
      await item.getByRole("button", { name: "Demander encore" }).tap();
      await item.getByText("tax-certificate.pdf").waitFor();
      const sent = await call("GET", `${base}/documents`);
      expect(sent.map((one: { fileName: string }) => one.fileName)).toEqual(["tax-certificate.pdf"]);

      // A photo of a phone is larger than what is taken, and becomes smaller before it leaves.
      const photo = await page.evaluate(async () => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [3_600, 2_700];
        const pen = canvas.getContext("2d");
        const dots = pen?.createImageData(canvas.width, canvas.height);
        for (let at = 0; at < (dots?.data.length ?? 0); at += 1) if (dots) dots.data[at] = (at * 7919) % 251;
        if (dots) pen?.putImageData(dots, 0, 0);
        return canvas.toDataURL("image/jpeg", 0.9).split(",")[1] ?? "";
      });
      const bytes = Buffer.from(photo, "base64");
      await camera.setInputFiles({ name: "IMG_1.jpg", mimeType: "image/jpeg", buffer: bytes });
      await item.getByText("tax-certificate.jpg").waitFor();
      const [newest] = await call("GET", `${base}/documents`);
      expect(newest.sizeBytes).toBeLessThan(bytes.length);

      await item
        .getByRole("button", { name: /^Supprimer/ })
        .first()
        .tap();
      expect(await lookIntoDialog(page, "fr")).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Supprimer/ })
        .tap();
      await expect.poll(async () => (await call("GET", `${base}/documents`)).length).toBe(1);
    });
  });

  it("says what is still missing with the way to it, and is sent when all is there", async () => {
    await screens.open({ as: "OWNER", at: "setup", ...phone }, async (page) => {
      await allRead(page);
      const missing = page.locator(".still-missing");
      expect(await missing.getByRole("link").count()).toBeGreaterThan(3);
      expect(await page.getByRole("button", { name: "Envoyer le dossier" }).count()).toBe(0);
      await missing.getByRole("link", { name: "Forme juridique" }).tap();
      await page.getByLabel("Forme juridique").waitFor();
      await picture(page, "setup-phone");
      await fillDossier({ request: screens.test.request }, screens.test.apiKey);
      await page.reload();
      await page.getByRole("button", { name: "Envoyer le dossier" }).tap();
      await page.getByText("Nous avons votre dossier.").waitFor();
      expect(await page.getByRole("button", { name: /^(Changer|Remplir|Supprimer)/ }).count()).toBe(0);
    });
    expect((await dossier()).status).toBe("SUBMITTED");
  });
});

describe("a review", () => {
  it("asks on top of the page, is answered in place, and the dossier goes back", async () => {
    await call("POST", `/tenant/kyb/${dossierId}/start-review`, undefined, operator);
    await screens.test.advance(60_000);
    const items = [
      { documentType: "PROOF_OF_ADDRESS", message: `La facture de ${hostile} est trop ancienne` },
      { field: "taxId", message: "Ce NCC n’est pas celui de la DFE" },
      { message: "Que vendez-vous ?" },
    ];
    await call("POST", `/tenant/kyb/${dossierId}/request-info`, { items }, operator);
    await screens.test.advance(60_000);
    await screens.open({ as: "ADMINISTRATOR", at: "setup", ...phone }, async (page) => {
      await allRead(page);
      await page.getByText("La facture de <b>Awa</b>").waitFor();
      await picture(page, "setup-questions-phone");
      const questions = page.locator(".card", { has: page.getByRole("heading", { name: "Nos questions" }) });
      const [bill, tax] = [questions.locator("li").nth(0), questions.locator("li").nth(1)];
      await bill
        .getByLabel(/^Choisir un fichier/)
        .setInputFiles({ name: "cie.pdf", mimeType: "application/pdf", buffer: smallPdf });
      await bill.getByText("Envoyé", { exact: true }).waitFor();
      await tax.getByRole("button", { name: "Changer : NCC (compte contribuable)" }).tap();
      await tax.getByLabel("NCC (compte contribuable)").fill("1912345B");
      await tax.getByRole("button", { name: "Enregistrer" }).tap();
      await page.getByText("Enregistré : NCC (compte contribuable).").waitFor();
      await questions.getByLabel("Votre réponse en mots").fill("Du wax,\net des perles");
      await questions.getByRole("button", { name: "Garder la réponse" }).tap();
      await page.getByText("La réponse est gardée.").waitFor();
      await page.getByRole("button", { name: "Envoyer le dossier" }).tap();
      await page.getByText("Nous avons votre dossier.").waitFor();
    });
    const seen = await call("GET", `/tenant/kyb/${dossierId}`, undefined, operator);
    expect(seen).toMatchObject({
      status: "SUBMITTED",
      note: "Du wax, et des perles",
      profile: { taxId: "1912345B" },
    });
  });
});

describe("a legal change", () => {
  it("by keyboard: what stands beside what is proposed, with its proof, and withdrawn", async () => {
    await approve();
    await screens.open({ as: "OWNER", at: "setup", ...wide }, async (page) => {
      await page.getByText("Tout est en ordre").waitFor();
      await page.getByRole("link", { name: "Proposer un changement" }).press("Enter");
      const what = page.getByLabel("Adresse du siège");
      await tabTo(page, what);
      await page.keyboard.press("Space");
      await page.getByText("Rue des Jardins, Cocody").first().waitFor();
      await page.getByLabel("Rue, numéro ou repère").fill(`Boulevard ${hostile}`);
      const submit = page.getByRole("button", { name: "Proposer le changement" });
      expect(await submit.isDisabled()).toBe(true);
      await page
        .getByLabel(/^Choisir un fichier/)
        .setInputFiles({ name: "bail.pdf", mimeType: "application/pdf", buffer: smallPdf });
      await page.getByText("Prête", { exact: true }).waitFor();
      await page.getByLabel("Raison du changement").fill("Déménagement du siège");
      await picture(page, "setup-change");
      await submit.press("Enter");
      await page.getByRole("heading", { name: "Changement en cours d’examen" }).waitFor();
      await page.getByText(`Boulevard ${hostile}`).waitFor();
      await picture(page, "setup-change-waits");
      await page.getByRole("button", { name: "Retirer ce changement" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Retirer ce changement" }).press("Enter");
      await page.getByText("Tout est en ordre").waitFor();
    });
    expect((await dossier()).status).toBe("APPROVED");
  });
});

describe("a paper that ends", () => {
  it("by touch on a phone: is said, and the new one is handed in with its last day", async () => {
    await put("APPROVED");
    await screens.test.owner.query({
      text: "update kyb_documents set expires_on = $1 where type = 'TAX_CERTIFICATE'",
      values: [new Date(screens.test.clock.nowMs() + 5 * DAY_MS)],
    });
    await screens.open({ as: "OWNER", at: "setup", ...phone, forAxe: true }, async (page) => {
      await page.getByText("Des pièces expirent").waitFor();
      const paper = page.getByRole("listitem").filter({ hasText: /Finit le/ });
      const lastDay = paper.getByLabel("Dernier jour valable");
      await lastDay.fill("2020-01-31");
      await paper.getByText("Cette pièce n’est plus valable").waitFor();
      expect(await paper.getByLabel(/^Choisir un fichier/).isDisabled()).toBe(true);
      await lastDay.fill("2031-01-31");
      await expectAccessible(page);
      await picture(page, "setup-paper-ends-phone");
      await paper
        .getByLabel(/^Choisir un fichier/)
        .setInputFiles({ name: "dfe.pdf", mimeType: "application/pdf", buffer: smallPdf });
      await paper.getByText(/Vaut jusqu’au .*2031/).waitFor();
    });
    await screens.open({ as: "operator", at: "work?kind=EXPIRING_PAPER", ...wide }, async (page) => {
      await page
        .getByRole("link", { name: /Attestation fiscale.*une nouvelle a été envoyée/ })
        .press("Enter");
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(page.url()).toContain(`/console/kyb/${dossierId}`);
    });
  });
});

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it.each(["setup", "setup?open=directors", "setup/change?fields=registeredAddress,settlementAccount"])(
    "nothing on %s is in the way of anybody",
    async (at) => {
      await put(at === "setup?open=directors" ? "REJECTED" : "APPROVED");
      await screens.open({ as: "OWNER", at, ...look, forAxe: true }, async (page) => {
        await page.locator("main .card").first().waitFor();
        await expectAccessible(page);
        expect(await page.locator(".problem").count()).toBe(0);
      });
    },
  );
});

it("who may only read sees the dossier and why it cannot be written; who may not read is told so", async () => {
  await put("REJECTED");
  await screens.open({ as: "VIEWER", at: "setup" }, async (page) => {
    await page.getByText("Votre rôle permet de lire le dossier.").waitFor();
    expect(await page.getByRole("button", { name: /^(Changer|Remplir|Supprimer|Envoyer)/ }).count()).toBe(0);
    expect(await page.locator("input[type=file]").count()).toBe(0);
  });
  await screens.open({ as: "SUPPORT", at: "setup" }, async (page) => {
    await page.getByText("Votre rôle ne permet pas de voir ceci.").waitFor();
  });
});

it("the home says that the dossier stops business, and leads to it", async () => {
  await put("REJECTED");
  screens.test.app.merchants.forget();
  await screens.open({ as: "OWNER", at: "", ...phone }, async (page) => {
    await page.getByText("Votre dossier n’est pas encore approuvé.").waitFor();
    await page.getByRole("link", { name: "Ouvrir le dossier" }).tap();
    await page.getByRole("heading", { name: "Votre dossier", level: 1 }).waitFor();
  });
});
