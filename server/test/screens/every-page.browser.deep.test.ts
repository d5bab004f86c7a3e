import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locale } from "../../src/kit/money.ts";
import { joinOperator } from "../harness/operators.ts";
import { paperFindings } from "../harness/paper.ts";
import { dialogsByPage } from "./dialog-files.ts";
import { BUTTONS, lookIntoDialog, lookIntoDialogs } from "./dialogs.ts";
import {
  axeFindings,
  axeFindingsAt,
  coveredFocus,
  cutTexts,
  doubleTexts,
  prepare,
  rawTexts,
  smallForFingers,
  smallTargets,
  tooWide,
  usualTexts,
} from "./page-checks.ts";
import { takePagePicture } from "./page-pictures.ts";
import { sizes, walk } from "./walk.ts";
import { openWorld, type World } from "./world.ts";

/** Every page that `pages.ts` of either surface names; a new page joins by itself, and needs its object in `world.ts`. `PICTURES=docs/images` takes a picture of each. */
const WALK_MAX_MS = 300_000;
/** Longer than a proof of presence is good for. */
const PRESENCE_MS = 6 * 60_000;
/** The French walk looks at more, which is the same in every language. */
const walks: readonly (readonly [locale: Locale, also: string])[] = [
  [
    "fr",
    "; in the dark enough contrast; printed in the dark, dark on white without what only a screen needs; focus is never under the head; fingers meet their targets; texts of twice the size fit 320 px",
  ],
  ["en", ""],
  ["pt", ""],
];
let world: World;

beforeAll(async () => {
  world = await openWorld((usual) => usual);
}, 120_000);
afterAll(() => world?.stop());

describe("every page", () => {
  it.each(walks)(
    "in %s, at 1280, 360 and 320 px, with every dialog: nothing that axe finds, nothing wider than the screen or cut off, no raw text%s",
    async (locale) => {
      const seen = new Set<string>();
      const opened = new Map<string, number>();
      const found = await walk(world, locale, async (visit) => {
        const { page, surface, path } = visit;
        const findings = [...(await rawTexts(page))];
        for (const [name, size] of Object.entries(sizes)) {
          await page.setViewportSize(size);
          const wrong = [
            ...(await axeFindingsAt(page, name, locale)),
            ...(await tooWide(page)),
            ...(await cutTexts(page)),
          ];
          findings.push(...wrong.map((finding) => `${name}: ${finding}`));
          if (locale === "fr" && name !== "smallest") await takePagePicture(visit, name === "phone");
        }
        // The page is there already, and to load it again would take as long as to look at it.
        if (locale === "fr") findings.push(...(await hardships(page)));
        await page.setViewportSize(sizes.desk);
        const dialogs = await lookIntoDialogs(visit, seen);
        if (dialogs.count > 0) opened.set(`${surface}/${path}`, dialogs.count);
        return [...findings, ...dialogs.findings];
      });
      expect(found).toEqual([]);
      const missed = [...dialogsByPage].filter(([page, count]) => (opened.get(page) ?? 0) < count);
      expect(missed, "pages that open fewer dialogs than `dialog-files.ts` says").toEqual([]);
    },
    WALK_MAX_MS,
  );

  it("the dialogs that follow an act, in three languages: the proof of presence, a secret that is shown once, and the removal of a paper that was asked for again", async () => {
    const { screens, dashboard } = world;
    await askForPaper(world);
    // The proof that came with the log-in is too old by then.
    await screens.open({ as: "OWNER", at: "search", viewport: sizes.desk }, async () => {});
    screens.test.clock.advance(PRESENCE_MS);
    const press = (page: Page) => page.locator("dialog[open] button:not(.link, .quiet)").click();
    for (const locale of ["fr", "en", "pt"] as const)
      await screens.open({ as: "OWNER", at: "search", locale, viewport: sizes.desk }, async (page) => {
        await prepare(page.context());
        const open = async (place: string | undefined, nth: number) => {
          await page.goto(new URL(`${screens.rootOf("OWNER")}/${place}`, page.url()).href);
          await page.locator(BUTTONS).nth(nth).click();
        };
        await open(dashboard["developers/endpoints/:id"], 1);
        await press(page);
        await page.locator("dialog[open] input[name=totp]").waitFor();
        expect(await lookIntoDialog(page, locale)).toEqual([]);
        await open("developers/keys", 0);
        await page.locator("dialog[open] input[maxlength]").fill("Caisse");
        await press(page);
        await page.locator("dialog[open] .secret").waitFor();
        expect(await lookIntoDialog(page, locale)).toEqual([]);
        await page.goto(new URL(`${screens.rootOf("OWNER")}/setup`, page.url()).href);
        await page
          .locator(`.paper ${BUTTONS.replace("#main ", "")}`)
          .first()
          .click();
        await page.locator("dialog[open]").waitFor();
        expect(await lookIntoDialog(page, locale)).toEqual([]);
      });
  });

  it("the dialogs that end one log-in of a colleague, and all of them, in three languages", async () => {
    const { screens } = world;
    const { token: by } = await screens.test.operator();
    const email = "logged.in@operators.example";
    const { operatorId } = await joinOperator(screens.test, { email, permissions: ["tenant.team.read"], by });
    for (const locale of ["fr", "en", "pt"] as const) {
      const at = { as: "operator", at: `team/${operatorId}`, locale, viewport: sizes.desk } as const;
      await screens.open(at, async (page) => {
        await prepare(page.context());
        await page.goto(page.url());
        const ends = page.locator('section:has(ul.ids) button[aria-haspopup="dialog"]');
        await ends.first().waitFor();
        expect(await ends.count()).toBe(2);
        for (const end of await ends.all()) {
          await end.click();
          await page.locator("dialog[open]").waitFor();
          expect(await lookIntoDialog(page, locale)).toEqual([]);
          await page.setViewportSize(sizes.desk);
          await page.keyboard.press("Escape");
          await page.locator("dialog[open]").waitFor({ state: "detached" });
        }
      });
    }
  });
});

/** What is wrong for eyes in the dark, for hands without a mouse, and for readers of large texts. Begins and ends in the light. */
async function hardships(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(sizes.desk);
  await page.emulateMedia({ colorScheme: "dark" });
  const findings = [...(await axeFindings(page, "body", "CONTRAST"))];
  await page.emulateMedia({ colorScheme: "light" });
  findings.push(...(await coveredFocus(page)), ...(await paperFindings(page)));
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.setViewportSize(sizes.phone);
  findings.push(
    ...(await coveredFocus(page)),
    ...(await smallForFingers(page)),
    ...(await smallTargets(page)),
  );
  await page.setViewportSize(sizes.smallest);
  await doubleTexts(page);
  for (const check of [tooWide, cutTexts])
    findings.push(...(await check(page)).map((finding) => `texts of twice the size: ${finding}`));
  await usualTexts(page);
  return findings;
}

/** The reviewer asks for the paper of the legal change again: until the merchant sends it, its papers can be removed. */
async function askForPaper({ screens: { test }, console: { "kyb/:id": path = "" } }: World): Promise<void> {
  const { token: apiKey } = await test.operator();
  const items = [{ documentType: "REGISTRATION_CERTIFICATE", message: "La page 2 manque" }];
  for (const [act, body] of [
    ["start-review", {}],
    ["request-info", { items }],
  ] as const) {
    const { status } = await test.request("POST", `/tenant/${path}/${act}`, { apiKey, body });
    expect(status, act).toBe(200);
  }
}
