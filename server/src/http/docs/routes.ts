import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import {
  type DocumentedEvent,
  type DocumentName,
  documentNames,
  openApiDocuments,
} from "../openapi/index.ts";
import type { Route } from "../route.ts";
import { fixedAnswer } from "./fixed-answer.ts";
import { contentSecurityPolicy, pageCss, pageHtml, pageJs } from "./page.ts";
import { SITE_PATH } from "./site.ts";

export interface DocsOptions {
  readonly routes: readonly Route[];
  /** What merchants' endpoints receive. */
  readonly events: readonly DocumentedEvent[];
  readonly prefix: string;
  readonly config: { readonly publicUrl: string; readonly version: string };
}

/** Asked for again each time, and answered with 304 while it is the same. */
const REVALIDATED = "no-cache";
const A_DAY = "public, max-age=86400";
const JSON_TYPE = "application/json; charset=utf-8";
/** A document of 400 KB takes half a second of a thread at 10, and twice as long at 11 for a hundredth of its size. */
const DOCUMENT_QUALITY = 10;
const ASSET_QUALITY = 5;

/** The files of Swagger UI; they come with the package, so nothing is loaded from elsewhere. */
const assetTypes: Readonly<Record<string, string>> = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
};
const ownAssets: Readonly<Record<string, readonly [mediaType: string, text: string]>> = {
  "page.js": ["text/javascript; charset=utf-8", pageJs],
  "page.css": ["text/css; charset=utf-8", pageCss],
};

/**
 * `/docs-json` (the merchants' OpenAPI document), `/docs-json/NAME` (the others), and a page for each, `/docs` and
 * `/docs/NAME`, under the prefix.
 */
export async function registerDocs(
  app: FastifyInstance,
  { routes, events, prefix, config }: DocsOptions,
): Promise<void> {
  const documents = openApiDocuments(routes, events, {
    version: config.version,
    serverUrl: `${config.publicUrl}${prefix}`,
  });
  const end = (name: DocumentName): string => (name === "merchants" ? "" : `/${name}`);
  const pageOf = (name: DocumentName): string => `${prefix}/docs${end(name)}`;
  const documentOf = (name: DocumentName): string => `${prefix}/docs-json${end(name)}`;
  const assets = `${prefix}/docs/assets`;
  const pages: FastifyPluginAsync = async (docs) => {
    docs.addHook("onSend", async (_request, reply) => {
      reply.headers({ "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" });
    });
    for (const name of documentNames) {
      const document = fixedAnswer({
        mediaType: JSON_TYPE,
        cacheControl: REVALIDATED,
        brotliQuality: DOCUMENT_QUALITY,
        read: () => Buffer.from(JSON.stringify(documents(name))),
      });
      docs.get(documentOf(name), (request, reply) =>
        document(request, reply.header("Access-Control-Allow-Origin", "*")),
      );
      const page = fixedAnswer({
        mediaType: "text/html; charset=utf-8",
        cacheControl: REVALIDATED,
        brotliQuality: ASSET_QUALITY,
        read: () => Buffer.from(pageHtml(name, { pageOf, documentOf, assets, guides: `${SITE_PATH}/` })),
      });
      docs.get(pageOf(name), (request, reply) =>
        page(request, reply.header("Content-Security-Policy", contentSecurityPolicy)),
      );
      docs.get(`/docs${end(name)}`, async (_request, reply) => reply.redirect(pageOf(name)));
      docs.get(`/docs-json${end(name)}`, async (_request, reply) => reply.redirect(documentOf(name)));
    }
    for (const [file, mediaType] of Object.entries(assetTypes)) {
      const read = () => readFile(join(assetsFolder(), file));
      const asset = fixedAnswer({ mediaType, cacheControl: A_DAY, brotliQuality: ASSET_QUALITY, read });
      docs.get(`${assets}/${file}`, asset);
    }
    for (const [file, [mediaType, text]] of Object.entries(ownAssets)) {
      const read = () => Buffer.from(text);
      const asset = fixedAnswer({ mediaType, cacheControl: REVALIDATED, brotliQuality: ASSET_QUALITY, read });
      docs.get(`${assets}/${file}`, asset);
    }
  };
  await app.register(pages);
}

function assetsFolder(): string {
  const manifest = createRequire(import.meta.url).resolve("@fastify/swagger-ui/package.json");
  return join(dirname(manifest), "static");
}
