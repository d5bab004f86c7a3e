import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../db/database.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { returnUrlContext } from "./callbacks.ts";
import { findTestCard } from "./cards.ts";
import type { Operation } from "./operation.ts";
import { readPageToken } from "./page-token.ts";
import { renderAwayPage } from "./pages/away.tsx";
import { renderBankPage } from "./pages/bank.tsx";
import { renderGuide } from "./pages/guide.tsx";
import { type Language, labels, languageOf } from "./pages/labels/index.ts";
import { contentPolicy } from "./pages/layout.tsx";
import { type PageProblem, renderPayerPage } from "./pages/payer.tsx";
import { type PayerAction, type PayerActions, transferKinds } from "./payer.ts";
import { findByTransferReference } from "./store.ts";
import { anyAccountWallets } from "./store-parties.ts";

export interface PageDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly payerActions: PayerActions;
  readonly publicUrl: () => string;
  readonly showsPins: boolean;
  /** Whether an error is temporary, like that of an unreachable database. */
  readonly passes: (error: unknown) => boolean;
}

/** The pages for payers. A GET changes nothing; each POST is one act, after which the payer goes back. */
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const { db, keyring, payerActions, publicUrl } = deps;
  const showsPins = (request: FastifyRequest): boolean => deps.showsPins && isOwnMachine(request);

  app.setErrorHandler((error, request, reply) => {
    if (!deps.passes(error)) throw error;
    const path = request.url.split("?")[0] ?? "";
    const language = languageOf(queryOf(request).get("lang"));
    const href = `${publicUrl()}${path.slice(app.prefix.length)}`;
    const html = renderAwayPage({ language, href, publicUrl: publicUrl() });
    return send(reply.header("retry-after", "1"), 503, html, null);
  });

  const returnUrlOf = ({ id, returnUrl }: Operation): string | null =>
    returnUrl === null ? null : keyring.open(returnUrl, returnUrlContext(id)).toString();

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation,
    token: string,
    language: Language,
    problem: PageProblem | null,
  ): FastifyReply => {
    const returnUrl = returnUrlOf(operation);
    const status = problem === null ? 200 : 422;
    const html = renderPayerPage({
      operation,
      returnUrl,
      language,
      problem,
      showsPins: showsPins(request),
      action: `${publicUrl()}/pay/${token}`,
      guideHref: `${publicUrl()}?lang=${language}`,
    });
    return send(reply, status, html, returnUrl);
  };

  app.get("/", async (request, reply) => {
    const wallets = await anyAccountWallets(db);
    return send(
      reply,
      200,
      renderGuide({
        language: languageOf(queryOf(request).get("lang")),
        wallets,
        publicUrl: publicUrl(),
        showsPins: showsPins(request),
      }),
      null,
    );
  });

  app.get("/pay/:token", async (request, reply) => {
    const { token, operation } = await findPayment(request);
    if (operation === null) return notFound(request, reply);
    if (operation.page === "BANK") {
      const lang = languageOf(queryOf(request).get("lang") ?? operation.locale);
      const query = new URLSearchParams({ reference: operation.transferReference ?? "", lang });
      return reply.redirect(`${publicUrl()}/bank?${query}`, 303);
    }
    return show(
      request,
      reply,
      operation,
      token,
      languageOf(queryOf(request).get("lang") ?? operation.locale),
      null,
    );
  });

  app.post("/pay/:token", async (request, reply) => {
    const { token, operation } = await findPayment(request);
    if (operation === null) return notFound(request, reply);
    const language = languageOf(queryOf(request).get("lang") ?? operation.locale);
    const act = readAction(formOf(request));
    if (act === "UNKNOWN_CARD") return show(request, reply, operation, token, language, "UNKNOWN_CARD");
    const result = act === null ? null : await payerActions.act(operation.id, act);
    if (result === null) return show(request, reply, operation, token, language, null);
    if (result.kind === "again")
      return show(request, reply, result.operation, token, language, result.problem);
    const returnUrl = returnUrlOf(operation);
    return returnUrl === null
      ? show(request, reply, result.operation, token, language, null)
      : reply.header("referrer-policy", "no-referrer").redirect(returnUrl, 303);
  });

  app.get("/bank", async (request, reply) => {
    const query = queryOf(request);
    const operation = await findTransfer(query.get("reference"));
    const language = languageOf(query.get("lang"));
    return send(
      reply,
      200,
      renderBankPage({
        operation,
        typed: query.get("reference"),
        language,
        said: null,
        publicUrl: publicUrl(),
      }),
      null,
    );
  });

  app.post("/bank", async (request, reply) => {
    const form = formOf(request);
    const found = await findTransfer(form.get("reference"));
    const entry = transferKinds.find((kind) => kind === form.get("entry"));
    const language = languageOf(queryOf(request).get("lang"));
    const result =
      found === null || entry === undefined
        ? null
        : await payerActions.act(found.id, { kind: "transfer", entry });
    const operation = result?.operation ?? found;
    const said = result === null ? null : result.kind === "done" ? "SENT" : "NOT_MATCHED";
    return send(
      reply,
      200,
      renderBankPage({ operation, typed: form.get("reference"), language, said, publicUrl: publicUrl() }),
      null,
    );
  });

  const findPayment = async (request: FastifyRequest) => {
    const token = tokenOf(request);
    const id = readPageToken(keyring, token);
    return { token, operation: id === null ? null : await payerActions.look(id) };
  };

  const findTransfer = async (typed: string | null): Promise<Operation | null> => {
    const reference = (typed ?? "").replace(/\s/g, "").toUpperCase();
    const found = reference === "" ? null : await findByTransferReference(db, reference);
    return found === null ? null : await payerActions.look(found.id);
  };
}

/** The act in a form; null when it is unknown. */
function readAction(form: URLSearchParams): PayerAction | "UNKNOWN_CARD" | null {
  switch (form.get("act")) {
    case "approve":
      return { kind: "approve" };
    case "cancel":
      return { kind: "cancel" };
    case "scan":
      return { kind: "scanAndPay" };
    case "pin":
      return { kind: "enterPin", pin: (form.get("pin") ?? "").slice(0, 16) };
    case "confirm":
      return { kind: "authenticate", answer: "confirm" };
    case "refuse":
      return { kind: "authenticate", answer: "refuse" };
    case "timeout":
      return { kind: "authenticate", answer: "timeout" };
    case "card": {
      const card = findTestCard(form.get("number") ?? "");
      return card === null ? "UNKNOWN_CARD" : { kind: "enterCard", card, expiry: form.get("expiry") ?? "" };
    }
    default: {
      // One of the listed cards: its button contains the number, and any date works.
      const card = findTestCard(form.get("testCard") ?? "");
      return card === null ? null : { kind: "enterCard", card, expiry: "12/99" };
    }
  }
}

function tokenOf({ params }: FastifyRequest): string {
  return typeof params === "object" && params !== null && "token" in params ? String(params.token) : "";
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split("?")[1] ?? "");
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { notFound: words } = labels[languageOf(queryOf(request).get("lang"))];
  return reply.code(404).type("text/plain; charset=utf-8").send(words);
}

function send(reply: FastifyReply, status: number, html: string, returnUrl: string | null): FastifyReply {
  return reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentPolicy(returnUrl),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin",
    })
    .send(html);
}

/** PINs protect play money, but are still private: they are shown only to a browser on the service's own machine. */
function isOwnMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  const host = headers.host ?? "";
  return (
    !isForwarded &&
    /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) &&
    /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "")
  );
}
