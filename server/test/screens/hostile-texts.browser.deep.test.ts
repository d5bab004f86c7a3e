import { afterAll, beforeAll, expect, it } from "vitest";
import { hostileTextFor } from "./hostile-texts.ts";
import { cutTexts, hasRun, tooWide, turnedNeighbours } from "./page-checks.ts";
import { sizes, walk } from "./walk.ts";
import { openWorld, type World } from "./world.ts";

/** Every page with texts that attack it, in every field that takes a text from outside. */
let world: World;

beforeAll(async () => {
  world = await openWorld(hostileTextFor());
}, 120_000);
afterAll(() => world?.stop());

it("on every page hostile texts stay texts: nothing runs, nothing stands out at 320 px, and no neighbour is turned", async () => {
  const found = await walk(world, "fr", async ({ page }) => {
    const findings = [...(await turnedNeighbours(page))];
    for (const [name, size] of Object.entries(sizes)) {
      await page.setViewportSize(size);
      for (const check of [tooWide, cutTexts])
        findings.push(...(await check(page)).map((finding) => `${name}: ${finding}`));
    }
    return [...findings, ...(await hasRun(page))];
  });
  expect(found).toEqual([]);
}, 180_000);
