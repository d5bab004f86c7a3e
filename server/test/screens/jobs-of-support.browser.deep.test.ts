import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hands } from "../harness/hands.ts";
import { payByPhone } from "../harness/phone-payment.ts";
import { allRead, type Screens, startScreens } from "../harness/screens.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** The day of a support clerk, each job by keyboard and by touch. */
let screens: Screens;
let unknownId: string;
let heldId: string;
let sms: string;
const toRefund = { "by keyboard": "CMD-2", "by touch": "CMD-3" } as const;
/** Who calls: a phone and an order of their own for each hand. */
const callers = {
  "by keyboard": { phone: "+2250501040346", said: "05 01 04 03 46", reference: "TEL-1" },
  "by touch": { phone: "+2250501050346", said: "+225 05 01 05 03 46", reference: "TEL-2" },
} as const;

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  const payer = createPayer(test);
  const pay = async (amount: string, ending: string, who: number) => {
    const { id } = await payer.newSession({ amount });
    return (await payer.complete(id, mtn(ending, who))).body.data.paymentIntentId as string;
  };
  for (const reference of ["CMD-1", ...Object.values(toRefund)])
    await payByPhone(test, { amount: "5000", phone: "+2250501020346", reference });
  for (const { phone, reference } of Object.values(callers))
    await payByPhone(test, { amount: "8000", phone, reference });
  // The same phone: once without enough money, then paid.
  for (const [amount, phone] of [
    ["7100", "+2250501020049"],
    ["7200", "+2250501020049"],
  ] as const)
    await payByPhone(test, { amount, phone, reference: `RETRY-${amount}` });
  unknownId = await pay("9100", "329", 8);
  heldId = await pay("600000", "219", 9);
  await test.advance(90_000, 2_000);
  const [charge] = (await test.request("GET", "/payments/charges?reference=CMD-1")).body.data;
  sms = charge.provider.transactionId;
}, 120_000);
afterAll(() => screens?.stop());

describe.each(hands)("$title", ({ title, look, of }) => {
  const as = "SUPPORT";

  it("finds a payment by the payer's phone in one search, and reads what to tell the payer", async () => {
    const { said, reference } = callers[title];
    await screens.open({ ...look, as, at: "" }, async (page) => {
      await of(page).search(said);
      await page
        .locator(".payment-head .tell")
        .getByText("L’argent est arrivé. Vous pouvez livrer.")
        .waitFor();
      await page.locator(".payment-head").getByText(reference).waitFor();
      await page.getByText("par une clé").first().waitFor();
      expect(await page.locator("main").innerText(), "the role may read no keys").not.toMatch(/\bkey_/);
    });
  });

  it("finds a payment by its reference, and refunds a part", async () => {
    const { reference } = callers[title];
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await screens.test.owner.query({ text: `update members set refund_limits = '{"XOF": "50000"}'` });
      await hand.search(reference);
      await hand.press(page.getByRole("button", { name: "Rembourser" }));
      await hand.tick(page.getByLabel("Une partie"));
      await hand.write(page.getByRole("textbox", { name: "Montant" }), "1500");
      await hand.press(page.locator("dialog").getByRole("button", { name: /^Rembourser 1\s500/ }));
      await hand.press(page.getByRole("link", { name: /Remboursement de 1\s500/ }));
      await page.getByText("Demandé par").waitFor();
      expect(await page.locator("main").innerText()).toMatch(/Demandé par\s+SUPPORT/);
    });
    const { body } = await screens.test.request("GET", `/payments/charges?reference=${reference}`);
    const refunds = await screens.test.request("GET", "/payments/refunds");
    const amounts = refunds.body.data
      .filter(({ chargeId }: { chargeId: string }) => chargeId === body.data[0].id)
      .map(({ amount }: { amount: string }) => amount);
    expect(amounts).toEqual(["1500"]);
  });

  it("finds a payment by the number in the payer's SMS", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      await of(page).search(sms);
      await page.getByRole("heading", { level: 1, name: /5\s000/ }).waitFor();
      await page.locator(".payment-head").getByText("CMD-1").waitFor();
    });
  });

  it("finds a payment by its amount and hour", async () => {
    await screens.open({ ...look, as, at: "payments" }, async (page) => {
      const hand = of(page);
      await hand.press(page.locator(".filters summary"));
      await page.getByLabel("Vers quelle heure").fill("10:20");
      await hand.write(page.getByLabel("Montant à partir de"), "7150");
      await hand.write(page.getByLabel("Montant jusqu’à"), "7250");
      await hand.press(page.getByRole("button", { name: "Filtrer" }));
      await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
      await page.getByRole("link", { name: /^7\s200/ }).waitFor();
      await hand.press(page.locator(".filters summary"));
      await page.getByLabel("Vers quelle heure").fill("15:00");
      await hand.press(page.getByRole("button", { name: "Filtrer" }));
      await page.getByText("Rien ici avec ces filtres.").waitFor();
    });
  });

  it("says what is with money that has left the phone: unknown, or held", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.search(unknownId);
      await expect.poll(() => page.locator(".payment-head .tell").innerText()).toContain("Ne livrez pas");
      await hand.search(heldId);
      await page.getByRole("heading", { level: 1, name: /600\s000/ }).waitFor();
      expect(await page.locator(".payment-head .tell").innerText()).not.toContain("Vous pouvez livrer");
    });
  });

  it("sees that the same payer tried again, and opens that attempt", async () => {
    await screens.open({ ...look, as, at: "payments?reference=RETRY-7100" }, async (page) => {
      const hand = of(page);
      await hand.press(page.locator("tr.opens a"));
      const others = page.getByRole("region", { name: "Même payeur, un jour avant et après" });
      await others.getByRole("listitem").filter({ hasText: "Échoué" }).waitFor();
      await hand.press(others.getByRole("link", { name: /^7\s200/ }));
      await page.getByRole("heading", { level: 1, name: /7\s200/ }).waitFor();
    });
  });

  it("saves the receipt of a payment, and sends its address", async () => {
    await screens.open({ ...look, as, at: "payments?reference=CMD-1" }, async (page) => {
      const hand = of(page);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await hand.press(page.locator("tr.opens a"));
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        hand.press(page.getByRole("link", { name: "Reçu" })),
      ]);
      expect(file.suggestedFilename()).toMatch(/^ch_.*\.pdf$/);
      await hand.press(page.getByRole("button", { name: "Copier l’adresse du reçu" }));
      await page.getByRole("button", { name: "Copié" }).waitFor();
      const address = await page.evaluate<string>("navigator.clipboard.readText()");
      expect((await page.request.get(address)).headers()["content-type"]).toBe("application/pdf");
    });
  });

  it("looks at the payer's page as the payer sees it, and leaves no trace there", async () => {
    const { test } = screens;
    const payer = createPayer(test);
    const { id } = await payer.newSession({ amount: "3300" });
    const phone = mtn("329", look.hasTouch === true ? 21 : 22);
    const paymentId: string = (await payer.complete(id, phone)).body.data.paymentIntentId;
    await test.drain();
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.search(paymentId);
      await hand.press(page.getByRole("link", { name: "Page du payeur" }));
      await page.getByText("Rien ne se paie d’ici.").waitFor();
      expect(await page.locator(".amount").innerText()).toMatch(/3\s300/);
      expect(await page.locator("main [inert] h1").count()).toBe(1);
    });
    await test.drain();
    const { body } = await test.request("GET", `/payments/timelines/${id}`);
    const kinds = body.data.entries.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain("ATTEMPT_STARTED");
    expect(kinds).not.toContain("PAGE_OPENED");
  });

  it("watches one payment until it ends, without touching the page", async () => {
    const { test } = screens;
    const payer = createPayer(test);
    const { id } = await payer.newSession({ amount: "4400" });
    const started = (await payer.complete(id, mtn("789", look.hasTouch === true ? 12 : 13))).body.data;
    await screens.open({ ...look, as, at: "" }, async (page) => {
      await of(page).search(started.paymentIntentId);
      await page.getByRole("heading", { level: 1, name: /4\s400/ }).waitFor();
      expect(await page.locator(".payment-head .tell").innerText()).not.toContain("Vous pouvez livrer");
      await test.advance(5_000);
      await test.app.loops.live?.runOnce();
      await page.locator(".payment-head").getByText("Vous pouvez livrer").waitFor();
    });
  });

  it("refunds the whole, up to what the owner allowed", async () => {
    const { test } = screens;
    const reference = toRefund[title];
    await screens.open({ ...look, as, at: `payments?reference=${reference}` }, async (page) => {
      const hand = of(page);
      // The owner has said how much a clerk may give back.
      await test.owner.query({ text: `update members set refund_limits = '{"XOF": "50000"}'` });
      await hand.press(page.locator("tr.opens a"));
      await hand.press(page.getByRole("button", { name: "Rembourser" }));
      await hand.press(page.locator("dialog").getByRole("button", { name: /^Rembourser 5\s000/ }));
      // It waits for the provider: the page says so and offers no second one, also when it is opened anew.
      await page.getByRole("link", { name: /Remboursement de 5\s000.* en route/ }).waitFor();
      await page.getByRole("button", { name: "Rembourser" }).waitFor({ state: "detached" });
      await page.reload();
      await page.getByRole("link", { name: /Remboursement de 5\s000.* en route/ }).waitFor();
      await allRead(page);
      expect(await page.getByRole("button", { name: "Rembourser" }).count()).toBe(0);
    });
    const charges = (await test.request("GET", `/payments/charges?reference=${reference}`)).body.data;
    const refunds: readonly { chargeId: string; amount: string; createdBy: string }[] = (
      await test.request("GET", "/payments/refunds")
    ).body.data;
    const ofThis = refunds.filter(({ chargeId }) => chargeId === charges[0].id);
    expect(ofThis.map(({ amount }) => amount)).toEqual(["5000"]);
    expect(ofThis[0]?.createdBy).toMatch(/^usr_/);
  });

  it("notes what was said and hands the payment to a colleague, who finds the note", async () => {
    const note = `Rappeler à 16 h (${look.viewport?.width})`;
    const handed = await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await hand.search(unknownId);
      await hand.write(page.getByLabel("Note pour vos collègues"), note);
      await hand.press(page.getByRole("button", { name: "Ajouter la note" }));
      await page.locator(".notes li", { hasText: note }).waitFor();
      await hand.press(page.getByRole("button", { name: "Copier l’adresse" }));
      await page.getByRole("button", { name: "Copié" }).waitFor();
      return page.evaluate<string>("navigator.clipboard.readText()");
    });
    const at = new URL(handed).pathname.slice(screens.rootOf(as).length + 1);
    await screens.open({ ...look, as: "OWNER", at }, async (page) => {
      await page.locator(".notes li", { hasText: note }).waitFor();
    });
  });
});

it("a phone that can share hands the address to another program; closing its menu is no fault", async () => {
  const [shares] = hands.filter(({ title }) => title === "by touch");
  if (shares === undefined) throw new Error("nobody works by touch");
  await screens.open({ ...shares.look, as: "SUPPORT", at: "" }, async (page) => {
    await page.context().addInitScript(`window.shared = [];
      navigator.share = async (what) => {
        shared.push(what);
        if (shared.length > 1) throw new DOMException("closed", "AbortError");
      };`);
    await page.reload();
    await shares.of(page).search(unknownId);
    const share = page.getByRole("button", { name: "Transmettre" });
    await share.tap();
    await share.tap();
    const shared = await page.evaluate<{ title: string; url: string }[]>("shared");
    expect(shared.map(({ url }) => new URL(url).pathname.split("/").at(-1))).toEqual([unknownId, unknownId]);
    expect(shared[0]?.title).toContain("Maison Akwaba");
  });
});
