import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
} from "fastify";
import type { CellCode } from "../../server/src/kit/cell.ts";
import { loadAssets, type PageAssets } from "../account/assets.ts";
import { createPageCookies, type PageCookies } from "../account/cookies.ts";
import { accountPaths } from "../account/paths.ts";
import { pageHeaders, seeOther, sendPage } from "../account/respond.ts";
import { placePath } from "../dashboard/place.ts";
import type { Operator, OwnAccount } from "../ui/api/views.ts";
import type { FirstAnswer, OwnMerchant } from "../ui/app/boot.ts";
import { ASSETS_PATH, filesOf, loadScreens, type Screens } from "./assets.ts";
import { screenDocument } from "./document.ts";
import { askAsReader } from "./first-answers.ts";
import { movedDocument } from "./moved.tsx";
import {
  consoleHomeOf,
  entryOf,
  homeOf,
  isBare,
  type Shown,
  type Surface,
  shownAt,
  sourcesOf,
  surfaces,
} from "./surfaces.ts";
import { noMerchant, noScript } from "./words.ts";

/** Nobody acts on merchants before one is chosen. */
const own = { merchantId: null, mode: null } as const;

/**
 * The dashboard and the console, as a Fastify plugin: their files, and the page that loads them, compressed by `compress`.
 */
export function createScreens(
  compress: onSendHookHandler,
  { publicUrl, cell }: { readonly publicUrl: string; readonly cell: CellCode | null },
): FastifyPluginAsync {
  const screens = loadScreens();
  let assets: PageAssets | undefined;
  const accountAssets = (): PageAssets => {
    assets ??= loadAssets();
    return assets;
  };
  const cookies = createPageCookies(publicUrl.startsWith("https:"));
  return async (app) => {
    // The first answers stand in the page: compressed as where they are asked for, a fifth of the bytes.
    for (const surface of surfaces)
      for (const path of [surface.root, `${surface.root}/*`])
        app.get(path, { onSend: compress }, (request, reply) =>
          showSurface(app, { screens, accountAssets, cookies, cell }, surface, request, reply),
        );
    app.get<{ Params: { name: string } }>(`${ASSETS_PATH}/:name`, (request, reply) =>
      sendAsset(screens, request.params.name, String(request.headers["accept-encoding"] ?? ""), reply),
    );
  };
}

interface Frame {
  readonly screens: Screens | null;
  /** For the page of a merchant that has moved, which few open: it looks like those of the account. */
  readonly accountAssets: () => PageAssets;
  readonly cookies: PageCookies;
  /** Null: the default cell. */
  readonly cell: CellCode | null;
}

/** The merchant and mode that a browser opened last: `/dashboard` alone leads there again. */
const LAST_PLACE = "place";
const LAST_PLACE_LIFE_SECONDS = 180 * 86_400;

function rememberPlace(
  cookies: PageCookies,
  { merchantId, mode }: Pick<Shown, "merchantId" | "mode">,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (merchantId === null || mode === null) return;
  const place = placePath(merchantId, mode);
  if (cookies.read(request.headers.cookie, LAST_PLACE) === place) return;
  reply.header("set-cookie", cookies.set(LAST_PLACE, place, LAST_PLACE_LIFE_SECONDS));
}

async function showSurface(
  app: FastifyInstance,
  { screens, accountAssets, cookies, cell }: Frame,
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { audience, logIn } = surface;
  const url = new URL(request.url, "http://localhost");
  const ask = (path: string) => askAsReader(app, request, own, path);
  const me = await ask(`/auth/${audience}/me`);
  if (me === null) return seeOther(reply, `${logIn}?next=${encodeURIComponent(url.pathname + url.search)}`);
  const account = me.data as OwnAccount;
  const merchants = audience === "merchant" ? merchantsIn(await ask(`/auth/${audience}/merchants`)) : [];
  const permissions = audience === "operator" ? permissionsIn(await ask("/tenant/me")) : [];
  if (audience === "operator" && isBare(surface, url.pathname))
    return seeOther(reply, consoleHomeOf(permissions));
  const query = Object.fromEntries(url.searchParams);
  const shown = shownAt(surface, url.pathname, query, merchants);
  if (shown === null) {
    const home = homeOf(merchants, cookies.read(request.headers.cookie, LAST_PLACE));
    if (home !== null) return seeOther(reply, home);
    if (isBare(surface, url.pathname)) return seeOther(reply, accountPaths[audience].account);
    return reply.headers(pageHeaders).type("text/plain; charset=utf-8").send(noMerchant[account.locale]);
  }
  const merchant = merchants.find(({ id }) => id === shown.merchantId);
  if (merchant !== undefined && merchant.movedTo !== null)
    return sendPage(
      reply,
      movedDocument({ merchant, merchants, locale: account.locale }, accountAssets()),
      421,
    );
  if (screens === null)
    return reply
      .code(503)
      .headers(pageHeaders)
      .type("text/plain; charset=utf-8")
      .send("The pages are not built: run npm run build, and start the service again.\n");
  rememberPlace(cookies, shown, request, reply);
  const found = await Promise.all(shown.reads.map((path) => askAsReader(app, request, shown, path)));
  const answers = found.filter((answer): answer is FirstAnswer => answer !== null);
  const { locale } = account;
  const files = filesOf(screens, sourcesOf(surface, shown.page, locale));
  const html = screenDocument({
    locale,
    title: surface.title,
    house: merchant?.displayName ?? surface.title,
    entry: screens.chunks[entryOf(surface)]?.file ?? "",
    files,
    boot: { account, permissions, merchants, answers, cell: audience === "operator" ? cell : null },
    noScript: noScript[locale],
  });
  return reply.headers(pageHeaders).type("text/html; charset=utf-8").send(html);
}

function merchantsIn(answer: FirstAnswer | null): readonly OwnMerchant[] {
  return (answer?.data ?? []) as readonly OwnMerchant[];
}

/** Without a second factor that is compulsory the answer is a refusal: then the operator may do nothing yet. */
function permissionsIn(answer: FirstAnswer | null): readonly string[] {
  return answer === null ? [] : (answer.data as Operator).permissions;
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
