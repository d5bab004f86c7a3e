import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";

/** A payer who comes back from a provider's page: the provider is asked at once, whatever became of its callback. */
let app: TestApp;
/** Paths of the requests to the provider. */
const asked: string[] = [];
beforeAll(async () => {
  app = await startTestApp({
    egress: (egress) => ({
      ...egress,
      trusted: async (request) => {
        asked.push(`${request.method} ${new URL(request.url).pathname}`);
        return egress.trusted(request);
      },
    }),
  });
});
afterAll(() => app?.stop());

const page = (url: string): Promise<string> => fetch(url).then((answer) => answer.text());

/** A payment by Wave whose payer is on Wave's page; the last digits of the phone say what happens. */
async function sentToWave(suffix: string) {
  const created = await app.request("POST", "/checkout/sessions", {
    body: { amount: "5000", currency: "XOF", title: "Commande" },
  });
  const { id, url } = created.body.data;
  const details = { phone: `+2250707070${suffix}`, operator: "WAVE" };
  const body = { paymentMethod: "MOBILE_MONEY", paymentDetails: details };
  const completed = await app.request("POST", `/checkout/pay/${id}/complete`, { apiKey: null, body });
  expect(completed.body.data.nextStep).toBe("REDIRECT");
  return { id: id as string, url: url as string, actionUrl: completed.body.data.actionUrl as string };
}

/** The payer presses a button on Wave's page. Where it leads back to. */
async function press(actionUrl: string, act: "approve" | "cancel"): Promise<string> {
  const answer = await fetch(actionUrl, {
    method: "POST",
    body: new URLSearchParams({ act }),
    redirect: "manual",
  });
  return answer.headers.get("location") ?? "";
}

async function statusOf(id: string): Promise<string> {
  const { body } = await app.request("GET", `/checkout/pay/${id}/status`, { apiKey: null });
  return body.data.status;
}

describe("a payer who is back", () => {
  it("has paid although the callback was lost: one question, and no background work", async () => {
    // A number whose callback never comes.
    const { id, url, actionUrl } = await sentToWave("139");
    const back = await press(actionUrl, "approve");
    expect(back).toBe(`${url}?back=1`);
    app.clock.advance(3_000);
    expect(await statusOf(id)).toBe("PROCESSING");
    expect(await page(back)).toContain("Ne payez pas une seconde fois.");
    await app.app.payments.settled();
    expect(await statusOf(id)).toBe("SUCCEEDED");
    expect(await page(back)).toContain("Paiement réussi");
  });

  it("has not confirmed: is told to wait, and nothing is lost", async () => {
    const { id, url } = await sentToWave("789");
    expect(await page(`${url}?back=1`)).toContain("Retourner confirmer");
    await app.app.payments.settled();
    expect(await statusOf(id)).toBe("PROCESSING");
  });

  it("and loads the page again and again causes one question in three seconds", async () => {
    const { id, url } = await sentToWave("789");
    asked.length = 0;
    for (let visit = 0; visit < 5; visit += 1) {
      await page(`${url}?back=1`);
      await app.app.payments.settled();
    }
    expect(asked).toHaveLength(1);
    app.clock.advance(3_000);
    await page(`${url}?back=1`);
    await app.app.payments.settled();
    expect(asked).toHaveLength(2);
    expect(await statusOf(id)).toBe("PROCESSING");
  });
});
