// Pays everybody on a list in one request: node staff.mjs salaries-2026-11 < staff.json
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { createClient, toMinor } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY } = process.env;
const month = process.argv[2];
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY });
// [{ "name": "Awa Koné", "phone": "+2250500000789", "operator": "MTN", "salary": "1500" }, …]
const staff = JSON.parse(await text(process.stdin));

const { items: wallets } = await cauris.wallets.list().page();
const wallet = wallets.find(({ currency }) => currency === "XOF");
const rows = [];
for (const { name, phone, operator, salary } of staff) {
  // A beneficiary is made once, not each month: it is found again by your own reference, here the phone.
  const { items: known } = await cauris.beneficiaries.list({ reference: phone }).page();
  const beneficiary =
    known[0] ??
    (await cauris.beneficiaries.create({
      name,
      type: "MOBILE_MONEY",
      currency: "XOF",
      reference: phone,
      details: { phone, operator },
    }));
  rows.push({ beneficiaryId: beneficiary.id, amount: toMinor(salary, "XOF"), reference: `${month} ${name}` });
}

let batch = await cauris.payoutBatches.create(
  { walletId: wallet.id, reference: month, rows },
  { idempotencyKey: month },
);
while (batch.status === "PROCESSING") {
  await wait(1_000);
  batch = await cauris.payoutBatches.get(batch.id);
}
console.log(`${batch.acceptedCount} accepted, ${batch.refusedCount} refused`);
// One refused row does not stop the others. ACCEPTED is not paid yet: payout.paid and payout.failed tell.
for (const { status, reference, error } of batch.rows)
  if (status === "REFUSED") console.log(`${reference}: ${error.code}`);
