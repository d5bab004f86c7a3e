// Fastify: a scope of its own, whose parser keeps the bytes.
import { verifyWebhook, WebhookVerificationError } from "@cauris/sdk";
import fastify from "fastify";

const app = fastify();

app.register((scope, _options, registered) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.post("/webhooks/cauris", async ({ body, headers }, reply) => {
    let event;
    try {
      event = await verifyWebhook({ body: body ?? "", headers, secret: process.env.CAURIS_WEBHOOK_SECRET });
    } catch (error) {
      if (error instanceof WebhookVerificationError) return reply.code(400).send();
      throw error;
    }
    // Store event.id and do the work once, then answer.
    console.log(`received ${event.type} ${event.id}`);
    return reply.code(204).send();
  });
  registered();
});

await app.listen({ port: Number(process.env.PORT ?? 4001) });
