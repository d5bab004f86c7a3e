import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plantSums } from "../../server/test/harness/planted-sums.ts";
import {
  expectAccessible,
  looks,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";

/** What is wrong now, for an operator on call. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  await plantSums(test, test.merchantNo, 30);
  const outage = {
    mode: "SANDBOX",
    method: "MOBILE_MONEY",
    operator: "WAVE",
    country: "CI",
    status: "DEGRADED",
  };
  const { token: apiKey } = await test.operator();
  const body = { ...outage, reason: "Wave répond lentement depuis 09:40" };
  expect((await test.request("POST", "/tenant/outages", { apiKey, body })).status).toBe(201);
}, 120_000);
afterAll(() => screens?.stop());

const now = { as: "operator", at: "now?mode=SANDBOX" } as const;
const picture = (page: Page, name: string) =>
  process.env.SCREENSHOTS === undefined
    ? undefined
    : page.screenshot({ path: `${process.env.SCREENSHOTS}/console-${name}.png`, fullPage: true });

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("nothing is in the way of anybody", async () => {
    await screens.open({ ...now, ...look, forAxe: true }, async (page) => {
      await page.locator(".dots").first().waitFor();
      await expectAccessible(page);
      await picture(page, `now-${look.viewport?.width}`);
    });
  });
});

const seen = async (page: Page) => {
  await page.getByText("Wave répond lentement").waitFor();
  expect(await page.locator(".numbers").innerText()).toMatch(/Issue inconnue\s+0\s+aucune somme en suspens/);
  await page.getByRole("cell", { name: /ORANGE XOF/ }).waitFor();
};

it("by keyboard: the success of each hour against the usual, times by operator, and the other mode", async () => {
  await screens.open({ ...now, ...wide }, async (page) => {
    await seen(page);
    const chart = page.getByRole("slider").first();
    await chart.focus();
    await picture(page, "now-wide");
    await page.keyboard.press("End");
    await expect
      .poll(() => chart.getAttribute("aria-valuetext"))
      .toMatch(/Taux de réussite .*, Tentatives décidées .*, D’habitude .* – /);
    const times = page.getByRole("slider").nth(1);
    await times.focus();
    await page.keyboard.press("Home");
    await expect
      .poll(() => times.getAttribute("aria-valuetext"))
      .toMatch(/MTN XOF: Tentatives décidées .*p50/);
    await page.getByLabel("Mode").selectOption("LIVE");
    await page.waitForURL(/mode=LIVE/);
    await page.getByText("Aucune panne déclarée.").waitFor();
  });
});

it("by touch on a phone, in French", async () => {
  await screens.open({ ...now, ...phone }, async (page) => {
    await seen(page);
    await page.getByRole("slider").first().tap();
    await page.getByText("Chiffres").first().tap();
    await page.getByRole("columnheader", { name: "D’habitude" }).waitFor();
  });
});
