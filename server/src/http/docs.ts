import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { acceptsGzip } from "./compress.ts";
import { openApiDocument } from "./openapi.ts";
import type { Route } from "./route.ts";

export interface DocsOptions {
  readonly routes: readonly Route[];
  readonly prefix: string;
  readonly config: { readonly publicUrl: string; readonly version: string };
}

/** What the page may load: nothing from another host, and no inline script. */
const contentSecurityPolicy = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  // The page sets sizes in style attributes.
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
};

const css = `
.swagger-ui .topbar { display: none }
.swagger-ui .info .title { font-weight: 700 }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag { font-family: system-ui, sans-serif }
`;

const description = `Collect payments by mobile money, card, wallet, QR and bank transfer.

Every answer has the four keys \`success\`, \`data\`, \`error\` and \`meta\`. Amounts are whole minor units written as text.
A creation that carries an \`Idempotency-Key\` can be repeated safely. Decide by \`error.code\`; quote \`Request-Id\` to support.`;

/**
 * `/docs` (a page that loads everything from this server) and `/docs-json` (the OpenAPI document), under the prefix.
 */
export async function registerDocs(
  app: FastifyInstance,
  { routes, prefix, config }: DocsOptions,
): Promise<void> {
  const document = openApiDocument(routes, {
    title: "Cauris API",
    description,
    version: config.version,
    serverUrl: `${config.publicUrl}${prefix}`,
  });
  const json = JSON.stringify(document);
  const digest = createHash("sha256").update(json).digest("base64url").slice(0, 16);
  /** Compressed at the first request, then the same for everyone. */
  let zipped: Promise<Buffer> | undefined;
  const pages: FastifyPluginAsync = async (docs) => {
    docs.addHook("onSend", async (_request, reply) => {
      reply.headers({ "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" });
    });
    // `openApiDocument` makes the document; the plugin passes it to the page.
    await docs.register(swagger, { mode: "static", specification: { document: document as never } });
    await docs.register(swaggerUi, {
      routePrefix: `${prefix}/docs`,
      staticCSP: contentSecurityPolicy,
      // "Try it out" calls the server that served the page, under whatever name the reader used.
      transformSpecification: (spec) => ({ ...spec, servers: [{ url: prefix }] }),
      theme: { title: "Cauris API reference", css: [{ filename: "cauris.css", content: css }] },
      uiConfig: {
        deepLinking: true,
        docExpansion: "list",
        tagsSorter: "alpha",
        displayRequestDuration: true,
      },
    });
    docs.get(`${prefix}/docs-json`, async (request, reply) => {
      const zip = acceptsGzip(request.headers["accept-encoding"]);
      const etag = `"${digest}${zip ? "-gzip" : ""}"`;
      reply.headers({
        "Cache-Control": "no-cache",
        "Access-Control-Allow-Origin": "*",
        Vary: "Accept-Encoding",
        ETag: etag,
      });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      reply.type("application/json; charset=utf-8");
      if (!zip) return reply.send(json);
      zipped ??= promisify(gzip)(json);
      return reply.header("Content-Encoding", "gzip").send(await zipped);
    });
    docs.get("/docs", async (_request, reply) => reply.redirect(`${prefix}/docs`));
    docs.get("/docs-json", async (_request, reply) => reply.redirect(`${prefix}/docs-json`));
  };
  await app.register(pages);
}
