import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  expectAccessible,
  looks,
  type Screens,
  startScreens,
  wide,
} from "../../../server/test/harness/screens.ts";

/** What every dialog does, seen in those of the console. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
}, 120_000);
afterAll(() => screens?.stop());

const team = { as: "operator", at: "team" } as const;
const focused = (page: Page) =>
  page.evaluate<string>("document.activeElement.closest('dialog') && document.activeElement.tagName");

it("opens on its first field, and gives the focus back when it closes", async () => {
  await screens.open({ ...team, ...wide }, async (page) => {
    const invite = page.getByRole("button", { name: "Inviter" });
    await invite.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("awa@plateforme.example");
    expect(await page.getByRole("dialog").locator("input").first().inputValue()).toBe(
      "awa@plateforme.example",
    );
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe(await invite.textContent());
  });
});

it("opens on its title where it has no field, so that nothing is pressed by chance", async () => {
  await screens.open({ ...team, ...wide }, async (page) => {
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await focused(page)).toBe("H2");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("dialog").count()).toBe(1);
  });
});

it("begins an act of the page from the command palette, in the act's own dialog", async () => {
  await screens.open({ ...team, ...wide }, async (page) => {
    await page.getByRole("button", { name: "Inviter" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("inviter");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Adresse e-mail").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(1);
  });
});

it("opens on the key that its button names, which the list of keys says, and not where that key follows g", async () => {
  await screens.open({ ...wide, as: "OWNER", at: "payments" }, async (page) => {
    await page.getByRole("button", { name: "Exporter" }).waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog").locator("dl");
    expect(await keys.innerText()).toMatch(/e\nExporter\n[\s\S]*Esc\nFermer/);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("e");
    await page.getByRole("dialog", { name: "Exporter cette liste" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await page.getByRole("heading", { name: "Écritures" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});

const LONG_TITLE =
  "Attribuer l’écriture EXTRAORDINAIREMENTLONGUEETSANSAUCUNEESPACE-4711-0815 d’une autre banque";

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("breaks a long title, beside a button that can still be pressed", async () => {
    await screens.open({ ...team, ...look, forAxe: true }, async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await page.evaluate(
        `document.querySelector("dialog h2").textContent = ${JSON.stringify(LONG_TITLE)}; null`,
      );
      const [inner, scrolled] = await page.evaluate<[number, number]>(
        "[document.querySelector('dialog').clientWidth, document.querySelector('dialog').scrollWidth]",
      );
      expect(scrolled, "nothing is wider than the dialog").toBeLessThanOrEqual(inner);
      await expectAccessible(page);
      await page.locator("dialog > header button").click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    });
  });
});
