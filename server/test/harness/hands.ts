import type { Locator, Page } from "playwright-core";
import { tabTo } from "./keyboard.ts";
import { type Look, phone, wide } from "./screens.ts";

/** How somebody works a page: by keyboard alone on a desktop, or by touch on a phone. A job is written once for both. */
export interface Hand {
  /** Follows a link, presses a button, opens what is folded. */
  press(control: Locator): Promise<void>;
  /** Replaces what a field holds. */
  write(field: Locator, text: string): Promise<void>;
  /** Ticks a box, or chooses one of several. */
  tick(box: Locator): Promise<void>;
  /** Chooses in a list by what it shows. */
  choose(list: Locator, label: string): Promise<void>;
  /** Searches from the head of the page. */
  search(text: string): Promise<void>;
  /** Goes to a page of the navigation, which is a menu on a phone. */
  goTo(name: string): Promise<void>;
}

interface HandKind {
  readonly title: "by keyboard" | "by touch";
  readonly look: Omit<Look, "title" | "locale">;
  readonly of: (page: Page) => Hand;
}

/** A page of the navigation by its name; the number of what waits may follow it. */
const entryOf = (page: Page, name: string): Locator =>
  page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}(?: \\d+)?$`) });

const byKeyboard = (page: Page): Hand => {
  const reach = async (control: Locator) => {
    await control.waitFor();
    await tabTo(page, control);
  };
  const press = async (control: Locator) => {
    await reach(control);
    await page.keyboard.press("Enter");
  };
  return {
    press,
    write: async (field, text) => {
      await reach(field);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    tick: async (box) => {
      await box.waitFor();
      const name = (await box.getAttribute("type")) === "radio" ? await box.getAttribute("name") : null;
      const chosen = page.locator(`input[type=radio][name="${name}"]:checked`);
      if (name === null || (await chosen.count()) === 0) {
        await reach(box);
        await page.keyboard.press("Space");
        return;
      }
      // Of several, Tab reaches the chosen one, and arrows choose another.
      await reach(chosen);
      const several = await page.locator(`input[type=radio][name="${name}"]`).count();
      for (let other = 0; other < several && !(await box.isChecked()); other += 1)
        await page.keyboard.press("ArrowDown");
      if (!(await box.isChecked())) throw new Error("the arrows do not reach the choice");
    },
    choose: async (list, label) => {
      await reach(list);
      // What is typed chooses the entry that begins with it; a letter that no key has does not, and the arrows lead there.
      await page.keyboard.type(label);
      const isChosen = async () => (await list.locator("option:checked").innerText()) === label;
      if (await isChosen()) return;
      const entries = await list.locator("option").count();
      await page.keyboard.press("Home");
      for (let entry = 0; entry < entries; entry += 1) {
        if (await isChosen()) return;
        await page.keyboard.press("ArrowDown");
      }
      if (!(await isChosen())) throw new Error(`no entry ${label}`);
    },
    goTo: (name) => press(entryOf(page, name)),
    search: async (text) => {
      await page.keyboard.press("/");
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    },
  };
};

const byTouch = (page: Page): Hand => ({
  press: (control) => control.tap(),
  write: (field, text) => field.fill(text),
  tick: (box) => box.tap(),
  // A phone shows its own list of the entries, which no browser shows here.
  choose: async (list, label) => {
    await list.selectOption({ label });
  },
  goTo: async (name) => {
    await page.locator(".menu summary").tap();
    await entryOf(page, name).tap();
  },
  search: async (text) => {
    await page.getByRole("searchbox").fill(text);
    await page.locator("form.search button").first().tap();
  },
});

export const hands: readonly HandKind[] = [
  { title: "by keyboard", look: wide, of: byKeyboard },
  { title: "by touch", look: phone, of: byTouch },
];
