import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from "fastify";
import type { CellCode } from "../../server/src/kit/cell.ts";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { Logger } from "../../server/src/kit/logger.ts";
import { createAccountPage, type OwnVisit } from "./account-page.tsx";
import { ASSETS_PATH, loadAssets } from "./assets.ts";
import { createPageCookies } from "./cookies.ts";
import { createFactorPages } from "./factor-pages.tsx";
import { createJoinPages } from "./join-pages.tsx";
import { createLinkPages } from "./link-pages.tsx";
import { createLogInPages } from "./log-in.tsx";
import { createPasskeyAnswers } from "./passkey-answers.ts";
import { accountPaths } from "./paths.ts";
import type { AccountPort } from "./ports.ts";
import { problemsOf } from "./problems.ts";
import { isOwnForm, pageHeaders, seeOther } from "./respond.ts";
import { BrokenScreen } from "./screens/links.tsx";
import { createContext, type PagesContext, type Visit, visitOf } from "./visit.ts";

export interface AccountPagesDeps {
  // Each audience knows its log-ins by its own kind of caller, and the pages never look inside.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly ports: readonly AccountPort<any>[];
  /** Where the service is reached: `https://pay.example.org`, without a path. */
  readonly publicOrigin: string;
  /** The cell whose console operators log in to; null: the default cell. */
  readonly cell: CellCode | null;
  readonly nowMs: () => number;
  /** Translates a temporary error that is not a refusal, such as an unreachable database; null for others. */
  readonly passing: (error: unknown) => Refusal | null;
  readonly log: Logger;
}

/** Room for the answer of a passkey with a long certificate. */
const BODY_MAX_BYTES = 64 * 1024;

/** Log-in, links and own account of both audiences, as a Fastify plugin with its own parsers and error pages. */
export function createAccountPages(deps: AccountPagesDeps): FastifyPluginAsync {
  const { ports, publicOrigin, cell, nowMs, log } = deps;
  const assets = loadAssets();
  const cookies = createPageCookies(publicOrigin.startsWith("https:"));
  const contexts = ports.map((port) => createContext({ port, assets, cookies, cell, nowMs, log }));
  return async (app) => {
    // The parser of JSON stays, for the answers of passkeys; everything else is refused before it is read.
    app.removeContentTypeParser("text/plain");
    await app.register(formbody, { bodyLimit: BODY_MAX_BYTES });
    for (const context of contexts) await app.register(audiencePages(context, deps));
    // Links to operators of earlier releases, which are open for three days.
    app.get<{ Params: { token: string } }>("/invitations/:token", ({ params }, reply) =>
      seeOther(reply, `${accountPaths.operator.invite}/${encodeURIComponent(params.token)}`),
    );
    app.get<{ Params: { name: string } }>(`${ASSETS_PATH}/:name`, (request, reply) => {
      const asset = [assets.style, assets.script].find(({ path }) =>
        path.endsWith(`/${request.params.name}`),
      );
      if (asset === undefined) return reply.callNotFound();
      const { type, body, gzip } = asset;
      const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
      if (takesGzip) reply.header("content-encoding", "gzip");
      return reply
        .headers({
          "cache-control": "public, max-age=31536000, immutable",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
          vary: "Accept-Encoding",
        })
        .type(type)
        .send(takesGzip ? gzip : body);
    });
  };
}

function audiencePages<Caller>(
  context: PagesContext<Caller>,
  { publicOrigin, passing, log }: AccountPagesDeps,
): FastifyPluginAsync {
  const { port, paths } = context;
  const logIn = createLogInPages(context);
  const links = createLinkPages(context);
  const invite = createJoinPages(context, links.invite);
  const account = createAccountPage(context);
  const factors = createFactorPages(context, account);
  const passkeys = createPasskeyAnswers(context, factors.keepCodes);
  type Handler = (visit: Visit) => FastifyReply | Promise<FastifyReply>;
  type OwnHandler = (visit: OwnVisit<Caller>) => FastifyReply | Promise<FastifyReply>;

  return async (app: FastifyInstance) => {
    const options = { bodyLimit: BODY_MAX_BYTES };
    const get = (path: string, handler: Handler) =>
      app.get(path, (request, reply) => handler(visitOf(context, request, reply)));
    const post = (path: string, handler: Handler) =>
      app.post(path, options, (request, reply) => handler(visitOf(context, request, reply)));
    /** Only for who is logged in; anybody else is led to the log-in and back. */
    const own =
      (handler: OwnHandler): Handler =>
      async (visit) => {
        const found = await port.find(visit.request.headers.cookie);
        if (found === null)
          return seeOther(visit.reply, `${paths.logIn}?next=${encodeURIComponent(paths.account)}`);
        return handler({ ...visit.in(found.account.locale), ...found });
      };

    app.addHook("preHandler", async (request, reply) => {
      if (request.method === "GET" || request.method === "HEAD" || isOwnForm(request, publicOrigin)) return;
      const visit = visitOf(context, request, reply);
      return broken(visit, 403, visit.t.problems.otherSite, null);
    });
    app.setErrorHandler((error, request, reply) => showError(visitOf(context, request, reply), error));

    get(paths.logIn, logIn.show);
    post(paths.logIn, logIn.submit);
    get(paths.second, logIn.showSecond);
    post(paths.second, logIn.submitSecond);
    get(paths.forgot, logIn.forgot);
    post(paths.forgot, logIn.forgot);
    post(`${paths.passkeyLogIn}/options`, passkeys.beginLogIn);
    post(paths.passkeyLogIn, passkeys.logIn);

    post(`${paths.invite}/:token/passkey/options`, passkeys.beginOpening);
    post(`${paths.invite}/:token/passkey`, passkeys.open);
    for (const [path, page] of [
      [paths.invite, invite],
      [paths.reset, links.reset],
      [paths.unlock, links.unlock],
    ] as const) {
      get(`${path}/:token`, page.show);
      post(`${path}/:token`, page.submit);
    }

    get(paths.account, own(account.show));
    const forms: Readonly<Record<string, OwnHandler>> = {
      profile: account.profile,
      password: account.password,
      "log-ins/end": account.endLogIn,
      "log-ins/end-others": account.endOtherLogIns,
      digest: account.digest,
      "log-out": account.logOut,
      totp: factors.totp,
      "totp/confirm": factors.confirmTotp,
      "totp/remove": factors.removeTotp,
      "codes/kept": factors.codesKept,
      "passkeys/remove": factors.removePasskey,
    };
    for (const [path, handler] of Object.entries(forms)) {
      post(`${paths.account}/${path}`, own(handler));
      // Where a form was answered with what is wrong, its address stands in the browser's bar.
      get(`${paths.account}/${path}`, ({ reply }) => seeOther(reply, paths.account));
    }
    get(`${paths.account}/codes`, own(factors.codes));
    post(`${paths.account}/codes`, own(factors.renewCodes));
    get(`${paths.account}/presence`, own(factors.presence));
    post(`${paths.account}/presence`, own(factors.provePresence));
    const answers: Readonly<Record<string, OwnHandler>> = {
      "presence/passkey/options": passkeys.beginPresence,
      "presence/passkey": passkeys.presence,
      "passkeys/options": passkeys.beginAdd,
      passkeys: passkeys.add,
    };
    for (const [path, handler] of Object.entries(answers)) post(`${paths.account}/${path}`, own(handler));
  };

  function showError(visit: Visit, error: unknown): FastifyReply {
    const { t, reply, facts } = visit;
    const refusal = error instanceof Refusal ? error : passing(error);
    const status = refusal?.declaration.status ?? statusOf(error);
    if (status >= 500 && refusal === null)
      log.error("account.page.failed", { requestId: facts.requestId, error });
    if (refusal?.retryAfterSeconds !== undefined) reply.header("retry-after", refusal.retryAfterSeconds);
    const text = refusal === null ? undefined : problemsOf(t, refusal)?.[""];
    return broken(visit, status, text ?? t.problems.brokenText, facts.requestId);
  }
}

function broken(visit: Visit, status: number, text: string, requestId: string | null): FastifyReply {
  const { t } = visit;
  const title = t.problems.brokenTitle;
  const isJson = visit.request.headers["content-type"]?.startsWith("application/json") === true;
  if (isJson)
    return visit.reply
      .code(status)
      .headers(pageHeaders)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ problem: text }));
  return visit.show(
    {
      title,
      languagePath: null,
      main: <BrokenScreen t={t} title={title} text={text} requestId={requestId} />,
    },
    status,
  );
}

function statusOf(error: unknown): number {
  const status = (error as { readonly statusCode?: unknown } | null)?.statusCode;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}
