// Charges a phone, and never twice: node charge.mjs A-1044 +2250500000789 MTN CI
import { setTimeout as wait } from "node:timers/promises";
import { CaurisError, ConnectionError, createClient, toMinor } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY } = process.env;
const [order, phone, operator, countryCode] = process.argv.slice(2);
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY });

/** After a lost answer the same request with the same key returns the same charge. The client tries three times by itself. */
async function charge() {
  try {
    return await cauris.charges.create(
      {
        amount: toMinor("5000", "XOF"),
        currency: "XOF",
        reference: order,
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone, operator, countryCode },
      },
      { idempotencyKey: `charge-${order}` },
    );
  } catch (error) {
    // It may have been made. Store the order as "payment unknown" and run this again later, with the same key.
    if (error instanceof ConnectionError) console.error(`${order}: no answer; run again with the same key`);
    // Refused: there is no charge. `code` says which rule, `requestId` is for support.
    else if (error instanceof CaurisError) console.error(`${order}: ${error.code} (${error.requestId})`);
    throw error;
  }
}

let { id, status, failureCode } = await charge();
const ended = ["SUCCEEDED", "FAILED", "CANCELLED"];
// PENDING, PROCESSING and IN_RECONCILIATION mean: not known yet. The service asks the provider, for up to 72 hours.
for (let tries = 0; !ended.includes(status) && tries < 30; tries += 1) {
  await wait(2_000);
  ({ status, failureCode } = await cauris.charges.get(id));
}
if (status === "SUCCEEDED") console.log(`${order}: paid`);
else if (ended.includes(status)) console.log(`${order}: not paid, ${failureCode}; a new attempt is safe`);
else console.log(`${order}: unknown; do not charge again, the webhook will tell`);
