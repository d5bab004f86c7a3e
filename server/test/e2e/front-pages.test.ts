import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";

/** Who has no address of a page, or a wrong one: a person reads a page in the own language, a program gets the API's answer. */
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test?.stop());

const read = async (path: string, accept: string, language = "") => {
  const headers = { accept, ...(language === "" ? {} : { "accept-language": language }) };
  const answer = await fetch(`${test.origin}${path}`, { redirect: "manual", headers });
  return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.text() };
};
const browser = "text/html,application/xhtml+xml,*/*;q=0.8";

it.each(["/nimporte", "/paiement", "/PAY/x", "/xyz", "/checkout/x/y"])("%s", async (path) => {
  const page = await read(path, browser);
  expect([page.status, page.type]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.body).toContain("Page de paiement introuvable");
  expect((await read(path, browser, "en")).body).toContain("Payment page not found");
  expect((await read(`${path}?lang=pt`, browser, "en")).body).toContain("Página de pagamento não encontrada");
  for (const accept of ["application/json", "*/*"])
    expect(JSON.parse((await read(path, accept)).body).error.code).toBe("RESOURCE_NOT_FOUND");
});

it("what is below the API stays with programs", async () => {
  for (const path of ["/api/v1/nimporte", "/api/v1"]) {
    const answer = await read(path, browser);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
  }
});

it("/ says what it is, and leads to the dashboard and the documentation", async () => {
  for (const language of ["fr", "en", "pt"]) {
    const page = await read("/", browser, language);
    expect(page.status).toBe(200);
    const links = [...page.body.matchAll(/class="button" href="([^"]+)"/g)].map(([, href = ""]) => href);
    // `site.test.ts` reads both starts of the documentation.
    expect(links).toEqual([
      "/dashboard",
      language === "fr" ? "/documentation/guides/fr/" : "/documentation/",
    ]);
  }
  expect((await read("/dashboard", browser)).status).toBeLessThan(400);
  expect(JSON.parse((await read("/", "*/*")).body).data.object).toBe("service");
});
