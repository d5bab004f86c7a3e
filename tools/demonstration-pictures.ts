import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser } from "../server/test/harness/browser.ts";
import { shrinkPng } from "./png.ts";

/**
 * Takes the pictures of the demonstration that the documents show, from a running sandbox whose demonstration is made:
 * `npm start` in one terminal, then `npx tsc --incremental false --outDir dist/all` and
 * `node dist/all/tools/demonstration-pictures.js [data/sandbox.json]` in another. A second argument names another folder
 * than docs/images.
 */
interface Sandbox {
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
  readonly demonstration: string | null;
}

const pages = [
  ["home", ""],
  ["payments", "/payments"],
  ["balance", "/balance"],
] as const;
const looks = [
  ["", { viewport: { width: 1280, height: 800 } }],
  ["-phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
] as const;

async function main(): Promise<void> {
  const [file = "data/sandbox.json", folder = "docs/images"] = process.argv.slice(2);
  // The file that the service writes when it makes its sandbox.
  const { dashboard, demonstration } = JSON.parse(await readFile(file, "utf8")) as Sandbox;
  if (demonstration !== "READY") throw new Error(`the demonstration is ${demonstration}, not READY`);
  const browser = await launchBrowser();
  try {
    const first = await browser.newContext();
    const page = await first.newPage();
    await page.goto(`${dashboard.url}/login`);
    await page.locator("input[type=email]").fill(dashboard.email);
    await page.locator("input[type=password]").fill(dashboard.password);
    await page.keyboard.press("Enter");
    const merchant = page.locator("option", { hasText: "Démonstration" });
    await merchant.waitFor({ state: "attached" });
    const root = `${dashboard.url}/${await merchant.getAttribute("value")}/sandbox`;
    const storageState = await first.storageState();
    for (const [name, path] of pages)
      for (const [suffix, look] of looks) {
        const context = await browser.newContext({ ...look, storageState, reducedMotion: "reduce" });
        const shown = await context.newPage();
        await shown.goto(`${root}${path}`);
        await shown.locator("h1").waitFor();
        await shown.waitForLoadState("networkidle");
        await shown.locator(".skeleton:visible").waitFor({ state: "detached" });
        // A list of fifty rows on a phone is long: what the screen shows is enough.
        const picture = await shown.screenshot({ fullPage: path !== "/payments" });
        await writeFile(join(folder, `demonstration-${name}${suffix}.png`), shrinkPng(picture));
        console.log(`demonstration-${name}${suffix}`);
        await context.close();
      }
  } finally {
    await browser.close();
  }
}

await main();
