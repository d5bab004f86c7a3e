import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { hands } from "../harness/hands.ts";
import { smallPdf } from "../harness/onboarding.ts";
import { data, mobile } from "../harness/payout-setup.ts";
import { addMember, addPerson, fullTerms } from "../harness/people.ts";
import { payByPhone } from "../harness/phone-payment.ts";
import { type Screens, startScreens } from "../harness/screens.ts";
import { setSettlementDelay } from "../harness/settlement-delay.ts";
import { workPlants } from "../harness/work-plants.ts";

/**
 * The day of a merchant's owner, each job by keyboard and by touch. Other tests do, in both ways: today's takings against
 * last week (`web/dashboard/home`), whether this customer paid (`payments`), the monthly statement (as the accountant does),
 * a request of the review answered and a paper sent (`web/dashboard/setup`).
 */
let screens: Screens;
let walletId: string;
let beneficiaryId: string;
const COOL_OFF_MS = 2 * 86_400_000;
let asked = 0;

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  const get = async (path: string) => data(await test.request("GET", path));
  const post = async (path: string, body: object, apiKey = test.apiKey) =>
    data(await test.request("POST", path, { apiKey, body, headers: { "idempotency-key": path } }));
  await setSettlementDelay(test, 0);
  await payByPhone(test, { amount: "90000", phone: "+2250501020346", reference: "CMD-1" });
  const wallets: readonly { id: string; currency: string }[] = await get("/payments/wallets");
  walletId = wallets.find(({ currency }) => currency === "XOF")?.id ?? "";
  beneficiaryId = (await post("/payments/beneficiaries", mobile("+2250500000789"))).id;
  await test.drain();
  await test.advance(COOL_OFF_MS, COOL_OFF_MS / 2);
  await setSettlementDelay(test, 3);
  await payByPhone(test, { amount: "20000", phone: "+2250501020346", reference: "CMD-2" });
  const above = await test.request("PATCH", `/payments/wallets/${walletId}/payout-approval`, {
    body: { above: "1000" },
  });
  expect(above.status).toBe(200);
  const closed = {
    mode: "SANDBOX",
    method: "MOBILE_MONEY",
    operator: "MOOV",
    country: "CI",
    status: "CLOSED",
  };
  await post("/tenant/outages", { ...closed, reason: "Panne chez Moov" }, (await test.operator()).token);
  await workPlants(test).ENDPOINT_DISABLED();
  await test.advance(5_000);
  await test.drain();
}, 120_000);
afterAll(() => screens?.stop());

describe.each(hands)("$title", ({ look, of, title }) => {
  const as = "OWNER";

  it("sees what is broken now: the operator that is closed, the endpoint that is stopped", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const operators = page.getByRole("region", { name: "Opérateurs" });
      await operators.getByText("Panne chez Moov").waitFor();
      await operators.getByText("Fermé", { exact: true }).waitFor();
      const things = page.getByRole("region", { name: "À faire" });
      await things.getByText("1 adresse de webhook est arrêtée").waitFor();
      await of(page).press(things.getByRole("link", { name: "Voir les adresses" }));
      await page.getByRole("cell", { name: /Arrêté/ }).waitFor();
    });
  });

  it("makes a link from the home page, and shares its address and code", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await hand.press(page.getByRole("link", { name: "Encaisser" }));
      await hand.press(page.getByRole("link", { name: "Nouveau lien" }).first());
      await hand.write(page.getByLabel("Montant"), "2500");
      await hand.write(page.getByLabel("Titre"), `Inscription ${title}`);
      await hand.press(page.getByRole("button", { name: /^Créer le lien de 2\s500/ }));
      await page.getByRole("img", { name: `Code QR de Inscription ${title}` }).waitFor();
      await hand.press(page.getByRole("button", { name: "Copier l’adresse" }));
      await page.getByRole("button", { name: "Copié" }).waitFor();
      const address = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(address).toMatch(/\/pay\/[^/]+$/);
    });
  });

  it("approves a payout that waits, from the home page", async () => {
    asked += 1;
    const payout = data(
      await screens.test.request("POST", "/payments/payouts", {
        headers: { "idempotency-key": `owner ${asked}` },
        body: { walletId, beneficiaryId, amount: `${3_000 + asked}`, reference: `SALAIRE-${asked}` },
      }),
    );
    expect(payout.status).toBe("PENDING_APPROVAL");
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await page.getByText("1 versement attend une approbation").waitFor();
      await hand.press(page.getByRole("link", { name: "Voir les versements" }));
      await hand.press(page.getByRole("link", { name: new RegExp(`^3\\s00${asked}`) }));
      const approve = page.getByRole("button", { name: new RegExp(`^Approuver 3\\s00${asked}`) });
      await hand.press(approve.first());
      await page.getByRole("dialog").getByText("ne s’arrête plus").waitFor();
      await hand.press(page.getByRole("dialog").getByRole("button", { name: /^Approuver/ }));
      await page.getByText("Le versement part dans un instant.").waitFor();
    });
    const after = data(await screens.test.request("GET", `/payments/payouts/${payout.id}`));
    expect(after.approvedBy).toMatch(/^usr_/);
  });

  it("sees when money becomes available, by day", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      await of(page).press(page.getByRole("link", { name: "Soldes et relevés" }));
      const days = page.getByRole("table", { name: "Ce qui devient disponible, par jour" }).first();
      await days.getByText(/^19\s700/).waitFor();
      await days.getByText("26 novembre 2026").waitFor();
    });
  });

  it("invites a person and removes another", async () => {
    const { test } = screens;
    const person = await addPerson(test, `Ancien ${title}`);
    await addMember(test, person, fullTerms("SUPPORT"));
    const email = `${title.replace(" ", "-")}@people.example`;
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Équipe");
      await hand.press(page.getByRole("button", { name: "Inviter une personne" }));
      await hand.write(page.getByRole("dialog").getByLabel("Adresse e-mail"), email);
      await hand.press(page.getByRole("dialog").getByRole("button", { name: `Inviter ${email}` }));
      await page.getByRole("cell", { name: email, exact: true }).waitFor();
      await hand.press(page.getByRole("button", { name: `Changer Ancien ${title}` }));
      await hand.press(page.getByRole("dialog").getByRole("button", { name: `Retirer Ancien ${title}` }));
      await page.getByRole("button", { name: `Changer Ancien ${title}` }).waitFor({ state: "detached" });
    });
  });

  it("changes logo, colour and contact", async () => {
    const { test } = screens;
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Profil public");
      await hand.write(page.getByLabel("Adresse du logo"), "https://shop.example/logo.png");
      await page.getByLabel("Couleur").fill("#7a1f3d");
      await hand.write(page.getByLabel("Téléphone d’aide"), "+2250700000000");
      await hand.press(page.getByRole("button", { name: "Enregistrer le profil" }));
      await page.getByText("Les payeurs voient le nouveau profil.").waitFor();
    });
    const { operational = {}, ...profile } = data(
      await test.request("GET", "/merchant-owner/onboarding/profile"),
    );
    expect({ ...profile, ...operational }).toMatchObject({
      logoUrl: "https://shop.example/logo.png",
      supportPhone: "+2250700000000",
    });
  });

  it("answers what the review asks, with a paper, and hands the dossier back", async () => {
    const { test } = screens;
    const { token } = await test.operator();
    const dossier = data(await test.request("GET", "/merchant-owner/onboarding"));
    const path = `/tenant/kyb/${dossier.id}`;
    // The sandbox's merchant begins approved: here a review is under way.
    const put = (status: string) =>
      test.owner.query({
        text: "update kyb_dossiers set status = $2, submitted_at = $3 where id = $1::uuid",
        values: [parsePublicId("kybDossier", dossier.id), status, new Date(test.clock.nowMs())],
      });
    await put("SUBMITTED");
    for (const [step, body] of [
      ["start-review", {}],
      ["request-info", { items: [{ documentType: "PROOF_OF_ADDRESS", message: "Trop ancienne" }] }],
    ] as const) {
      data(await test.request("POST", `${path}/${step}`, { apiKey: token, body }));
      // What answers a request comes after it.
      await test.advance(60_000);
    }
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Dossier");
      const questions = page.locator(".card", { has: page.getByRole("heading", { name: "Nos questions" }) });
      await questions.getByText("Trop ancienne").waitFor();
      await questions
        .getByLabel(/^Choisir un fichier/)
        .setInputFiles({ name: "cie.pdf", mimeType: "application/pdf", buffer: smallPdf });
      await questions.getByText("Envoyé", { exact: true }).waitFor();
      await hand.write(questions.getByLabel("Votre réponse en mots"), "La facture de novembre");
      await hand.press(questions.getByRole("button", { name: "Garder la réponse" }));
      await page.getByText("La réponse est gardée.").waitFor();
      await hand.press(page.getByRole("button", { name: "Envoyer le dossier" }));
      await page.getByText("Nous avons votre dossier.").waitFor();
    });
    const seen = data(await test.request("GET", path, { apiKey: token }));
    expect(seen).toMatchObject({ status: "SUBMITTED", note: "La facture de novembre" });
    await put("APPROVED");
  });
});
