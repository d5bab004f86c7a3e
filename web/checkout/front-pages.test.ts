import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import type { Refusal } from "../../server/src/kit/errors.ts";
import type { Logger } from "../../server/src/kit/logger.ts";
import { createFrontPages } from "./front-pages.ts";
import { refusal } from "./pages.test-support.ts";

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => quiet };
let refused: Refusal | null = null;
const front = createFrontPages({
  admit: async () => {
    if (refused !== null) throw refused;
  },
  guidesIn: (locale) => `/guides/${locale}`,
  log: quiet,
});
const app = Fastify();
app.get("/", (request, reply) => front.home(request, reply));
app.setNotFoundHandler((request, reply) => front.notFound(request, reply));
afterAll(() => app.close());
const get = (url: string, language = "") =>
  app.inject({ url, headers: language === "" ? {} : { "accept-language": language } });

describe("the page at the bare host", () => {
  test.each([
    ["/", "", "fr", "il vous faut l’adresse entière de la page de paiement"],
    ["/", "de, en;q=0.8, pt;q=0.9", "pt", "precisa do endereço completo da página de pagamento"],
    ["/?lang=en", "pt", "en", "you need the whole address of the payment page"],
  ])("%s for a reader of %j is in %s", async (url, language, locale, says) => {
    const page = await get(url, language);
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.body).toContain(`<html lang="${locale}">`);
    expect(page.body).toContain(says);
    for (const part of ["Cauris", 'href="/dashboard"', `href="/guides/${locale}"`, "/?lang="])
      expect(page.body).toContain(part);
    // Nothing is paid here, so nothing is said of codes and cards.
    expect(page.body).not.toMatch(/code secret|secret code|código secreto/);
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/);
    expect(policy).not.toContain("unsafe");
  });
});

describe("an address that is none", () => {
  test.each([
    ["/nimporte", "", "Page de paiement introuvable"],
    ["/PAY/x", "en-GB", "Payment page not found"],
    ["/xyz?lang=pt", "en", "Página de pagamento não encontrada"],
  ])("%s for a reader of %j: %s", async (url, language, heading) => {
    const page = await get(url, language);
    expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.body).toContain(`<h1>${heading}</h1>`);
  });
});

test("who asks too often reads when to come back", async () => {
  refused = refusal("RATE_LIMITED", 429, {}, 90);
  for (const url of ["/", "/nimporte"]) {
    const page = await get(url);
    expect([page.statusCode, page.headers["retry-after"]]).toEqual([429, "90"]);
    expect(page.body).toContain("Trop de demandes");
  }
  refused = null;
});
