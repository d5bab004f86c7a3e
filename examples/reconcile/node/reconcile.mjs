// Compares a day of your orders with the wallet: node reconcile.mjs 2026-11-21
import { readdir, readFile } from "node:fs/promises";
import { createClient, format } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY, ORDERS = "orders" } = process.env;
const day = process.argv[2];
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY });

const { items: wallets } = await cauris.wallets.list().page();
const wallet = wallets.find(({ currency }) => currency === "XOF");
// Abidjan and Dakar have the time of UTC. The end is not included, so days neither overlap nor leave a gap.
const from = new Date(`${day}T00:00:00Z`);
const to = new Date(from.getTime() + 86_400_000);
const statement = await cauris.wallets.statement(wallet.id, {
  from: from.toISOString(),
  to: to.toISOString(),
});

// Fields that end in Minor are whole minor units, like the amounts of charges and of your orders.
const credited = new Map();
for (const { type, reference, amountMinor } of statement.entries)
  if (type === "CHARGE") credited.set(reference, (credited.get(reference) ?? 0n) + BigInt(amountMinor));

let differences = 0;
const differs = (sentence) => {
  differences += 1;
  console.log(sentence);
};
for (const name of await readdir(ORDERS)) {
  if (!name.endsWith(".paid")) continue;
  const order = JSON.parse(await readFile(`${ORDERS}/${name.replace(/paid$/, "json")}`, "utf8"));
  const booked = credited.get(order.number) ?? 0n;
  credited.delete(order.number);
  if (booked !== BigInt(order.amount))
    differs(`${order.number}: ${order.amount} fulfilled, ${booked} booked`);
}
for (const [reference, booked] of credited) differs(`${reference}: ${booked} booked, no fulfilled order`);

const sum =
  BigInt(statement.openingBalanceMinor) + BigInt(statement.creditsMinor) - BigInt(statement.debitsMinor);
if (sum !== BigInt(statement.closingBalanceMinor)) differs("the statement does not add up");
for (const { type, direction, count, amountMinor } of statement.totals)
  console.log(`${type} ${direction}: ${count}, ${format(amountMinor, statement.currency, "en")}`);
console.log(`closing balance: ${statement.closingBalanceMinor}; differences: ${differences}`);
