// Refunds a part of a charge: node refund.mjs ch_… 1500 A-1042-return-1
import { setTimeout as wait } from "node:timers/promises";
import { ConflictError, createClient, format, toMinor } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY } = process.env;
const [chargeId, amount, returnNumber] = process.argv.slice(2);
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY });

async function refund() {
  try {
    // The number of your return as the key: run twice, it is still one refund.
    return await cauris.refunds.create(
      chargeId,
      { amount: toMinor(amount, "XOF"), reason: "REQUESTED_BY_PAYER", note: returnNumber },
      { idempotencyKey: `refund-${returnNumber}` },
    );
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    // REFUND_AMOUNT_EXCEEDS_REMAINING: details.remaining. INSUFFICIENT_WALLET_BALANCE: details.available.
    console.error(`refused: ${error.code} ${JSON.stringify(error.details)}`);
    process.exit(1);
  }
}

let { id, status, currency, amount: minor, failureMessage } = await refund();
console.log(`${id}: ${format(minor, currency)} ${status}`);
const ended = ["SUCCEEDED", "FAILED", "CANCELLED"];
for (let tries = 0; !ended.includes(status) && tries < 30; tries += 1) {
  await wait(2_000);
  ({ status, failureMessage } = await cauris.refunds.get(id));
}
console.log(status === "SUCCEEDED" ? "refunded" : `${status} ${failureMessage ?? "the webhook will tell"}`);
