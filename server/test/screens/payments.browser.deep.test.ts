import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payByPhone } from "../harness/phone-payment.ts";
import { picturesOf } from "../harness/pictures.ts";
import { expectAccessible, looks, phone, type Screens, startScreens, wide } from "../harness/screens.ts";

const picture = picturesOf("dashboard");
let screens: Screens;
const hostile = `<img src=x onerror=alert(1)>"'&`;

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  for (const [index, amount] of ["5000", "12500", "700"].entries())
    await payByPhone(test, { amount, phone: `+22505010203${index + 4}6`, reference: `CMD-${index + 1}` });
  await payByPhone(test, { amount: "900", phone: "+2250501020304", reference: hostile.slice(0, 20) });
});
afterAll(() => screens.stop());

describe.each(looks)("$title", ({ title: _title, locale, ...look }) => {
  it.each([
    ["OWNER", "payments?status=FAILED"],
    ["OWNER", "nothing-here"],
  ] as const)("%s sees %s without a finding", async (as, at) => {
    await screens.open({ ...look, as, at, locale, forAxe: true }, expectAccessible);
  });
});

describe("a support clerk", () => {
  it("finds a payment by the payer's phone, by keyboard alone, and reads what to tell the payer", async () => {
    await screens.open({ ...wide, as: "SUPPORT", at: "payments" }, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("05 01 02 03 46");
      await page.keyboard.press("Enter");
      await page.getByText("L’argent est arrivé. Vous pouvez livrer.").waitFor();
      expect(page.url()).toContain("/payments/pi_");
      expect(await page.title()).toContain("Maison Akwaba");
    });
  });

  it("finds it by the reference, by touch on a phone, and the address can be sent on", async () => {
    const url = await screens.open({ ...phone, as: "SUPPORT", at: "payments" }, async (page) => {
      await page.getByRole("searchbox").tap();
      await page.keyboard.type("CMD-2");
      await page.getByRole("button", { name: "Chercher" }).tap();
      await page.getByText("Vous pouvez livrer").waitFor();
      expect(await page.locator(".payment-head .amount").innerText()).toMatch(/12\s500/);
      return new URL(page.url()).pathname;
    });
    const at = url.slice(screens.rootOf("SUPPORT").length + 1);
    await screens.open({ ...wide, as: "VIEWER", at }, async (page) => {
      await page.getByText("CMD-2").first().waitFor();
      expect(await page.getByRole("button", { name: "Rembourser" }).count()).toBe(0);
    });
  });

  it.each([
    ["fr", "Référence courte"],
    ["en", "Short reference"],
    ["pt", "Referência curta"],
  ] as const)(
    "finds it by the short reference that the payer reads, and compares it (%s)",
    async (locale, label) => {
      const { test } = screens;
      const { body } = await test.request("GET", "/checkout/sessions?reference=CMD-3");
      const { shortReference } = await test.app.checkout.page.page(body.data[0].id, true);
      expect(shortReference).toMatch(/^.{4}-.{4}$/);
      await screens.open({ ...phone, as: "SUPPORT", at: "payments", locale, forAxe: true }, async (page) => {
        await page.getByRole("searchbox").fill((shortReference ?? "").toLowerCase().replace("-", " "));
        await page.getByRole("searchbox").press("Enter");
        const fact = page.locator(".payment-head .facts > *", { hasText: label });
        await fact.getByText(shortReference ?? "", { exact: true }).waitFor();
        expect(await fact.getByRole("button").count()).toBe(1);
        await expectAccessible(page);
      });
    },
  );

  it("begins a refund with the key r", async () => {
    await screens.open({ ...wide, as: "SUPPORT", at: "search?q=CMD-3" }, async (page) => {
      await page.getByRole("button", { name: "Rembourser" }).waitFor();
      await page.keyboard.press("r");
      await page.getByRole("dialog").getByRole("radio").first().waitFor();
    });
  });

  it("refunds a part by touch; a double tap refunds once", async () => {
    await screens.open({ ...phone, as: "OWNER", at: "payments?reference=CMD-1" }, async (page) => {
      await page.locator("tr.opens a").tap();
      await page.getByRole("button", { name: "Rembourser" }).tap();
      await page.getByLabel("Une partie").tap();
      await page.getByRole("textbox", { name: "Montant" }).fill("1 500");
      const submit = page.locator("dialog button[type=submit]");
      await expect.poll(() => submit.innerText()).toMatch(/^Rembourser 1\s500/);
      await Promise.all([submit.dispatchEvent("click"), submit.dispatchEvent("click")]);
      await page.getByText(/Remboursement de 1\s500\sF\sCFA demandé/).waitFor();
    });
    const { body } = await screens.test.request("GET", "/payments/refunds");
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({ amount: "1500", reason: "REQUESTED_BY_PAYER" });
  });
});

describe("a list", () => {
  it("keeps its filters in the address and shows hostile text as text", async () => {
    await screens.open({ ...wide, as: "OWNER", at: "payments" }, async (page) => {
      await page.locator(".filters summary").click();
      await page.getByLabel("Montant à partir de").fill("800");
      await page.getByLabel("Montant jusqu’à").fill("1000");
      await page.getByRole("button", { name: "Filtrer" }).click();
      await page.getByText(hostile.slice(0, 20)).waitFor();
      expect(page.url()).toContain("amountMin=800");
      await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
      await page.goBack();
      await expect.poll(() => page.locator("tbody tr").count()).toBe(4);
    });
  });

  it("has its filters ready before they are touched: opening them builds nothing", async () => {
    await screens.open({ ...phone, as: "SUPPORT", at: "payments" }, async (page) => {
      await page.locator("tbody tr").first().waitFor();
      const browser = await page.context().newCDPSession(page);
      await browser.send("Performance.enable");
      const built = async () => {
        const { metrics } = await browser.send("Performance.getMetrics");
        return metrics.find(({ name }) => name === "LayoutObjects")?.value ?? 0;
      };
      const fields = await page.locator(".filters form :is(input, select)").count();
      expect(fields).toBeGreaterThan(5);
      // Asked in turn: what the page prepares when it is idle was asked for before this.
      await page.evaluate("new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle)))");
      const before = await built();
      await page.locator(".filters summary").tap();
      await page.locator(".filters form :is(input, select)").first().waitFor();
      // Each field that is laid out at the touch is several objects.
      expect((await built()) - before).toBeLessThan(fields);
    });
  });

  it("goes through its rows with j and k, and opens one with Enter", async () => {
    await screens.open({ ...wide, as: "OWNER", at: "payments" }, async (page) => {
      const chosen = page.locator("tbody a:focus");
      // The heading is there before the rows, and no key is heard until they are.
      await expect
        .poll(async () => {
          if ((await chosen.count()) === 0) await page.keyboard.press("j");
          return chosen.count();
        })
        .toBe(1);
      await page.keyboard.press("j");
      await page.keyboard.press("k");
      await page.keyboard.press("Enter");
      await page.locator("ol.timeline > li").first().waitFor();
      expect(await page.locator("h1").innerText()).toMatch(/900/);
    });
  });
});

describe("a row that is opened", () => {
  it("loads its page when it is touched, reads beside that, and the list that is left reads nothing again", async () => {
    await screens.open({ ...phone, as: "OWNER", at: "payments?status=SUCCEEDED" }, async (page) => {
      await page.locator("tr.opens a").first().waitFor();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      const isCode = (path: string) => /^\/screens\/detail-[^/]+\.js$/.test(path);
      await page.locator("tr.opens a").first().dispatchEvent("pointerdown");
      await expect.poll(() => asked.some(isCode)).toBe(true);
      // The list's own stream of news may begin in this moment.
      expect(asked.filter((path) => path.startsWith("/api/") && !path.endsWith("/live"))).toEqual([]);
    });
    await screens.open({ ...phone, as: "OWNER", at: "payments" }, async (page) => {
      let failed = 0;
      await page.route(/\/screens\/detail-/, async (route) => {
        failed += 1;
        await route.abort();
      });
      await page.locator("tr.opens a").first().dispatchEvent("pointerdown");
      await expect.poll(() => failed).toBeGreaterThan(0);
      await page.unrouteAll({ behavior: "wait" });
      await page.locator("tr.opens a").first().tap();
      await page.locator(".payment-head").waitFor();
    });
    await screens.open({ ...phone, as: "OWNER", at: "payments?status=SUCCEEDED" }, async (page) => {
      await page.locator("tr.opens a").first().waitFor();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname.replace("/api/v1", "")));
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/screens\/detail-/, async (route) => {
        await held;
        await route.continue();
      });
      await page.locator("tr.opens a").first().tap();
      await expect.poll(() => asked.some((path) => path.startsWith("/payments/timelines/"))).toBe(true);
      expect(await page.locator("tbody tr").count()).toBe(4);
      release();
      await page.locator(".payment-head").waitFor();
      expect(asked.filter((path) => path === "/payments/charges")).toEqual([]);
      expect(asked.filter((path) => path.startsWith("/payments/timelines/"))).toHaveLength(1);
    });
  });
});

describe("what cannot be shown", () => {
  it("an unknown payment is said in words, with the request's id, and the rest of the page lives", async () => {
    await screens.open(
      { ...phone, as: "OWNER", at: "payments/pi_06h0acz02ssz3506d3c4gdv3gm" },
      async (page) => {
        await page.getByText("Cet objet n’existe pas").first().waitFor();
        await page.getByText(/req_/).first().waitFor();
        expect(await page.getByRole("searchbox").isVisible()).toBe(true);
      },
    );
  });

  it("a device that is offline is told how old its page is, keeps it, and is current when it is back", async () => {
    await screens.open({ ...phone, as: "OWNER", at: "payments" }, async (page) => {
      let streams = 0;
      page.on("framenavigated", () => {
        streams = 0;
      });
      page.on("request", (request) => {
        if (request.url().includes("/live")) streams += 1;
      });
      await page.reload();
      await page.locator("tbody tr").first().waitFor();
      await expect.poll(() => streams).toBe(1);
      await page.context().setOffline(true);
      let nowMs = screens.test.clock.nowMs();
      await expect
        .poll(async () => {
          nowMs += 5_000;
          await page.clock.setFixedTime(new Date(nowMs));
          return page.locator(".stale").count();
        })
        .toBe(1);
      expect(await page.locator(".stale").innerText()).toMatch(/^Données d’il y a \d+\s\w+, reconnexion…$/);
      expect(await page.locator("tbody tr").count()).toBe(4);
      await page.context().setOffline(false);
      await page.locator(".stale").waitFor({ state: "detached" });
      expect(streams).toBe(2);
    });
  });

  it("a service that does not answer keeps what is known", async () => {
    await screens.open({ ...phone, as: "OWNER", at: "payments" }, async (page) => {
      await page.route("**/api/v1/payments/charges**", (route) => route.abort());
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
      await page.locator(".filters summary").tap();
      expect(await page.locator("tbody tr").count()).toBe(4);
    });
  });
});

it("a payment without a payment page says why it has no receipt; one with a page has its receipt", async () => {
  const { test } = screens;
  const made = await test.request("POST", "/payments/payment-intents", {
    body: { amount: "4100", currency: "XOF" },
  });
  const { id } = made.body.data;
  const paying = await test.request("POST", `/payments/payment-intents/${id}/confirm`, {
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { countryCode: "CI", operator: "MTN", phone: "+2250501020316" },
    },
  });
  expect(paying.status, JSON.stringify(paying.body.error)).toBe(200);
  await test.advance(5_000);
  await screens.open({ ...phone, as: "OWNER", at: `payments/${id}`, forAxe: true }, async (page) => {
    await page.getByText(/^Aucun reçu ici\s:/).waitFor();
    expect(await page.getByRole("link", { name: "Reçu", exact: true }).count()).toBe(0);
    await expectAccessible(page);
  });
  await screens.open({ ...phone, as: "OWNER", at: "payments?reference=CMD-2" }, async (page) => {
    await page.locator("tr.opens a").tap();
    await page.getByRole("link", { name: "Reçu", exact: true }).waitFor();
    expect(await page.getByText(/^Aucun reçu ici/).count()).toBe(0);
  });
});

it("a filter that nothing recent fits says so, and leads on to older payments", async () => {
  const { test } = screens;
  // More than one page looks through, a year before the others; the oldest of them is the one that fits.
  const yearAgo = test.clock.nowMs() - 365 * 86_400_000;
  await test.owner.query({
    text: `
      insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency,
        wallet_id, payment_method, method_details, payer, request_fingerprint, created_at, updated_at)
      select $1, (lpad(to_hex(ms), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(),
        gen_random_uuid(), 1, 'FAILED', 100, 'XOF', gen_random_uuid(), case n when 1 then 'CARD' else 'BANK_TRANSFER' end,
        '{}', '', '', to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0)
      from generate_series(1, 10050) n, lateral (select $2::bigint + n * 1000 as ms) made`,
    values: [test.merchantNo, yearAgo],
  });
  await screens.open(
    { ...phone, as: "OWNER", at: "payments?paymentMethod=CARD", forAxe: true },
    async (page) => {
      await page.getByText("Rien ici avec ces filtres.").waitFor();
      await picture(page, "list-nothing-yet-phone");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Plus anciens" }).tap();
      await page.locator("tbody tr").first().waitFor();
      expect(await page.locator("tbody tr").count()).toBe(1);
      await page.getByRole("link", { name: "Plus récents" }).tap();
      await page.getByText("Rien ici avec ces filtres.").waitFor();
    },
  );
});

it("a payment of several attempts has the short reference of each", async () => {
  const { test } = screens;
  const body = { amount: "3300", currency: "XOF", title: "Pagne wax" };
  const { id } = (await test.request("POST", "/checkout/sessions", { body })).body.data;
  const read: (string | null)[] = [];
  for (const number of ["+2250501020049", "+2250501020789"]) {
    const paymentDetails = { countryCode: "CI", operator: "MTN", phone: number };
    const paying = { paymentMethod: "MOBILE_MONEY", paymentDetails };
    await test.request("POST", `/checkout/pay/${id}/complete`, { apiKey: null, body: paying });
    read.push((await test.app.checkout.page.page(id, true)).shortReference);
    await test.advance(5_000);
  }
  expect(new Set(read).size).toBe(2);
  await screens.open({ ...phone, as: "SUPPORT", at: `payments/${id}`, forAxe: true }, async (page) => {
    await page.locator("ol.attempts > li").nth(1).waitFor();
    expect(await page.locator("ol.attempts code").allInnerTexts()).toEqual(read);
    await expectAccessible(page);
  });
});

it("who is found is said with the state in the reader's words", async () => {
  const { test } = screens;
  const { status } = await test.request("POST", "/payments/beneficiaries", {
    body: {
      name: "Aminata Koné",
      type: "MOBILE_MONEY",
      details: { phone: "+2250500000789", operator: "MTN" },
      currency: "XOF",
    },
  });
  expect(status).toBe(201);
  await payByPhone(test, { amount: "800", phone: "+2250500000789", reference: "CMD-9" });
  await screens.open({ ...wide, as: "OWNER", at: "search?q=%2B2250500000789" }, async (page) => {
    const found = page.getByRole("row", { name: /Aminata Koné/ });
    await found.getByText("Actif").waitFor();
    expect(await found.getByText("ACTIVE").count()).toBe(0);
  });
});

it("without a wallet a form says who opens one, in place of a beneficiary or a currency that is missing", async () => {
  for (const at of ["payouts/new", "payouts/batches/new", "links/new"])
    await screens.open({ ...phone, as: "OWNER", at }, async (page) => {
      await page.goto(page.url().replace("/sandbox/", "/live/"));
      await page.getByText("Ce mode n’a pas encore de portefeuille").waitFor();
      expect(await page.locator("form.card").count()).toBe(0);
    });
});
