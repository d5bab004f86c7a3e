import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser, type TestBrowser } from "../server/test/harness/browser.ts";
import { createPagesFixture } from "../web/checkout/pages.test-support.ts";
import { shrinkPng } from "./png.ts";
import { type DrawnShot, drawn, type Shot, shots } from "./shots.ts";

/**
 * Takes the pictures of the payer's page that the documents show, from a running sandbox: `npm start` in one terminal,
 * then `npx tsc --incremental false --outDir dist/all` and `node dist/all/tools/screenshots.js [data/sandbox.json]` in
 * another. A second argument names another folder than docs/images, a third a single picture.
 */
interface Sandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly payerWallets: readonly { readonly phone: string; readonly currency: string }[];
}

const PHONE = { width: 375, height: 780 };
const DESKTOP = { width: 1180, height: 800 };

const order = {
  amount: "12500",
  currency: "XOF",
  title: "Commande n° 2041",
  description: "2 pagnes wax, livraison à Cocody comprise",
};

/** The picture at the top of the README: these screens side by side, as a phone shows them. */
const headPicture = { name: "pay-choose", of: ["checkout", "checkout-waiting", "checkout-receipt"] } as const;
const HEAD_GAP = 24;

/** Every page names how to reach the merchant. */
async function nameHelp({ baseUrl, apiKey }: Sandbox): Promise<void> {
  const response = await fetch(`${baseUrl}/merchant-owner/onboarding/profile/operational`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      supportPhone: "+2252721212121",
      supportWhatsapp: "+2250707070707",
      supportEmail: "aide@akwaba.example",
    }),
  });
  if (!response.ok) throw new Error(`the profile: ${await response.text()}`);
}

/** Writes the picture of the whole page; returns the part that a phone shows. */
async function takeShot(browser: TestBrowser, sandbox: Sandbox, shot: Shot, folder: string): Promise<Buffer> {
  const send = (method: string) => async (path: string, body: unknown) => {
    const response = await fetch(`${sandbox.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sandbox.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: { id: string; url: string }; error: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer.error)}`);
    return answer.data;
  };
  const [post, patch] = [send("POST"), send("PATCH")];
  const walletPhone = sandbox.payerWallets.find(({ currency }) => currency === "XOF")?.phone ?? "";
  const session = await post("/checkout/sessions", {
    ...order,
    successUrl: "https://boutique.example/merci",
    cancelUrl: "https://boutique.example/panier",
    ...shot.session,
  });
  const context = await browser.newContext({
    viewport: shot.wide === true ? DESKTOP : PHONE,
    colorScheme: shot.dark === true ? "dark" : "light",
    reducedMotion: "reduce",
    deviceScaleFactor: shot.wide === true ? 1 : 1.5,
  });
  try {
    const page = await context.newPage();
    await page.goto(session.url);
    await shot.reach(page, { post, patch, walletPhone, sessionId: session.id });
    await page.evaluate("document.activeElement instanceof HTMLElement && document.activeElement.blur()");
    const picture = await page.screenshot({ fullPage: true });
    await writeFile(join(folder, `${shot.name}.png`), shrinkPng(picture));
    console.log(shot.name);
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

async function takeDrawn(
  browser: TestBrowser,
  origin: string,
  shot: DrawnShot,
  folder: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport: shot.wide === true ? DESKTOP : PHONE,
    reducedMotion: "reduce",
    deviceScaleFactor: 1.5,
  });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}${shot.path}`);
    await writeFile(join(folder, `${shot.name}.png`), shrinkPng(await page.screenshot({ fullPage: true })));
    console.log(shot.name);
  } finally {
    await context.close();
  }
}

async function composeHead(browser: TestBrowser, screens: readonly Buffer[], folder: string): Promise<void> {
  const width = screens.length * (PHONE.width + HEAD_GAP) + HEAD_GAP;
  const context = await browser.newContext({ viewport: { width, height: PHONE.height + 2 * HEAD_GAP } });
  const images = screens.map((screen) => `<img src="data:image/png;base64,${screen.toString("base64")}">`);
  const page = await context.newPage();
  await page.setContent(
    `<style>body{margin:${HEAD_GAP}px;display:flex;gap:${HEAD_GAP}px;background:#dfe5e0}` +
      `img{width:${PHONE.width}px;border-radius:20px;box-shadow:0 2px 12px #0003}</style>${images.join("")}`,
  );
  await writeFile(join(folder, `${headPicture.name}.png`), shrinkPng(await page.screenshot()));
  await context.close();
  console.log(headPicture.name);
}

async function main(): Promise<void> {
  const [file = "data/sandbox.json", folder = "docs/images", only] = process.argv.slice(2);
  // The file that the service writes when it makes its sandbox.
  const sandbox = JSON.parse(await readFile(file, "utf8")) as Sandbox;
  await mkdir(folder, { recursive: true });
  await nameHelp(sandbox);
  const browser = await launchBrowser();
  try {
    const screens = new Map<string, Buffer>();
    for (const shot of shots) {
      if (only === undefined || only === shot.name)
        screens.set(shot.name, await takeShot(browser, sandbox, shot, folder));
    }
    const { app } = await createPagesFixture();
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    for (const shot of drawn)
      if (only === undefined || only === shot.name) await takeDrawn(browser, origin, shot, folder);
    await app.close();
    const heads = headPicture.of.map((name) => screens.get(name)).filter((screen) => screen !== undefined);
    if (heads.length === headPicture.of.length) await composeHead(browser, heads, folder);
  } finally {
    await browser.close();
  }
}

await main();
