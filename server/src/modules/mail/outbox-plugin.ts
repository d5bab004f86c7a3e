import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../db/database.ts";
import { isLoopbackAddress, literalAddress } from "../../http-out/addresses.ts";
import { parsePublicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { findKeptMail, listKeptMails } from "./kept-mails.ts";
import {
  framedMailHeaders,
  linksIn,
  OUTBOX_PATH,
  outboxGone,
  outboxHeaders,
  outboxList,
  outboxMail,
  outboxWords,
} from "./outbox-page.tsx";

export interface OutboxPluginDeps {
  readonly db: Database;
  readonly keyring: Keyring;
}

interface OutboxRequest {
  readonly Params: { readonly id?: string };
  readonly Querystring: { readonly lang?: unknown; readonly to?: unknown };
}

/**
 * The mails of a sandbox, for people (`/sandbox/outbox`) and for programs (`/sandbox/outbox.json`, `?to=` an address).
 * They hold links that open accounts, so only a caller on this machine gets them.
 */
export function createOutboxPlugin({ db, keyring }: OutboxPluginDeps): FastifyPluginAsync {
  const wordsFor = ({ query, headers }: FastifyRequest<OutboxRequest>) => {
    const { lang } = query;
    if (lang === "fr" || lang === "en") return outboxWords[lang];
    return outboxWords[/^\s*en\b/i.test(headers["accept-language"] ?? "") ? "en" : "fr"];
  };
  const send = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
    reply.code(status).headers(outboxHeaders).type("text/html; charset=utf-8").send(html);
  const find = (text: string | undefined) => {
    const id = parsePublicId("mail", text ?? "");
    return id === null ? null : findKeptMail(db, keyring, id);
  };

  return async (app) => {
    app.addHook("onRequest", async (request, reply) => {
      if (isFromThisMachine(request)) return;
      // The same as where no sandbox is.
      reply.callNotFound();
      return reply;
    });

    app.get<OutboxRequest>(OUTBOX_PATH, async (request, reply) =>
      send(reply, outboxList(wordsFor(request), await listKeptMails(db, keyring))),
    );

    app.get<OutboxRequest>(`${OUTBOX_PATH}.json`, async ({ query: { to } }, reply) => {
      const mails = await listKeptMails(db, keyring);
      const asked = typeof to === "string" ? mails.filter((mail) => mail.to === to.toLowerCase()) : mails;
      return reply.headers({ "cache-control": "no-store" }).send({
        mails: asked.map(({ createdAtMs, ...mail }) => ({
          ...mail,
          links: linksIn(mail.text),
          createdAt: new Date(createdAtMs).toISOString(),
        })),
      });
    });

    app.get<OutboxRequest>(`${OUTBOX_PATH}/:id`, async (request, reply) => {
      const mail = await find(request.params.id);
      const words = wordsFor(request);
      return mail === null ? send(reply, outboxGone(words), 404) : send(reply, outboxMail(words, mail));
    });

    app.get<OutboxRequest>(`${OUTBOX_PATH}/:id/html`, async (request, reply) => {
      const mail = await find(request.params.id);
      if (mail === null) return send(reply, outboxGone(wordsFor(request)), 404);
      // Links of a framed mail open in a tab of their own.
      const html = mail.html.replaceAll('<a href="', '<a target="_blank" rel="noreferrer" href="');
      return reply.headers(framedMailHeaders).type("text/html; charset=utf-8").send(html);
    });
  };
}

/**
 * The connection comes from this machine, no proxy has passed it on, and the browser was sent here by a local name: a page
 * of the internet whose name was made to lead to 127.0.0.1 is not told anything.
 */
function isFromThisMachine({ ip, hostname, headers }: FastifyRequest): boolean {
  const isLocalName = hostname === "localhost" || isLoopbackAddress(literalAddress(hostname) ?? "");
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  return isLoopbackAddress(ip) && isLocalName && !isForwarded;
}
