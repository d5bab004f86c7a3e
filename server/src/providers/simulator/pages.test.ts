import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decodeEmv } from "../../kit/emv.ts";
import type { OutgoingResponse } from "../../kit/http-out.ts";
import { money } from "../../kit/money.ts";
import type { Payer, ProviderReference, StartRequest } from "../provider.ts";
import { nobody, refundRequest } from "../testing/questions.ts";
import { testCards } from "./cards.ts";
import { labels } from "./pages/labels/index.ts";
import type { TransferKind } from "./payer.ts";
import { PIN_FAILURES_MAX, scenarios, WALLET_PIN_FAILURES_MAX, WALLET_PIN_LOCK_MS } from "./rules.ts";
import { toFailureCode } from "./status-map.ts";
import { readBook } from "./store.ts";
import { mtn, openTestWorld, type TestWorld } from "./test-world.ts";

const RETURN_URL = "https://merchant.example/back?session=cs_secret";
const returnsToMerchant = { status: 303, headers: { location: RETURN_URL } };

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(async () => {
  await world?.close();
});
beforeEach(async () => {
  await world.simulator.drain();
  world.takeCallbacks();
});

const get = (url: string, headers: Record<string, string> = {}): Promise<OutgoingResponse> =>
  world.http({ method: "GET", url, headers, timeoutMs: 5_000, responseBytesMax: 200_000 });
const submit = (url: string, fields: Record<string, string>): Promise<OutgoingResponse> =>
  world.http({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    timeoutMs: 5_000,
    responseBytesMax: 200_000,
  });
const text = (response: OutgoingResponse) => response.body.toString();
const booked = async (reference: ProviderReference) =>
  (await readBook(world.owner, world.account.id))
    .filter((line) => line.reference === reference)
    .map(({ amount }) => amount);

/** Starts a payment with a page, and returns its address. */
const open = async (payer: Payer, change: Partial<StartRequest> = {}) => {
  const reference = world.newReference();
  const outcome = await world.start({ reference, payer, ...change });
  if (outcome.kind !== "pending") throw new Error(`the start was ${outcome.kind}`);
  const { nextStep } = outcome;
  const url = nextStep.kind === "POLL" ? "" : (nextStep.actionUrl ?? "");
  return { reference, url, nextStep };
};
const card = () => open(nobody, { method: "CARD" });
const walletOf = (index: number, amount = 400_000n) => {
  const wallet = world.payerWallets[index];
  if (wallet === undefined) throw new Error("no such wallet");
  return open(
    { ...nobody, walletId: wallet.walletId },
    { method: "WALLET", amount: money(amount, wallet.currency) },
  );
};

const walletByPhone: typeof walletOf = (index, amount = 400_000n) => {
  const wallet = world.payerWallets[index];
  if (wallet === undefined) throw new Error("no such wallet");
  return open(
    { ...nobody, phone: wallet.phone },
    { method: "WALLET", amount: money(amount, wallet.currency) },
  );
};

describe("every page", () => {
  it("forbids script and frames, is never cached, and names only the merchant as a way out", async () => {
    const { url } = await card();
    const { status, headers } = await get(url);
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' https:\/\/merchant\.example; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });

  it("says that it is a test, in each language, and leads to the others", async () => {
    const { url } = await card();
    expect(text(await get(url))).toContain('<html lang="fr">');
    expect(text(await get(url))).toContain("Test : aucun argent réel");
    expect(text(await get(`${url}?lang=en`))).toContain("Test: no real money");
    const ofPortuguese = text(await get((await open(nobody, { method: "CARD", locale: "pt" })).url));
    expect(ofPortuguese).toContain('<html lang="pt">');
    expect(ofPortuguese).toContain("Teste: nenhum dinheiro real");
    for (const lang of ["fr", "en"]) expect(ofPortuguese).toContain(`?lang=${lang}" lang="${lang}"`);
  });

  it("names the merchant and the operator as payers know them, and writes its own apostrophe", async () => {
    const { url } = await open({ ...mtn("789"), operator: "WAVE" });
    const page = text(await get(url));
    expect(page).toContain("Wave simulé");
    expect(page).toContain("<dt>Marchand</dt><dd>Maison Akwaba</dd>");
    const unnamed = await open({ ...mtn("789"), operator: "WAVE" }, { merchantName: "" });
    expect(text(await get(unnamed.url))).not.toContain("<dt>Marchand</dt>");
    const written = [...Object.values(labels), ...scenarios.map((scenario) => scenario.text)].flatMap(
      (texts) => Object.values<string>(texts),
    );
    expect(written.filter((words) => /[a-zà-ÿ]'/i.test(words))).toEqual([]);
  });

  it("lets a browser offer what it would offer a real card's page", async () => {
    const { url } = await card();
    const page = text(await get(url));
    for (const field of ["cc-number", "cc-exp", "cc-csc"]) expect(page).toContain(`autocomplete="${field}"`);
  });

  it("shows what a merchant wrote as text, never as markup", async () => {
    const title = `<img src=x onerror=alert(1)>"'&lt;`;
    const { url } = await open(nobody, { method: "CARD", title });
    const html = text(await get(url));
    expect(html).toContain("&lt;img src=x onerror=alert(1)>");
    expect(html).not.toContain("<img");
    const bank = text(
      await get(`${world.publicUrl}/bank?reference=${encodeURIComponent('"><script>alert(1)</script>')}`),
    );
    expect(bank).not.toContain("<script");
  });

  it("is found under its own address only", async () => {
    const { url } = await card();
    const wrong = [
      url.slice(0, -1),
      `${url.slice(0, -1)}${url.endsWith("0") ? "1" : "0"}`,
      `${world.publicUrl}/pay/${"0".repeat(52)}`,
      `${world.publicUrl}/pay/x`,
    ];
    for (const address of wrong) {
      expect((await get(address)).status).toBe(404);
      expect((await submit(address, { act: "cancel" })).status).toBe(404);
    }
  });

  it("changes nothing when it is only opened", async () => {
    const { url, reference } = await card();
    for (let count = 0; count < 3; count += 1) await get(`${url}?act=cancel&testCard=4242424242424242`);
    expect((await world.query(reference)).kind).toBe("pending");
  });

  it("expires with the session", async () => {
    const { url, reference } = await card();
    await world.advance(30 * 60_000);
    expect(text(await get(url))).toContain("PAYMENT_CANCELLED");
    expect(await submit(url, { testCard: "4242424242424242" })).toMatchObject(returnsToMerchant);
    expect(await world.query(reference)).toMatchObject({ kind: "failed", failureCode: "PAYMENT_CANCELLED" });
    expect(await booked(reference)).toEqual([]);
  });
});

describe("the guide", () => {
  it("lists every magic number, card and wallet", async () => {
    for (const address of [world.publicUrl, `${world.publicUrl}/`]) {
      const html = text(await get(`${address}?lang=en`));
      for (const item of [
        "789",
        "169",
        "PROVIDER_UNAVAILABLE",
        "4000 0025 0000 3155",
        "tok_sim_declined",
        "123456",
      ]) {
        expect(html).toContain(item);
      }
      for (const { walletId, phone } of world.payerWallets) {
        expect(html).toContain(walletId);
        expect(html).toContain(phone);
      }
    }
  });
});

describe("PINs", () => {
  it("are shown to a browser on this machine, and to nobody from elsewhere or behind a proxy", async () => {
    expect(text(await get(`${world.publicUrl}?lang=en`))).toContain("PIN");
    for (const headers of [
      { host: "pay.example.org" },
      { "x-forwarded-for": "203.0.113.9" },
      { forwarded: "for=203.0.113.9" },
    ]) {
      const html = text(await get(`${world.publicUrl}?lang=en`, headers));
      expect(html).toContain(world.payerWallets[0]?.phone);
      for (const { pin } of world.payerWallets) expect(html).not.toContain(`<code>${pin}</code>`);
    }
  });
});

describe("the operator's approval page (Wave)", () => {
  const wave = (suffix: string) => open({ ...mtn(suffix), operator: "WAVE" });

  it("approved: what the number stands for begins", async () => {
    const { url, reference } = await wave("789");
    await world.advance(10_000);
    expect((await world.query(reference)).kind).toBe("pending");
    expect(await submit(url, { act: "approve" })).toMatchObject(returnsToMerchant);
    await world.advance(3_000);
    expect((await world.query(reference)).kind).toBe("succeeded");
    expect(await booked(reference)).toEqual([5_000n]);
  });

  it("approved with a number that fails: fails", async () => {
    const { url, reference } = await wave("049");
    await submit(url, { act: "approve" });
    await world.advance(3_000);
    expect(await world.query(reference)).toMatchObject({ failureCode: "INSUFFICIENT_FUNDS" });
  });

  it("cancelled: fails, and the payer goes back", async () => {
    const { url, reference } = await wave("789");
    expect(await submit(url, { act: "cancel" })).toMatchObject(returnsToMerchant);
    expect(await world.query(reference)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
  });

  it("shows no more of the phone than its last digits", async () => {
    const { url } = await wave("789");
    expect(text(await get(url))).not.toContain("504030");
  });
});

describe("the card page", () => {
  it.each(testCards.filter(({ threeDSecure }) => !threeDSecure))(
    "$number: $code",
    async ({ number, code, brand }) => {
      const { url, reference } = await card();
      expect(await submit(url, { act: "card", number, expiry: "12/30", code: "123" })).toMatchObject(
        returnsToMerchant,
      );
      const outcome = await world.query(reference);
      if (code === null) {
        expect(outcome).toMatchObject({ kind: "succeeded", method: { brand, last4: number.slice(-4) } });
        expect(await booked(reference)).toEqual([5_000n]);
      } else {
        expect(outcome).toMatchObject({
          kind: "failed",
          failureCode: toFailureCode(code),
          providerCode: code,
        });
        expect(await booked(reference)).toEqual([]);
      }
    },
  );

  it.each(testCards.filter(({ threeDSecure }) => threeDSecure))(
    "$number asks for 3-D Secure, and then: $code",
    async ({ number, code }) => {
      const { url, reference } = await card();
      const page = await submit(url, { testCard: number });
      expect(page.status).toBe(200);
      expect(text(page)).toContain("3-D Secure");
      expect((await world.query(reference)).kind).toBe("pending");
      expect(await submit(url, { act: "confirm" })).toMatchObject(returnsToMerchant);
      const outcome = await world.query(reference);
      expect(outcome.kind).toBe(code === null ? "succeeded" : "failed");
      if (outcome.kind === "failed") expect(outcome.failureCode).toBe(code && toFailureCode(code));
    },
  );

  it.each([
    ["refuse", "PAYMENT_NOT_CONFIRMED"],
    ["timeout", "PAYMENT_NOT_CONFIRMED"],
    ["cancel", "PAYMENT_CANCELLED"],
  ])("3-D Secure answered with %s: %s", async (act, failureCode) => {
    const { url, reference } = await card();
    await submit(url, { testCard: "4000002500003155" });
    await submit(url, { act });
    expect(await world.query(reference)).toMatchObject({ kind: "failed", failureCode });
    expect(await booked(reference)).toEqual([]);
  });

  it("3-D Secure cannot be confirmed before a card was given", async () => {
    const { url, reference } = await card();
    await submit(url, { act: "confirm" });
    expect((await world.query(reference)).kind).toBe("pending");
  });

  it("neither keeps nor shows a number that is not a test card", async () => {
    const { url, reference } = await card();
    const real = "4111111111111111";
    const page = await submit(url, { act: "card", number: real, expiry: "12/30", code: "123" });
    expect(page.status).toBe(422);
    expect(text(page)).not.toContain(real);
    expect((await world.query(reference)).kind).toBe("pending");
    const rows = await world.owner.query<{ row: string }>({
      text: "select o::text as row from simulator.operations o",
    });
    expect(rows.map(({ row }) => row).join()).not.toContain("411111");
  });

  it("asks again when the date has passed", async () => {
    const { url, reference } = await card();
    const page = await submit(url, { act: "card", number: "4242424242424242", expiry: "01/20", code: "1" });
    expect(page.status).toBe(422);
    expect(text(page)).toContain('role="alert"');
    expect((await world.query(reference)).kind).toBe("pending");
  });

  it("a double click pays once", async () => {
    const { url, reference } = await card();
    await Promise.all(Array.from({ length: 5 }, () => submit(url, { testCard: "4242424242424242" })));
    expect(await booked(reference)).toEqual([5_000n]);
    expect((await world.query(reference)).kind).toBe("succeeded");
    await world.advance(1_000);
    expect(world.takeCallbacks()).toHaveLength(1);
  });
});

describe("the wallet page", () => {
  const balance = async (index: number) => {
    const id = world.payerWallets[index]?.walletId.slice(3) ?? "";
    const rows = await world.owner.query<{ balance: bigint }>({
      text: "select balance from simulator.wallets where id = $1::uuid",
      values: [id],
    });
    return rows[0]?.balance;
  };

  it("right PIN: the debit and the success come together; a refund puts it back", async () => {
    const before = (await balance(0)) ?? 0n;
    const { url, reference } = await walletOf(0, 1_000n);
    expect(await submit(url, { act: "pin", pin: "1234" })).toMatchObject(returnsToMerchant);
    expect((await world.query(reference)).kind).toBe("succeeded");
    expect(await balance(0)).toBe(before - 1_000n);
    const refundReference = world.newReference();
    const amount = money(1_000n, "XOF");
    await world.calls.refund(refundRequest(refundReference, reference, amount));
    await world.advance(3_000);
    expect(await balance(0)).toBe(before);
  });

  it("wrong PIN three times: not confirmed, nothing taken, and the right one comes too late", async () => {
    const before = await balance(0);
    const { url, reference } = await walletOf(0, 1_000n);
    for (const pin of ["0000", ""]) {
      const page = await submit(url, { act: "pin", pin });
      expect(page.status).toBe(422);
      expect(text(page)).toContain('aria-invalid="true"');
    }
    expect(await submit(url, { act: "pin", pin: "12345" })).toMatchObject(returnsToMerchant);
    await submit(url, { act: "pin", pin: "1234" });
    expect(await world.query(reference)).toMatchObject({ failureCode: "PAYMENT_NOT_CONFIRMED" });
    expect(await balance(0)).toBe(before);
  });

  it("guesses that arrive at once are counted one by one", async () => {
    const { url, reference } = await walletOf(0, 1_000n);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => submit(url, { act: "pin", pin: `900${index}` })),
    );
    await submit(url, { act: "pin", pin: "1234" });
    expect(await world.query(reference)).toMatchObject({ failureCode: "PAYMENT_NOT_CONFIRMED" });
  });

  describe("wrong PINs of one wallet count together, whatever the payment", () => {
    const outcome = async (reference: ProviderReference) => (await world.query(reference)).kind;
    /** Payments one after the other, by wallet id and by phone in turn, until this many wrong PINs were typed. */
    const guess = async (count: number): Promise<void> => {
      for (let typed = 0; typed < count; typed += PIN_FAILURES_MAX) {
        const { url } = typed % 2 === 0 ? await walletOf(0, 100n) : await walletByPhone(0, 100n);
        for (let more = typed; more < Math.min(typed + PIN_FAILURES_MAX, count); more += 1) {
          await submit(url, { act: "pin", pin: `90${more}0` });
        }
      }
    };
    const pay = async (open: typeof walletOf) => {
      const { url, reference } = await open(0, 100n);
      await submit(url, { act: "pin", pin: "1234" });
      return outcome(reference);
    };
    it("so after nine the right one opens nothing either, by wallet or by phone, for 15 minutes", async () => {
      expect(await pay(walletOf)).toBe("succeeded");
      const before = await balance(0);
      await guess(WALLET_PIN_FAILURES_MAX);
      expect(await pay(walletOf)).toBe("failed");
      expect(await pay(walletByPhone)).toBe("failed");
      expect(await balance(0)).toBe(before);
      await world.advance(WALLET_PIN_LOCK_MS - 60_000);
      expect(await pay(walletOf)).toBe("failed");
      await world.advance(60_000);
      expect(await pay(walletByPhone)).toBe("succeeded");
    });
    it("and the right PIN before the ninth wrong one begins the count anew", async () => {
      for (const _round of [1, 2]) {
        await guess(WALLET_PIN_FAILURES_MAX - 1);
        expect(await pay(walletOf)).toBe("succeeded");
      }
    });
    it("also when the guesses of many payments arrive at once", async () => {
      const pages = await Promise.all(Array.from({ length: 12 }, () => walletOf(0, 100n)));
      await Promise.all(pages.map(({ url }, index) => submit(url, { act: "pin", pin: `80${10 + index}` })));
      const { url, reference } = pages[11] ?? (await walletOf(0, 100n));
      await submit(url, { act: "pin", pin: "1234" });
      expect(await outcome(reference)).toBe("failed");
      await world.advance(WALLET_PIN_LOCK_MS);
      expect(await pay(walletOf)).toBe("succeeded");
    });
  });

  it("an empty wallet: not enough money", async () => {
    const { url, reference } = await walletOf(1, 1_000n);
    await submit(url, { act: "pin", pin: "2345" });
    expect(await world.query(reference)).toMatchObject({ failureCode: "INSUFFICIENT_FUNDS" });
    expect(await balance(1)).toBe(0n);
  });

  it("payments that race for one balance never take it below zero", async () => {
    const before = (await balance(3)) ?? 0n;
    const opened = await Promise.all(Array.from({ length: 8 }, () => walletOf(3, 300_000n)));
    await Promise.all(opened.map(({ url }) => submit(url, { act: "pin", pin: "1234" })));
    const outcomes = await Promise.all(opened.map(({ reference }) => world.query(reference)));
    expect(before).toBe(1_000_000n);
    expect(outcomes.filter(({ kind }) => kind === "succeeded")).toHaveLength(3);
    expect(await balance(3)).toBe(100_000n);
  });
});

describe("the QR page", () => {
  const qr = (amount: bigint) =>
    open(
      { ...nobody, countryCode: "CI", qrScheme: "PI_SPI" },
      { method: "QR", amount: money(amount, "XOF") },
    );

  it("the code is a valid payload, and the page stands for the application that reads it", async () => {
    const { url, reference, nextStep } = await qr(5_000n);
    expect(nextStep.kind === "DISPLAY_QR" && decodeEmv(nextStep.qrPayload)).not.toBeNull();
    expect(await submit(url, { act: "scan" })).toMatchObject(returnsToMerchant);
    expect((await world.query(reference)).kind).toBe("succeeded");
  });

  it("an amount that ends in 13 expires by itself and cannot be paid", async () => {
    const waiting = await qr(5_013n);
    await world.advance(5_000);
    expect(await world.query(waiting.reference)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
    const quick = await qr(13n);
    await submit(quick.url, { act: "scan" });
    expect(await world.query(quick.reference)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
    expect(await booked(quick.reference)).toEqual([]);
  });
});

describe("the payer's bank", () => {
  const DAY_MS = 86_400_000;
  const transfer = async () => {
    const { reference, nextStep } = await open({ ...nobody, countryCode: "CI" }, { method: "BANK_TRANSFER" });
    const instructions = nextStep.kind === "POLL" ? nextStep.instructions : null;
    return { reference, remittance: instructions?.reference ?? "" };
  };
  const send = (remittance: string, entry: TransferKind) =>
    submit(`${world.publicUrl}/bank`, { reference: remittance, entry });

  it("finds the payment by its reference, however it is typed", async () => {
    const { remittance } = await transfer();
    const spaced = remittance.toLowerCase().replace(/(.{4})/g, "$1 ");
    expect(
      text(await get(`${world.publicUrl}/bank?lang=en&reference=${encodeURIComponent(spaced)}`)),
    ).toContain("Exact amount");
    expect(text(await get(`${world.publicUrl}/bank?reference=RF00NOPE`))).toContain('role="alert"');
  });

  it.each([
    ["EXACT", 5_000n],
    ["SHORT", 2_500n],
    ["OVER", 5_500n],
    ["DUPLICATE", 5_000n],
  ] as const)("%s: %s arrived, once", async (entry, amount) => {
    const { reference, remittance } = await transfer();
    expect((await send(remittance, entry)).status).toBe(200);
    expect(await world.query(reference)).toMatchObject({ kind: "succeeded", amount: money(amount, "XOF") });
    await send(remittance, "EXACT");
    expect(await booked(reference)).toEqual([amount]);
  });

  it("WRONG_REFERENCE: the payment still waits, and a right transfer still counts", async () => {
    const { reference, remittance } = await transfer();
    await send(remittance, "WRONG_REFERENCE");
    expect((await world.query(reference)).kind).toBe("pending");
    await send(remittance, "EXACT");
    expect((await world.query(reference)).kind).toBe("succeeded");
  });

  it("REVERSED: came and went, nothing was paid", async () => {
    const { reference, remittance } = await transfer();
    await send(remittance, "REVERSED");
    expect(await world.query(reference)).toMatchObject({ kind: "failed", providerCode: "TRANSFER_REVERSED" });
    expect(await booked(reference)).toEqual([]);
  });

  it("waits three working days after the session's time; what arrives later is late money, not lost money", async () => {
    const { reference, remittance } = await transfer();
    await world.advance(2 * DAY_MS);
    expect((await world.query(reference)).kind).toBe("pending");
    // Three working days are at most five days, over a weekend.
    await world.advance(4 * DAY_MS);
    expect((await world.query(reference)).kind).toBe("failed");
    await send(remittance, "EXACT");
    expect((await world.query(reference)).kind).toBe("succeeded");
    expect(await booked(reference)).toEqual([5_000n]);
  });
});
