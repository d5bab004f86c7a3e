// Express: express.raw() on this route only, before any express.json().
import { verifyWebhook, WebhookVerificationError } from "@cauris/sdk";
import express from "express";

const app = express();

app.post("/webhooks/cauris", express.raw({ type: "*/*", limit: "1mb" }), async (request, response) => {
  let event;
  try {
    const { body, headers } = request;
    event = await verifyWebhook({ body, headers, secret: process.env.CAURIS_WEBHOOK_SECRET });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return response.status(400).end();
    throw error;
  }
  // Store event.id and do the work once, then answer.
  console.log(`received ${event.type} ${event.id}`);
  response.status(204).end();
});

// All other routes may have their JSON parsed.
app.use(express.json());

app.listen(process.env.PORT ?? 4001);
