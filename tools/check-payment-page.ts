import { differences } from "../web/checkout/inventory/check.ts";
import { readInventory } from "../web/checkout/inventory/inventory.ts";
import { loadPage } from "../web/checkout/inventory/live.ts";

/**
 * Compares a payer's page as it is served now with `docs/reference/payment-page-inventory.json`. Run it from outside,
 * where payers are: `npx tsc --incremental false --outDir dist/all`, then
 * `node dist/all/tools/check-payment-page.js https://pay.example.org/pay/my-link [inventory.json]`. Exit code 0 when
 * the page matches the inventory, 1 when it does not.
 */
async function main(): Promise<number> {
  const [address, file] = process.argv.slice(2);
  if (address === undefined) {
    console.error("which page? name its address");
    return 2;
  }
  const page = await loadPage(async ({ url, timeoutMs }) => {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: "manual" });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
      cut: false,
    };
  }, address);
  const found = differences(page, readInventory(file));
  for (const difference of found) console.error(difference);
  console.log(found.length === 0 ? "as agreed" : `${found.length} differences`);
  return found.length === 0 ? 0 : 1;
}

process.exitCode = await main();
