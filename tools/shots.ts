import type { Page } from "playwright-core";
import { receiptCode } from "../web/checkout/pages.test-support.ts";

/** The pictures that `tools/screenshots.ts` takes, and how each screen is reached. */
export interface Shot {
  readonly name: string;
  /** Fields of the session in addition to amount, currency and title. */
  readonly session?: Readonly<Record<string, unknown>>;
  readonly wide?: boolean;
  readonly dark?: boolean;
  /** Navigates from the session's page to the screen. */
  readonly reach: (page: Page, api: Api) => Promise<void>;
}

export interface Api {
  post(path: string, body: unknown): Promise<{ readonly id: string; readonly url: string }>;
  patch(path: string, body: unknown): Promise<{ readonly id: string; readonly url: string }>;
  /** Of a payer with a balance. */
  readonly walletPhone: string;
  readonly sessionId: string;
}

/** Longest wait for the simulator's answer, milliseconds. */
const ANSWER_TIMEOUT_MS = 20_000;

/** A screen that a sandbox shows only after minutes or under load: drawn from a written state. */
export interface DrawnShot {
  readonly name: string;
  readonly path: string;
  readonly wide?: boolean;
}

export const drawn: readonly DrawnShot[] = [
  { name: "checkout-late", path: "/checkout/cs_paidlate" },
  { name: "checkout-too-late", path: "/checkout/cs_toolate" },
  { name: "checkout-receipt-check", path: `/checkout/receipts/${receiptCode}` },
  { name: "checkout-transfer-over", path: "/checkout/cs_transferfailed" },
  { name: "checkout-transfer-paid", path: "/checkout/cs_transferpaid" },
  { name: "checkout-outage", path: "/checkout/cs_open?country=SN" },
  { name: "checkout-unanswered", path: "/checkout/cs_unanswered" },
  { name: "checkout-returned", path: "/checkout/cs_redirect?back=1" },
  { name: "checkout-short-wait", path: "/checkout/cs_waiting?wait=2" },
  { name: "checkout-broken", path: "/checkout/cs_broken" },
  { name: "checkout-held", path: "/checkout/cs_held" },
  { name: "checkout-second-payment", path: "/checkout/cs_second" },
  { name: "checkout-refunded", path: "/checkout/cs_refunded" },
  { name: "checkout-run-by", path: "/checkout/cs_licensed" },
  { name: "checkout-receipt-unknown", path: "/checkout/receipts/rc_unknown" },
  { name: "link-open", path: "/pay/active-open" },
  { name: "link-quantity", path: "/pay/active-some" },
  { name: "link-used-up", path: "/pay/exhausted" },
  { name: "checkout-no-method", path: "/checkout/cs_nomethod" },
  { name: "checkout-too-many", path: "/checkout/cs_toomany?lang=fr" },
];

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name }).first().waitFor({ timeout: ANSWER_TIMEOUT_MS });
async function choose(page: Page, method: string): Promise<void> {
  const label = page.locator(".choice > label", { hasText: method });
  if (!(await label.isVisible())) await page.locator(".few > summary").click();
  await label.click();
}

async function payByPhone(page: Page, phone: string): Promise<void> {
  await page.locator("#phone").pressSequentially(phone);
  await page.locator(".tile:visible > label", { hasText: "MTN" }).click();
  await page.locator(".pay:visible").click();
}

async function fillForm(page: Page): Promise<void> {
  await page.locator("#phone").pressSequentially("0505050789");
}

const success = async (page: Page): Promise<void> => {
  await payByPhone(page, "0505050789");
  await heading(page, "Paiement réussi");
};

export const shots: readonly Shot[] = [
  { name: "checkout", reach: fillForm },
  { name: "checkout-dark", dark: true, reach: fillForm },
  { name: "checkout-wide", wide: true, reach: fillForm },
  {
    name: "checkout-otp",
    reach: async (page) => {
      await page.goto(`${page.url()}?country=BF`);
      await page.locator(".tile:visible > label", { hasText: "Orange" }).click();
    },
  },
  {
    name: "checkout-errors",
    reach: async (page) => {
      // As a browser without the script sends it: the picture is the service's answer.
      await page.evaluate("document.querySelector('form').submit()");
      await page.locator("#errors").waitFor();
    },
  },
  {
    name: "checkout-waiting",
    reach: async (page) => {
      await payByPhone(page, "0505050129");
      await heading(page, "Confirmez sur votre téléphone");
    },
  },
  {
    name: "checkout-checking",
    reach: async (page) => {
      await payByPhone(page, "0505050329");
      await heading(page, "Nous vérifions votre paiement");
    },
  },
  {
    name: "checkout-failed",
    reach: async (page) => {
      await payByPhone(page, "0505050049");
      await heading(page, "Le paiement n’a pas abouti");
    },
  },
  {
    name: "checkout-receipt",
    session: { successMessage: "Merci ! Votre commande part demain." },
    reach: success,
  },
  {
    name: "checkout-receipt-mail",
    reach: async (page) => {
      await success(page);
      await page.locator("summary", { hasText: "Recevoir le reçu par e-mail" }).click();
    },
  },
  {
    name: "checkout-left",
    reach: async (page) => {
      await payByPhone(page, "0505050129");
      await heading(page, "Confirmez sur votre téléphone");
      await page.getByRole("button", { name: "Choisir un autre moyen" }).click();
      await page.getByText("La demande est arrêtée").waitFor();
    },
  },
  {
    name: "checkout-transfer-left",
    reach: async (page) => {
      await choose(page, "Virement bancaire");
      await page.locator("#payer_name").fill("Awa Kouassi");
      await page.locator(".pay:visible").click();
      await heading(page, "Faites votre virement");
      await page.getByRole("button", { name: "Choisir un autre moyen" }).click();
      await heading(page, "Ne faites plus ce virement");
    },
  },
  {
    name: "checkout-redirect",
    reach: async (page) => {
      const url = page.url();
      await choose(page, "Carte bancaire");
      await page.locator(".pay:visible").click();
      await page.waitForURL(/simulator/);
      await page.goto(url);
      await heading(page, "Continuez pour confirmer");
    },
  },
  {
    name: "checkout-qr",
    reach: async (page) => {
      await choose(page, "Code QR");
      await page.locator(".pay:visible").click();
      await heading(page, "Scannez pour payer");
    },
  },
  {
    name: "checkout-bank",
    reach: async (page) => {
      await choose(page, "Virement bancaire");
      await page.locator("#payer_name").fill("Awa Kouassi");
      await page.locator(".pay:visible").click();
      await heading(page, "Faites votre virement");
    },
  },
  {
    name: "checkout-failed-for-good",
    session: { maxAttempts: 1 },
    reach: async (page) => {
      await payByPhone(page, "0505050049");
      await heading(page, "Le paiement n’a pas abouti");
    },
  },
  {
    name: "checkout-last-used",
    session: {
      customFields: [
        {
          key: "size",
          label: "Taille",
          type: "DROPDOWN",
          required: true,
          options: [{ value: "m", label: "M" }],
        },
      ],
    },
    reach: async (page) => {
      await page
        .context()
        .addCookies([{ name: "last", value: "QR~~WAVE", url: new URL("/checkout/", page.url()).href }]);
      await page.reload();
    },
  },
  {
    name: "checkout-cancelled",
    reach: async (page, api) => {
      await api.post(`/checkout/sessions/${api.sessionId}/cancel`, {});
      await page.reload();
    },
  },
  { name: "checkout-not-found", reach: async (page) => void (await page.goto(`${page.url()}x`)) },
  { name: "checkout-portuguese", session: { locale: "pt" }, reach: async (page) => choose(page, "Carteira") },
  {
    name: "checkout-expired",
    reach: async (page, api) => {
      await api.post(`/checkout/sessions/${api.sessionId}/expire`, {});
      await page.reload();
    },
  },
  { name: "checkout-english", session: { locale: "en" }, reach: async (page) => choose(page, "Bank card") },
  {
    name: "link",
    reach: async (page, api) => {
      const link = await api.post("/payments/links", {
        amount: "5000",
        currency: "XOF",
        title: "Cotisation du mois",
        description: "Association des parents d’élèves",
      });
      await page.goto(link.url);
    },
  },
  {
    name: "link-paused",
    reach: async (page, api) => {
      const link = await api.post("/payments/links", {
        amount: "5000",
        currency: "XOF",
        title: "Cotisation du mois",
        inactiveMessage: "Reprise des cotisations lundi.",
      });
      await api.patch(`/payments/links/${link.id}`, { status: "PAUSED" });
      await page.goto(link.url);
    },
  },
  {
    name: "link-hundredfold",
    reach: async (page, api) => {
      const link = await api.post("/payments/links", {
        amount: null,
        amountSuggestions: ["500", "1000", "2000"],
        currency: "XOF",
        title: "Quête",
      });
      await page.goto(link.url);
      await page.locator("#amount").fill("50000");
      await page.getByRole("button", { name: "Continuer" }).click();
      await page.locator("#errors").waitFor();
    },
  },
  {
    name: "link-cancelled",
    reach: async (page, api) => {
      const link = await api.post("/payments/links", {
        amount: "5000",
        currency: "XOF",
        title: "Cotisation",
      });
      await api.post(`/payments/links/${link.id}/cancel`, {});
      await page.goto(link.url);
    },
  },
  {
    name: "simulator-card",
    reach: async (page) => {
      await choose(page, "Carte bancaire");
      await page.locator(".pay:visible").click();
      await page.waitForURL(/simulator/);
    },
  },
  {
    name: "simulator-3ds",
    reach: async (page) => {
      await choose(page, "Carte bancaire");
      await page.locator(".pay:visible").click();
      await page.waitForURL(/simulator/);
      await page.getByText("Cartes de test", { exact: true }).click();
      await page.getByRole("button", { name: "4000 0000 0000 3220" }).click();
      await page.getByText("3-D Secure").first().waitFor();
    },
  },
  {
    name: "simulator-wave",
    reach: async (page) => {
      await page.locator("#phone").pressSequentially("0707070789");
      await page.locator(".tile:visible > label", { hasText: "Wave" }).click();
      await page.locator(".pay:visible").click();
      await page.waitForURL(/simulator/);
    },
  },
  {
    name: "simulator-wallet",
    reach: async (page, api) => {
      await choose(page, "Portefeuille");
      await page.locator("#wallet").fill(api.walletPhone);
      await page.locator(".pay:visible").click();
      await page.waitForURL(/simulator/);
    },
  },
  {
    name: "simulator-qr",
    reach: async (page) => {
      await choose(page, "Code QR");
      await page.locator(".pay:visible").click();
      await page.getByRole("link", { name: "Payer sur ce téléphone" }).click();
      await page.waitForURL(/simulator/);
    },
  },
  {
    name: "simulator-bank",
    reach: async (page) => {
      await choose(page, "Virement bancaire");
      await page.locator("#payer_name").fill("Awa Kouassi");
      await page.locator(".pay:visible").click();
      const link = page.getByRole("link", { name: "Test : faire le virement au simulateur" });
      await page.goto((await link.getAttribute("href")) ?? "");
    },
  },
  {
    name: "simulator",
    reach: async (page) => void (await page.goto(new URL("/simulator", page.url()).href)),
  },
];
