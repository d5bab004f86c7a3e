import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { decimals } from "../../../sdk/js/src/index.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { mtn } from "../simulation/payer.ts";

/**
 * The WooCommerce plugin, run by PHP in a shop made of the documented hooks (`shops/woocommerce/test/shop.php`), against the running
 * service: its sessions, its signed webhooks, its refunds.
 */
const folder = join(import.meta.dirname, "../../../shops/woocommerce");
const plugin = join(folder, "cauris-for-woocommerce");
const hasPhp = (() => {
  try {
    return Number(execFileSync("php", ["-r", "echo PHP_VERSION_ID;"], { encoding: "utf8" })) >= 80_100;
  } catch {
    return false;
  }
})();
if (!hasPhp) console.log("WooCommerce plugin: skipped what needs PHP 8.1, which is not installed here");

const sources = readdirSync(plugin, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".php"),
);

interface ShopOrder {
  readonly status: string;
  readonly paid: number | null;
  readonly transaction: string;
  readonly completed: number;
  readonly notes: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
}

describe("the texts", () => {
  const used = sources.flatMap((name) =>
    [
      ...readFileSync(join(plugin, name), "utf8").matchAll(
        /__\( '((?:[^'\\]|\\.)*)', 'cauris-for-woocommerce' \)/g,
      ),
    ].map(([, text = ""]) => text),
  );
  const entries = (file: string) =>
    new Map(
      [
        ...readFileSync(join(plugin, "languages", file), "utf8").matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm),
      ].map(([, id = "", text = ""]) => [id.replaceAll('\\"', '"'), text.replaceAll('\\"', '"')] as const),
    );

  it("are all in the template and in French", () => {
    expect(used.length).toBeGreaterThan(30);
    expect([...new Set(used)].filter((text) => !entries("cauris-for-woocommerce.pot").has(text))).toEqual([]);
    const french = entries("cauris-for-woocommerce-fr_FR.po");
    expect([...french.keys()].sort()).toEqual([...new Set(used)].sort());
    expect([...french].filter(([, text]) => text === "")).toEqual([]);
  });

  it("keep their placeholders in French, and the compiled file is that of the text", () => {
    const compiled = readFileSync(join(plugin, "languages/cauris-for-woocommerce-fr_FR.mo"));
    const marks = (text: string) => (text.match(/%(?:\d\$)?[sd]/g) ?? []).sort();
    for (const [id, text] of entries("cauris-for-woocommerce-fr_FR.po")) {
      expect(marks(text)).toEqual(marks(id));
      expect(compiled.includes(`${text}\0`), text).toBe(true);
    }
  });
});

it("knows the decimals of the service's currencies", () => {
  const table = readFileSync(join(plugin, "includes/money.php"), "utf8");
  const found = [...table.matchAll(/'([A-Z]{3})' => (\d)/g)].map(([, code = "", digits]) => [
    code,
    Number(digits),
  ]);
  expect(Object.fromEntries(found)).toEqual(decimals);
});

describe.skipIf(!hasPhp)("the plugin", () => {
  let test: TestApp;
  let shopDir: string;
  let php: ChildProcess;
  let shop: string;
  let settings: Record<string, string>;

  async function ask<T>(path: string, body: unknown = {}): Promise<T> {
    writeFileSync(join(shopDir, "now"), String(Math.floor(test.clock.nowMs() / 1_000)));
    const response = await fetch(shop + path, { method: "POST", body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} ${response.status}: ${text}`);
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new Error(`${path}: ${text}`);
    }
  }

  beforeAll(async () => {
    test = await startTestApp();
    shopDir = mkdtempSync(join(tmpdir(), "shop-"));
    const port = await freePort();
    shop = `http://127.0.0.1:${port}`;
    php = spawn("php", ["-S", `127.0.0.1:${port}`, join(folder, "test/shop.php")], {
      env: { ...process.env, SHOP_DIR: shopDir },
      stdio: "ignore",
    });
    await vi.waitFor(() => fetch(`${shop}/?wc-api=none`), { timeout: 15_000, interval: 100 });
    const { body } = await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
      body: { url: `http://localhost:${port}/?wc-api=cauris_webhook`, events: "*" },
      headers: { "idempotency-key": "shop" },
    });
    settings = {
      enabled: "yes",
      title: "Mobile money",
      description: "",
      api_url: test.origin,
      api_key: test.apiKey,
      webhook_secret: body.data.secret,
    };
    await ask("/settings", settings);
    await test.drain();
    const ping = `/merchant/merchants/${test.merchantId}/webhook-endpoints/${body.data.id}/ping`;
    await test.request("POST", ping, { headers: { "idempotency-key": "ping" } });
    await test.drain();
  });
  afterAll(async () => {
    php.kill();
    await test.stop();
    rmSync(shopDir, { recursive: true });
  });

  let orderNo = 40;
  const order = async (facts: Record<string, unknown> = {}) => {
    orderNo += 1;
    const id = orderNo;
    const key = `wc_order_${id}`;
    const given = { id, key, total: "5000", currency: "XOF", method: "cauris", status: "pending", phone: "" };
    await ask("/order", { ...given, ...facts });
    return { id, key };
  };
  const read = (id: number): Promise<ShopOrder> => ask("/read", { id });
  const pay = async (
    id: number,
  ): Promise<{ sessionId: string; url: string | undefined; notices: readonly string[] }> => {
    const [{ redirect: url }, notices] = await ask<[{ redirect?: string }, string[]]>("/pay", { id });
    return { url, sessionId: url?.split("/").at(-1) ?? "", notices };
  };
  const complete = async (sessionId: string, phone = "789") => {
    await test.request("POST", `/checkout/pay/${sessionId}/complete`, { body: mtn(phone), apiKey: null });
    writeFileSync(join(shopDir, "now"), String(Math.floor(test.clock.nowMs() / 1_000)));
    await settle(10_000);
  };
  /** Moves both clocks on: the shop compares a webhook's time with its own. */
  const settle = async (ms: number) => {
    writeFileSync(join(shopDir, "now"), String(Math.floor((test.clock.nowMs() + ms) / 1_000)));
    await test.advance(ms);
  };
  const comeBack = async ({ id, key }: { id: number; key: string }) => {
    await ask("/read", { id });
    const response = await fetch(`${shop}/?wc-api=cauris_return&order=${id}&key=${key}`, {
      redirect: "manual",
    });
    return response.headers.get("location");
  };
  const paid = async (facts: Record<string, unknown> = {}) => {
    const made = await order(facts);
    const { sessionId } = await pay(made.id);
    await complete(sessionId);
    expect((await read(made.id)).status).toBe("processing");
    return made;
  };
  const refundsOf = async (id: number) =>
    (await test.request("GET", `/payments/refunds?chargeId=${(await read(id)).transaction}`)).body.data;

  it("has no error of syntax", () => {
    for (const name of sources) execFileSync("php", ["-l", join(plugin, name)], { stdio: "pipe" });
  });

  it("opens one session for an order, however often the customer presses the button", async () => {
    const { id, key } = await order();
    const [first, second] = [await pay(id), await pay(id)];
    expect(second.url).toBe(first.url);
    const { body } = await test.request("GET", `/checkout/sessions/${first.sessionId}`);
    expect(body.data).toMatchObject({
      amount: "5000",
      currency: "XOF",
      title: `Order ${id}`,
      reference: String(id),
      locale: "fr",
      customer: { name: "Awa Koné", email: "awa@example.com" },
      metadata: { wooOrder: String(id), wooOrderKey: key },
    });
    expect(body.data.successUrl).toContain(`wc-api=cauris_return&order=${id}&key=${key}`);
  });

  it("cancels the session of another amount, and opens a new one", async () => {
    const made = await order();
    const { sessionId } = await pay(made.id);
    await ask("/order", { ...(await read(made.id)), total: "7000" });
    const { sessionId: other } = await pay(made.id);
    expect(other).not.toBe(sessionId);
    const { body } = await test.request("GET", `/checkout/sessions/${sessionId}`);
    expect(body.data.status).toBe("CANCELLED");
  });

  it("does not let an odd phone number keep a customer from paying", async () => {
    const { id } = await order({ phone: "12" });
    expect((await pay(id)).url).toContain("/checkout/cs_");
  });

  it("opens a new session where the service does not know the old one any more", async () => {
    const made = await order({ meta: { _cauris_session: "cs_06gzvcpwr1tyn7nm4htj4r584m" } });
    expect((await pay(made.id)).url).toContain("/checkout/cs_");
  });

  it.each([
    [{ total: "1179.82" }, "1179.82 XOF cannot be paid: this currency has 0 decimals."],
    [{ currency: "XYZ" }, "Cauris does not take payments in XYZ."],
  ])("refuses an order of %j with its reason", async (facts, reason) => {
    const { id } = await order(facts);
    const { url, notices } = await pay(id);
    expect(url).toBeUndefined();
    expect(notices.join()).toContain(reason);
  });

  it("takes 5000.00 F for what it is", async () => {
    const { id } = await order({ total: "5000.00" });
    expect((await pay(id)).url).toBeDefined();
  });

  it("fulfils an order once by its webhooks, and by the return afterwards not again", async () => {
    const made = await paid();
    const { completed, transaction, notes } = await read(made.id);
    expect([completed, transaction.slice(0, 3), notes.length]).toEqual([1, "ch_", 1]);
    expect(await comeBack(made)).toBe(`http://shop.example/received/${made.id}`);
    expect(await read(made.id)).toMatchObject({ completed: 1, notes });
  });

  it("asks the service when the payer comes back, and believes no query", async () => {
    const made = await order();
    await pay(made.id);
    expect(await comeBack(made)).toBe(`http://shop.example/pay/${made.id}`);
    expect(await comeBack({ ...made, key: "wc_order_other" })).toBe("http://shop.example/shop");
    expect((await read(made.id)).status).toBe("pending");
  });

  it("puts an order on hold while the outcome is unknown, and neither cancels it nor takes another amount", async () => {
    const made = await order();
    const { sessionId, url } = await pay(made.id);
    await complete(sessionId, "369");
    expect(await ask("/may-be-cancelled", { id: made.id })).toBe(false);
    expect(await comeBack(made)).toBe(`http://shop.example/received/${made.id}`);
    const waiting = await read(made.id);
    expect([waiting.status, waiting.notes.at(-1)]).toEqual([
      "on-hold",
      expect.stringContaining("not known yet"),
    ]);
    expect(await ask("/thank-you", { id: made.id })).toContain("Please do not pay again");
    expect((await pay(made.id)).url).toBe(url);
    await settle(300_000);
    await ask("/hourly");
    expect(await read(made.id)).toMatchObject({ status: "processing", completed: 1 });
    expect(await ask("/thank-you", { id: made.id })).toBe("");
  });

  it("lets WooCommerce cancel what nobody has begun to pay", async () => {
    const made = await order();
    await pay(made.id);
    expect(await ask("/may-be-cancelled", { id: made.id })).toBe(true);
  });

  it("lets a customer whose payment failed pay again on the same page", async () => {
    const made = await order();
    const { sessionId, url } = await pay(made.id);
    await complete(sessionId, "049");
    expect(await comeBack(made)).toBe(`http://shop.example/pay/${made.id}`);
    expect((await pay(made.id)).url).toBe(url);
  });

  it("refuses webhooks that the service has not signed", async () => {
    const made = await order();
    await pay(made.id);
    const response = await fetch(`${shop}/?wc-api=cauris_webhook`, {
      method: "POST",
      headers: {
        "webhook-id": "evt_x",
        "webhook-timestamp": String(Math.floor(test.clock.nowMs() / 1_000)),
        "webhook-signature": "v1,AAAA v1,",
      },
      body: JSON.stringify({ type: "checkout.session.completed", data: {} }),
    });
    expect(response.status).toBe(400);
  });

  it("says that a payment could not be started, and holds an order, while the service is away", async () => {
    const made = await order();
    const other = await order();
    await pay(made.id);
    await ask("/settings", { ...settings, api_url: "http://127.0.0.1:9" });
    expect((await pay(other.id)).notices.join()).toContain("could not be started");
    expect(await comeBack(made)).toBe(`http://shop.example/received/${made.id}`);
    expect((await read(made.id)).status).toBe("on-hold");
    expect(await ask("/may-be-cancelled", { id: made.id })).toBe(false);
    await ask("/settings", settings);
    // Nobody had begun to pay it: it is payable again once the service has said so.
    await ask("/hourly");
    expect((await read(made.id)).status).toBe("pending");
  });

  describe("refunds", () => {
    beforeAll(async () => {
      // A refund of a whole payment needs its fee from other money.
      await paid({ total: "50000" });
    });

    it("a part, and then the rest", async () => {
      const { id } = await paid();
      expect(await ask("/refund", { id, amount: "2000" })).toBeGreaterThan(0);
      await settle(10_000);
      expect(await ask("/refund", { id, amount: "3000.00" })).toBeGreaterThan(0);
      expect(await ask("/refund", { id, amount: "1" })).toContain("remaining");
      const made = await refundsOf(id);
      expect(made.map(({ amount }: { amount: string }) => amount)).toEqual(["3000", "2000"]);
      expect(made[0]).toMatchObject({ note: "Retour", reason: "REQUESTED_BY_PAYER" });
    });

    it("once, when the answer was lost and somebody tries again", async () => {
      const { id } = await paid();
      await ask("/refund", { id, amount: "2000" });
      await ask("/forget-refund", { id });
      expect(await ask("/refund", { id, amount: "2000" })).toContain("made just now");
      await settle(61_000);
      expect(await ask("/refund", { id, amount: "1500" })).toContain("but its answer was lost");
      expect(await ask("/refund", { id, amount: "2000" })).toBeGreaterThan(0);
      expect(await refundsOf(id)).toHaveLength(1);
    });

    it("taken back in WooCommerce when the provider could not return the money", async () => {
      const { id } = await paid();
      const refundId = await ask("/refund", { id, amount: "1049" });
      await settle(70_000);
      expect(await ask("/read", { id: refundId })).toBeNull();
      expect((await read(id)).notes.at(-1)).toContain("The customer has not received the money");
    });

    it("of an order that was not paid here are refused", async () => {
      const { id } = await order();
      expect(await ask("/refund", { id, amount: "100" })).toContain("nothing to refund");
    });
  });

  it("tests the connection when the settings are saved", async () => {
    expect(await ask("/save")).toEqual([true, [expect.stringContaining("message: Cauris: connected as")]]);
    const { body } = await test.request("POST", `/merchant/merchants/${test.merchantId}/api-keys`, {
      body: { name: "weak", permissions: ["merchant.checkout.manage"] },
      headers: { "idempotency-key": "weak" },
    });
    for (const [change, message] of [
      [{ api_key: "svc_mk_sandbox_wrong" }, "the test of the connection failed"],
      [{ api_key: body.data.key }, "The key lacks merchant.refunds.manage."],
      [{ webhook_secret: "" }, "the webhook secret is missing"],
      [{ api_url: "http://127.0.0.1:9" }, "the test of the connection failed"],
    ] as const) {
      await ask("/settings", { ...settings, ...change });
      expect(await ask("/save")).toEqual([true, [expect.stringContaining(message)]]);
    }
    await ask("/settings", { ...settings, api_key: "" });
    expect(await ask("/available")).toBe(false);
    await ask("/settings", settings);
    expect(await ask("/available")).toBe(true);
  });

  it("asks hourly while it is active, and leaves no secret behind", async () => {
    expect(await ask("/schedule")).toEqual([["cauris_ask_again"], []]);
    expect(await ask("/uninstall")).toEqual([]);
  });
});

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
