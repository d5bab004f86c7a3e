// Pays one supplier: node supplier.mjs "Awa Koné" +2250500000789 MTN 2000 INV-88
import { setTimeout as wait } from "node:timers/promises";
import { ConflictError, createClient, toMinor } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY } = process.env;
const [name, phone, operator, amount, invoice] = process.argv.slice(2);
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY });

const { items: wallets } = await cauris.wallets.list().page();
const wallet = wallets.find(({ currency }) => currency === "XOF");
console.log(`available: ${wallet.available} ${wallet.currency}`);

// Once for each supplier, who is found again by your own reference, here the phone.
const { items: known } = await cauris.beneficiaries.list({ reference: phone }).page();
// The provider is asked whose account it is, where it can tell.
const beneficiary =
  known[0] ??
  (await cauris.beneficiaries.create({
    name,
    type: "MOBILE_MONEY",
    currency: "XOF",
    reference: phone,
    details: { phone, operator },
  }));
if (beneficiary.status !== "ACTIVE") throw new Error(`${beneficiary.status} ${beneficiary.rejectionReason}`);

let payout;
try {
  // The invoice's number as the key: whoever runs this twice within seven days pays once.
  payout = await cauris.payouts.create(
    {
      walletId: wallet.id,
      beneficiaryId: beneficiary.id,
      amount: toMinor(amount, "XOF"),
      reference: invoice,
    },
    { idempotencyKey: `payout-${invoice}` },
  );
} catch (error) {
  if (!(error instanceof ConflictError)) throw error;
  console.error(`refused: ${error.code} ${JSON.stringify(error.details)}`);
  process.exit(1);
}
// PENDING_APPROVAL waits for a second person. PROCESSING may have been paid: never send it again under another key.
const waiting = ["PENDING", "QUEUED", "PROCESSING"];
for (let tries = 0; waiting.includes(payout.status) && tries < 30; tries += 1) {
  await wait(2_000);
  payout = await cauris.payouts.get(payout.id);
}
console.log(`${invoice}: ${payout.status} ${payout.failureCode ?? ""}`.trim());
