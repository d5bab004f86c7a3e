// A payment on your own screens: node own-screens.mjs +2250500000789 MTN CI
import { createClient, format, toMinor } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY } = process.env;
const [phone, operator, countryCode] = process.argv.slice(2);
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY });

const session = await cauris.checkoutSessions.create({
  amount: toMinor("5000", "XOF"),
  currency: "XOF",
  title: "Commande A-1043",
  reference: "A-1043",
});
console.log(`to pay: ${format(session.amount, session.currency)}`);

// What your screen offers: the methods that can take this amount now, in the payer's country or in any.
const { methods } = await cauris.checkout.methods(session.id);
const here = methods.filter((method) => [countryCode, null].includes(method.countryCode));
console.log(`ways to pay: ${here.map(({ displayName }) => displayName).join(", ")}`);

const attempt = await cauris.checkout.complete(session.id, {
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone, operator, countryCode },
});
// POLL: show the message. REDIRECT: send the payer to actionUrl. DISPLAY_QR: show qrPayload as a code.
console.log(`next: ${attempt.nextStep}; tell the payer: ${attempt.messageToPayer}`);

// For the screen only. Fulfil the order on the webhook: this process may end before the payer approves.
const end = await cauris.waitUntilDone(session.id, { signal: AbortSignal.timeout(120_000) });
console.log(end.status === "SUCCEEDED" ? "paid" : `not paid: ${end.failureCode} ${end.failureMessage}`);
