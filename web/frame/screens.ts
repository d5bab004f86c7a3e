import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { pageHeaders, seeOther } from "../account/respond.ts";
import type { OwnAccount } from "../ui/api/views.ts";
import type { FirstAnswer, OwnMerchant } from "../ui/app/boot.ts";
import { ASSETS_PATH, filesOf, loadScreens, type Screens } from "./assets.ts";
import { screenDocument } from "./document.ts";
import { askAsReader } from "./first-answers.ts";
import { homeOf, type Surface, shownAt, surfaces } from "./surfaces.ts";
import { noMerchant, noScript } from "./words.ts";

/** Nobody acts on merchants before one is chosen. */
const own = { merchantId: null, mode: null } as const;

/** The dashboard and the console, as a Fastify plugin: their files, and the page that loads them. */
export function createScreens(): FastifyPluginAsync {
  const screens = loadScreens();
  return async (app) => {
    for (const surface of surfaces)
      for (const path of [surface.root, `${surface.root}/*`])
        app.get(path, (request, reply) => showSurface(app, screens, surface, request, reply));
    app.get<{ Params: { name: string } }>(`${ASSETS_PATH}/:name`, (request, reply) =>
      sendAsset(screens, request.params.name, String(request.headers["accept-encoding"] ?? ""), reply),
    );
  };
}

async function showSurface(
  app: FastifyInstance,
  screens: Screens | null,
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { audience, logIn, folder } = surface;
  const url = new URL(request.url, "http://localhost");
  const ask = (path: string) => askAsReader(app, request, own, path);
  const me = await ask(`/auth/${audience}/me`);
  if (me === null) return seeOther(reply, `${logIn}?next=${encodeURIComponent(url.pathname + url.search)}`);
  if (screens === null)
    return reply
      .code(503)
      .headers(pageHeaders)
      .type("text/plain; charset=utf-8")
      .send("The pages are not built: run npm run build, and start the service again.\n");
  const account = me.data as OwnAccount;
  const merchants = audience === "merchant" ? merchantsIn(await ask(`/auth/${audience}/merchants`)) : [];
  const query = Object.fromEntries(url.searchParams);
  const shown = shownAt(surface, url.pathname, query, merchants);
  if (shown === null) {
    const home = homeOf(merchants);
    if (home !== null) return seeOther(reply, home);
    return reply.headers(pageHeaders).type("text/plain; charset=utf-8").send(noMerchant[account.locale]);
  }
  const found = await Promise.all(shown.reads.map((path) => askAsReader(app, request, shown, path)));
  const answers = found.filter((answer): answer is FirstAnswer => answer !== null);
  const entry = `${folder}/main.tsx`;
  const { locale } = account;
  const files = filesOf(screens, [
    entry,
    `ui/i18n/${locale}.ts`,
    `${folder}/i18n/${locale}/index.ts`,
    ...(shown.file === null ? [] : [`${folder}/${shown.file}`]),
  ]);
  const html = screenDocument({
    locale,
    title: surface.title,
    entry: screens.chunks[entry]?.file ?? "",
    files,
    boot: { account, merchants, answers },
    noScript: noScript[locale],
  });
  return reply.headers(pageHeaders).type("text/html; charset=utf-8").send(html);
}

function merchantsIn(answer: FirstAnswer | null): readonly OwnMerchant[] {
  return (answer?.data ?? []) as readonly OwnMerchant[];
}

function sendAsset(
  screens: Screens | null,
  name: string,
  accepted: string,
  reply: FastifyReply,
): FastifyReply {
  const asset = screens?.assets.get(name);
  if (asset === undefined) return reply.callNotFound() as unknown as FastifyReply;
  const coding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null;
  if (coding !== null) reply.header("content-encoding", coding);
  return reply
    .headers({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      vary: "Accept-Encoding",
    })
    .type(asset.type)
    .send(coding === "br" ? asset.brotli : coding === "gzip" ? asset.gzip : asset.body);
}
