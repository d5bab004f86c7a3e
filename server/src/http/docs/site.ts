import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Locale } from "../../kit/money.ts";
import { errors } from "../errors.ts";
import { fixedAnswer } from "./fixed-answer.ts";

/** Where the guides are served. */
export const SITE_PATH = "/documentation";
/** Where a reader of a language begins: the guides are written in English, the first of them in French, too. */
export const guidesIn = (locale: Locale): string => `${SITE_PATH}/${locale === "fr" ? "guides/fr/" : ""}`;
const FOLDER = "dist/documentation";

/** The pages load nothing from another host, and neither script nor style stands in them. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const mediaTypes: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  yaml: "text/yaml; charset=utf-8",
  yml: "text/yaml; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
};
const BROTLI_QUALITY = 5;
/** Asked for again each time, and answered with 304 while it is the same. */
const REVALIDATED = "no-cache";

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * The documentation as `npm run docs` has built it, under `/documentation`. Only files that were there at the start are served, so no
 * path leads out of the folder. Without a build each address answers 404 and says what to run.
 */
export async function registerSite(app: FastifyInstance): Promise<void> {
  const folder = siteFolder();
  const names = folder === null ? [] : readdirSync(folder, { recursive: true, encoding: "utf8" });
  const handlers = new Map<string, Handler>();
  for (const name of names) {
    const ending = name.slice(name.lastIndexOf(".") + 1);
    const mediaType = mediaTypes[ending];
    if (folder === null || mediaType === undefined) continue;
    const read = () => readFile(join(folder, name));
    handlers.set(name.replaceAll("\\", "/"), ending === "png" ? picture(read) : text(mediaType, read));
  }
  app.get(SITE_PATH, async (_request, reply) => reply.redirect(`${SITE_PATH}/`));
  app.get("/llms.txt", async (_request, reply) => reply.redirect(`${SITE_PATH}/llms.txt`));
  app.get<{ Params: { "*": string } }>(`${SITE_PATH}/*`, async (request, reply) => {
    const path = request.params["*"];
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    // An address that a person typed.
    if (handlers.has(`${name}.html`)) return reply.redirect(`${SITE_PATH}/${name}.html`);
    const handler = handlers.get(name);
    if (handler === undefined)
      throw errors.RESOURCE_NOT_FOUND(
        folder === null ? { build: "npm run docs" } : { index: `${SITE_PATH}/` },
      );
    reply.headers({
      "Content-Security-Policy": contentSecurityPolicy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    });
    return handler(request, reply);
  });
}

const text = (mediaType: string, read: () => Promise<Buffer>): Handler =>
  fixedAnswer({ mediaType, cacheControl: REVALIDATED, brotliQuality: BROTLI_QUALITY, read });

/** Pictures are 20 MB together and compressed already: read each time. */
const picture =
  (read: () => Promise<Buffer>): Handler =>
  async (_request, reply) =>
    reply
      .header("Cache-Control", "public, max-age=3600")
      .type("image/png")
      .send(await read());

/** The folder above this file that holds a build; null before one. */
function siteFolder(): string | null {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, FOLDER, "index.html"))) return join(folder, FOLDER);
  return null;
}
