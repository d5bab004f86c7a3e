import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import { plantSums } from "../../server/test/harness/planted-sums.ts";
import {
  allRead,
  expectAccessible,
  looks,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";

/** A merchant's numbers: how the day goes, where the money is, what waits, and how the month's payments went. */
let fresh: Screens;
let busy: Screens;
beforeAll(async () => {
  [fresh, busy] = await Promise.all([startScreens(), startScreens()]);
  await plantSums(busy.test, busy.test.merchantNo, 36);
}, 120_000);
afterAll(() => Promise.all([fresh?.stop(), busy?.stop()]));

const home = { as: "OWNER", at: "" } as const;
const picture = picturesOf("dashboard");

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("nothing is in the way of anybody, with and without payments", async () => {
    for (const [name, screens] of [
      ["home-new", fresh],
      ["home", busy],
    ] as const) {
      await screens.open({ ...home, ...look, forAxe: true }, async (page) => {
        await allRead(page);
        // Nothing to draw: no empty axes.
        if (name === "home-new") expect(await page.locator(".chart svg").count()).toBe(0);
        else await page.locator(".chart svg").first().waitFor();
        await expectAccessible(page);
        await picture(page, `${name}-${look.viewport?.width}`);
      });
    }
  });
});

describe.each(looks)("the month at $title", ({ title: _title, ...look }) => {
  it("its payments from page to paid, and how each operator did, are in nobody's way", async () => {
    await busy.open(
      { as: "ACCOUNTANT", at: "reports?month=2026-11", ...look, forAxe: true },
      async (page) => {
        await page.getByRole("slider").nth(1).waitFor();
        await expectAccessible(page);
        await picture(page, `reports-${look.viewport?.width}`);
      },
    );
  });
});

it("an accountant reads where payers were lost, and which operator did worst", async () => {
  await busy.open({ as: "ACCOUNTANT", at: "reports?month=2026-11", ...phone }, async (page) => {
    const funnel = page.getByRole("list", { name: "De la page au paiement" });
    await funnel.waitFor();
    const numbers = (await funnel.locator("b").allInnerTexts()).map((text) =>
      Number(text.replace(/\s/g, "")),
    );
    // The planted sums have no sessions and no account at a provider.
    const [sessions, chosen = 0, sent, approved, paid = 0] = numbers;
    expect([sessions, sent, approved]).toEqual([0, 0, paid]);
    expect(paid).toBeGreaterThan(0);
    expect(chosen).toBeGreaterThan(paid);
    const rates = await page
      .getByRole("table", { name: "Réussite par opérateur" })
      .getByRole("cell")
      .filter({ hasText: "%" })
      .allInnerTexts();
    const values = rates.map((text) => Number(/[\d,]+/.exec(text)?.[0].replace(",", ".")));
    expect(values).toHaveLength(3);
    expect(values).toEqual([...values].sort((one, other) => one - other));
  });
});

describe("what waits for somebody", () => {
  const papers = "**/onboarding/documents?**";

  it("is said once everything is read: nothing waits, or a line that no later one moves", async () => {
    await fresh.open({ ...home, ...phone }, async (page) => {
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(papers, async (route) => {
        await held;
        await route.continue();
      });
      await page.reload();
      const card = page.getByRole("region", { name: "À faire" });
      await card.locator(".skeleton").waitFor();
      await page.getByRole("region", { name: "Opérateurs" }).locator("p").first().waitFor();
      expect(await card.getByText("Rien ne vous attend.").count()).toBe(0);
      answer();
      await card.getByText("Rien ne vous attend.").waitFor();
    });
  });

  it("says what could not be read, never that nothing waits, and reads it again when asked", async () => {
    await fresh.open({ ...home, ...phone, forAxe: true }, async (page) => {
      await page.route(papers, (route) => route.abort());
      await page.reload();
      const card = page.getByRole("region", { name: "À faire" });
      await card.getByText("Impossible d’afficher ceci").waitFor();
      expect(await card.getByText("Rien ne vous attend.").count()).toBe(0);
      await expectAccessible(page);
      await page.unroute(papers);
      await card.getByRole("button", { name: "Réessayer" }).tap();
      await card.getByText("Rien ne vous attend.").waitFor();
    });
  });
});

describe("is anything wrong today?", () => {
  const seen = async (page: Page) => {
    await page.getByText("il y a une semaine à cette heure").first().waitFor();
    const numbers = await page.locator(".numbers").innerText();
    expect(numbers).toMatch(/Encaissé\s+[\d\s]+\sF\sCFA/);
    expect(numbers).toMatch(/Taux de réussite\s+\d+(,\d)?\s%/);
    await page.locator(".numbers .sparkline").waitFor();
    await page.getByText(/^sur 14 jours\s: entre \d+(,\d)?\s% et \d+(,\d)?\s%$/).waitFor();
  };

  it("by keyboard: the numbers of today, each day of the chart, and its table", async () => {
    await busy.open({ ...home, ...wide }, async (page) => {
      await seen(page);
      const chart = page.getByRole("slider").first();
      await chart.focus();
      await picture(page, "home-wide");
      await page.keyboard.press("End");
      await expect
        .poll(() => chart.getAttribute("aria-valuetext"))
        .toMatch(/21 novembre 2026: Encaissé [\d\s]+F\sCFA.*Cumulé [\d\s]+F\sCFA/);
      await page.keyboard.press("ArrowLeft");
      await expect.poll(() => chart.getAttribute("aria-valuetext")).toContain("20 novembre 2026");
      await page.getByText("Chiffres").first().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("rowheader", { name: "21 novembre 2026" }).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Télécharger (CSV)" }).first().press("Enter"),
      ]);
      expect(file.suggestedFilename()).toBe("Encaissements par jour.csv");
    });
  });

  it("by touch on a phone, in French", async () => {
    await busy.open({ ...home, ...phone }, async (page) => {
      await seen(page);
      const chart = page.getByRole("slider").first();
      await chart.tap();
      await expect.poll(() => chart.getAttribute("aria-valuetext")).toMatch(/novembre 2026: Encaissé/);
      await page.getByText("Chiffres").first().tap();
      await page.getByRole("rowheader", { name: "21 novembre 2026" }).waitFor();
    });
  });
});

it("what needs you names papers that end soon, and leads to them", async () => {
  const { test } = busy;
  const end = (day: string | null) =>
    test.owner.query({
      text: "update kyb_documents set expires_on = $1 where type = 'TAX_CERTIFICATE' and merchant_no = $2",
      values: [day, test.merchantNo],
    });
  await end("2026-12-10");
  await busy.open({ ...home, ...phone }, async (page) => {
    const thing = page.locator(".things li", { hasText: "1 pièce du dossier finit bientôt" });
    await thing.getByRole("link", { name: "Ouvrir le dossier" }).tap();
    await page.waitForURL(/\/setup$/);
  });
  await end(null);
});

it("a new merchant is led to a first paid payment", async () => {
  await fresh.open({ ...home, ...phone }, async (page) => {
    await page.getByRole("heading", { name: "Votre premier paiement d’essai" }).waitFor();
    expect(await page.locator(".guide li").count()).toBe(4);
    await page.getByRole("link", { name: "Voir les paiements" }).first().tap();
    await page.waitForURL(/\/payments$/);
  });
});

it("who may not see the takings has the newest payments, and no refusal", async () => {
  await busy.open({ as: "SUPPORT", at: "", ...phone }, async (page) => {
    await page
      .getByRole("region", { name: "Derniers paiements" })
      .getByText("Aucun paiement encore.")
      .waitFor();
    await allRead(page);
    expect(await page.locator(".numbers, .chart, .problem").count()).toBe(0);
    expect(await page.getByRole("link", { name: "Encaisser" }).count()).toBe(0);
  });
  await busy.open({ as: "ACCOUNTANT", at: "" }, async (page) => {
    await page.locator(".numbers").waitFor();
    await allRead(page);
    expect(await page.getByText("Votre rôle ne permet pas").count()).toBe(0);
  });
});
