import type { Locator, Page } from "playwright-core";
import { bundledPermissions, type operatorRoles } from "../../src/modules/operators/roles.ts";
import type { Hand, hands } from "../harness/hands.ts";
import { proveIfAsked, type Screens } from "../harness/screens.ts";

type Role = (typeof operatorRoles)[number];

/** Both operators have no more than one role: what they do in a test, the role lets them do. */
export async function workAs(screens: Screens, role: Role): Promise<void> {
  await screens.test.operator();
  await screens.test.owner.query({
    text: "update operators set permissions = $1",
    values: [bundledPermissions({ role }) ?? []],
  });
}

/** A page of the console under the hand of one of two operators. */
interface Desk {
  readonly page: Page;
  readonly hand: Hand;
  /** The form that an act has opened. */
  readonly form: Locator;
  /** Presses the button with this whole name. */
  press(name: string): Promise<void>;
  /** Sends the form that an act has opened. */
  send(name: string | RegExp): Promise<void>;
  /** Waits until the page says so, and proves to be present where the act asks for it first. */
  said(text: string): Promise<void>;
  /** The row of a table, a card on a phone, that holds this text. */
  row(text: string | RegExp): Locator;
}

interface DeskOptions {
  readonly at: string;
  readonly as?: "operator" | "colleague";
}

/** Opens a page of the console, in French, for one kind of hand. */
export function deskOf(screens: () => Screens, { look, of }: (typeof hands)[number]) {
  return <T>({ at, as = "operator" }: DeskOptions, use: (desk: Desk) => Promise<T>): Promise<T> =>
    screens().open({ ...look, as, at }, (page) => {
      const hand = of(page);
      const form = page.getByRole("dialog");
      return use({
        page,
        hand,
        form,
        press: (name) => hand.press(page.getByRole("button", { name, exact: true })),
        send: (name) =>
          hand.press(
            form.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) }),
          ),
        said: (text) => proveIfAsked(screens(), page, page.locator(".notice", { hasText: text })),
        row: (text) => page.locator("tbody tr").filter({ hasText: text }),
      });
    });
}

/** Sends a request of an operator, and answers with its data. Throws with the refusal. */
export const operatorCalls =
  (screens: () => Screens) =>
  async (which: "first" | "second", method: string, path: string, body?: unknown) => {
    const { test } = screens();
    const { token } = await test.operator(which);
    unique += 1;
    const answer = await test.request(method, path, {
      apiKey: token,
      headers: { "idempotency-key": `desk ${unique}` },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
    return answer.body.data;
  };
let unique = 0;
