import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../../server/src/kit/errors.ts";
import type { Logger } from "../../server/src/kit/logger.ts";
import type { PayerCheckout, PayerLinks, PayerLogos } from "../../server/src/kit/payer-pages.ts";
import { ASSETS_PATH, loadAssets } from "./assets.ts";
import type { PagesContext } from "./context.ts";
import { EMBED_PATH, loadEmbedScript, sendEmbedScript } from "./embed/embed.ts";
import { showEnding, showError } from "./ending.ts";
import { locales } from "./i18n/index.ts";
import { openLink, showLink } from "./link-page.ts";
import { LOGOS_PATH, sendPicture } from "./pictures.ts";
import { RECEIPTS_PATH } from "./receipt.ts";
import { checkReceipt } from "./receipt-page.ts";
import { seeOther } from "./respond.ts";
import { sendScript } from "./scripts.ts";
import {
  downloadQr,
  downloadReceipt,
  leaveAttempt,
  mailReceipt,
  showSession,
  submitSession,
} from "./session-page.ts";
import { sendLinkQr, sendPreview } from "./share.ts";

export interface CheckoutPagesDeps {
  readonly checkout: PayerCheckout;
  readonly links: PayerLinks;
  readonly logos: PayerLogos;
  /** Where payers reach the service: `https://pay.example.org`, without a path. */
  readonly publicOrigin: string;
  /** The list of test numbers, which sandbox pages link to. */
  readonly testGuidePath?: string;
  /** Translates a temporary error that is not a refusal, such as an unreachable database; null for others. */
  readonly passing?: (error: unknown) => Refusal | null;
  readonly log: Logger;
}

/** Room for five custom fields of a thousand characters, escaped. */
const FORM_MAX_BYTES = 64 * 1024;

/**
 * The payer's pages as a Fastify plugin: `/checkout/:sessionId`, `/pay/:slug` and their one script. The plugin has its
 * own form parser and error pages; nothing of the JSON API applies here.
 */
export function createCheckoutPages(deps: CheckoutPagesDeps): FastifyPluginAsync {
  const context = createContext(deps);
  const embedScript = loadEmbedScript();
  return async (app: FastifyInstance) => {
    // Only forms: JSON or text, which another page could send, is refused before it is read.
    app.removeAllContentTypeParsers();
    await app.register(formbody, { bodyLimit: FORM_MAX_BYTES });
    app.setErrorHandler((error, request, reply) =>
      showError({ ...deps, showEnding: context.showEnding }, error, request, reply),
    );
    const options = { bodyLimit: FORM_MAX_BYTES };

    // Addresses that people shorten, or type from a poster: they read a page; a program gets the API's answer.
    for (const path of ["/pay", "/pay/", "/checkout", "/checkout/"])
      app.get(path, (request, reply) =>
        String(request.headers.accept).includes("text/html")
          ? context.showEnding(request, reply, "notFound", 404)
          : reply.callNotFound(),
      );

    app.get<{ Params: { sessionId: string } }>("/checkout/:sessionId", (request, reply) =>
      showSession(context, request, reply),
    );
    app.post<{ Params: { sessionId: string } }>("/checkout/:sessionId", options, (request, reply) =>
      submitSession(context, request, reply),
    );
    app.post<{ Params: { sessionId: string } }>("/checkout/:sessionId/leave", options, (request, reply) =>
      leaveAttempt(context, request, reply),
    );
    app.post<{ Params: { sessionId: string } }>(
      "/checkout/:sessionId/receipt-mail",
      options,
      (request, reply) => mailReceipt(context, request, reply),
    );
    // Where a form was answered with what is wrong, its address stands in the browser's bar.
    for (const form of ["leave", "receipt-mail"])
      app.get<{ Params: { sessionId: string } }>(`/checkout/:sessionId/${form}`, (request, reply) =>
        seeOther(reply, pageOfForm(request)),
      );
    app.get<{ Params: { sessionId: string } }>("/checkout/:sessionId/qr.png", (request, reply) =>
      downloadQr(context, request, reply),
    );
    app.get<{ Params: { sessionId: string } }>("/checkout/:sessionId/receipt.pdf", (request, reply) =>
      downloadReceipt(context, request, reply),
    );
    app.get<{ Params: { code: string } }>(`${RECEIPTS_PATH}/:code`, (request, reply) =>
      checkReceipt(context, request, reply),
    );
    app.get<{ Params: { name: string } }>(`${LOGOS_PATH}/:name`, async (request, reply) => {
      const picture = await deps.logos.read(request.params.name);
      return picture === null
        ? context.showEnding(request, reply, "notFound", 404)
        : sendPicture(reply, picture, { cache: "for ever" });
    });
    app.get<{ Params: { slug: string } }>("/pay/:slug/qr.png", (request, reply) =>
      sendLinkQr(context, request, reply, "png"),
    );
    app.get<{ Params: { slug: string } }>("/pay/:slug/qr.svg", (request, reply) =>
      sendLinkQr(context, request, reply, "svg"),
    );
    app.get<{ Params: { slug: string } }>("/pay/:slug/preview.png", (request, reply) =>
      sendPreview(context, request, reply),
    );
    app.get<{ Params: { slug: string } }>("/pay/:slug", (request, reply) =>
      showLink(context, request, reply),
    );
    app.post<{ Params: { slug: string } }>("/pay/:slug", options, (request, reply) =>
      openLink(context, request, reply),
    );
    app.get<{ Params: { name: string } }>(`${ASSETS_PATH}/:name`, (request, reply) =>
      sendPageScript(context, request, reply),
    );
    app.get(EMBED_PATH, async (request, reply) => sendEmbedScript(request, reply, embedScript));
  };
}

function createContext(deps: CheckoutPagesDeps): PagesContext {
  const { checkout, links, logos, publicOrigin, testGuidePath } = deps;
  const assets = loadAssets();
  const { origin, protocol } = new URL(publicOrigin);
  const https = protocol === "https:";
  return {
    checkout,
    links,
    assets,
    origin,
    testGuidePath: testGuidePath ?? null,
    https,
    statusPath: (sessionId) => `/api/v1/checkout/pay/${sessionId}/status`,
    logoOf: async (source) => {
      const logo = source === undefined ? null : await logos.find(source.merchantNo, source.url);
      return logo === null
        ? null
        : { path: `${LOGOS_PATH}/${logo.name}`, width: logo.width, height: logo.height };
    },
    logoFile: async (source) => {
      const logo = source === undefined ? null : await logos.find(source.merchantNo, source.url);
      return logo === null ? null : logos.read(logo.name);
    },
    showEnding: (...shown) => showEnding(assets, ...shown),
  };
}

/** The page of the session whose form has this address, in the same language. Who asks may have made up the id. */
function pageOfForm({ params, query }: FastifyRequest<{ Params: { sessionId: string } }>): string {
  const { lang } = query as Readonly<Record<string, unknown>>;
  const asked = locales.find((locale) => locale === lang);
  const path = `/checkout/${encodeURIComponent(params.sessionId)}`;
  return asked === undefined ? path : `${path}?lang=${asked}`;
}

/** The script under its present name, cacheable forever; other names are not found. */
async function sendPageScript(
  context: PagesContext,
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
) {
  const { script } = context.assets;
  return `${ASSETS_PATH}/${request.params.name}` === script.path
    ? sendScript(request, reply, script, { "cache-control": "public, max-age=31536000, immutable" })
    : context.showEnding(request, reply, "notFound", 404);
}
