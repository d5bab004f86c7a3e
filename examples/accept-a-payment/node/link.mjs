// A link to send by SMS or WhatsApp, or to print as a code: node link.mjs
import { createClient, toMinor } from "@cauris/sdk";

const { CAURIS_URL, CAURIS_KEY } = process.env;
const cauris = createClient({ baseUrl: CAURIS_URL, apiKey: CAURIS_KEY });

const link = await cauris.paymentLinks.create({
  title: "Cotisation 2026",
  amount: toMinor("10000", "XOF"),
  currency: "XOF",
  reusable: true,
  reference: "cotisation-2026",
});
console.log(`send: ${link.url}`);
console.log(`print: ${link.share.qrSvgUrl}`);

// Each payment by the link is a charge like any other, with the same webhook.
for await (const charge of cauris.charges.list({ paymentLinkId: link.id, status: "SUCCEEDED" }))
  console.log(`paid: ${charge.id} ${charge.amountDisplay}`);

// A link that is withdrawn takes no payment any more.
const { linkStatus } = await cauris.paymentLinks.cancel(link.id);
console.log(`link: ${linkStatus}`);
