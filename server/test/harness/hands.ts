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
      await reach(box);
      await page.keyboard.press("Space");
    },
    choose: async (list, label) => {
      await reach(list);
      // What is typed chooses the entry that begins with it.
      await page.keyboard.type(label);
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
