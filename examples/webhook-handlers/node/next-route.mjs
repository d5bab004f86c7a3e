// Next.js: app/webhooks/cauris/route.js. The same function serves Hono, Remix, SvelteKit, Deno and Bun.
import { verifyWebhook, WebhookVerificationError } from "@cauris/sdk";

export async function POST(request) {
  let event;
  try {
    event = await verifyWebhook({
      // Not request.json(): the signature covers the bytes as they arrived.
      body: new Uint8Array(await request.arrayBuffer()),
      headers: request.headers,
      secret: process.env.CAURIS_WEBHOOK_SECRET,
    });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 400 });
    throw error;
  }
  // Store event.id and do the work once, then answer.
  console.log(`received ${event.type} ${event.id}`);
  return new Response(null, { status: 204 });
}
