import { createHash } from "node:crypto";
import formbody from "@fastify/formbody";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { Refusal } from "../../kit/errors.ts";
import type { Logger } from "../../kit/logger.ts";
import { sameSecret } from "../../kit/secret.ts";
import { logInErrors } from "./errors.ts";
import { type LinkPageLabels, linkPageLabels, pageLanguages } from "./link-page-labels.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./password-rules.ts";

type Facts = Pick<RequestFacts, "requestId" | "ip" | "nowMs">;

/** A page of a link: what it asks for, whose account it is, and what its form does. */
export interface LinkPage {
  /** The token is appended. */
  readonly path: string;
  readonly asks: "password" | "confirmation";
  /** The e-mail address of an open link's account; null when the link is not valid. */
  emailOf(token: string): Promise<string | null>;
  /** `password` is empty where none is asked for. Refuses when the link is not valid, and a weak password. */
  submit(given: { readonly token: string; readonly password: string }, facts: Facts): Promise<void>;
}

export interface LinkPagesDeps {
  readonly pages: readonly LinkPage[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Translates a temporary error that is not a refusal; null for others. */
  readonly passing: (error: unknown) => Refusal | null;
}

const FORM_MAX_BYTES = 8 * 1024;
const STYLE =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}" +
  "label{display:block;margin-top:1rem}input,button{font:inherit;width:100%;padding:.6rem;box-sizing:border-box}" +
  "button{margin-top:1.5rem;background:#0b6e4f;color:#fff;border:0}[role=alert]{color:#a11212}";
const styleHash = createHash("sha256").update(STYLE).digest("base64");

/**
 * The address is the key to the account: the page must not be cached, framed, run scripts, or leak its address to other
 * pages.
 */
const headers: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? "");

function documentOf({ language }: LinkPageLabels, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

function passwordForm({ choosing }: LinkPageLabels, email: string, problem: string | null): string {
  const field = (name: string, label: string): string =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="new-password" minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" required>`;
  return [
    problem === null ? "" : `<p role="alert">${problem}</p>`,
    `<p>${choosing.explanation} <strong>${escaped(email)}</strong></p><form method="post">`,
    `<input type="hidden" name="username" autocomplete="username" value="${escaped(email)}">`,
    `${field("password", choosing.password)}${field("repeated", choosing.repeated)}`,
    `<button type="submit">${choosing.submit}</button></form>`,
  ].join("");
}

const confirmationForm = ({ unlocking }: LinkPageLabels, email: string): string =>
  `<p>${unlocking.explanation} <strong>${escaped(email)}</strong></p><form method="post"><button type="submit">${unlocking.submit}</button></form>`;

const labelsFor = ({ headers: { "accept-language": wanted = "" } }: FastifyRequest): LinkPageLabels =>
  linkPageLabels[pageLanguages.find((name) => new RegExp(`^\\s*${name}\\b`, "i").test(wanted)) ?? "en"];

type Request = FastifyRequest<{ Params: { token: string } }>;

/**
 * The pages of links that work once, in the reader's language and without a script. Showing one changes nothing: mail
 * scanners open links.
 */
export function createLinkPages({ pages, clock, log, passing }: LinkPagesDeps): FastifyPluginAsync {
  const send = (
    reply: FastifyReply,
    status: number,
    labels: LinkPageLabels,
    title: string,
    body: string,
  ): FastifyReply =>
    reply
      .code(status)
      .headers(headers)
      .type("text/html; charset=utf-8")
      .send(documentOf(labels, title, body));

  const titleOf = ({ asks }: LinkPage, labels: LinkPageLabels): string =>
    asks === "password" ? labels.choosing.title : labels.unlocking.title;

  const show = async (
    page: LinkPage,
    request: Request,
    reply: FastifyReply,
    status: number,
    problem: string | null,
  ) => {
    const labels = labelsFor(request);
    const email = await page.emailOf(request.params.token);
    if (email === null) throw logInErrors.LOG_IN_LINK_INVALID();
    const form =
      page.asks === "password" ? passwordForm(labels, email, problem) : confirmationForm(labels, email);
    return send(reply, status, labels, titleOf(page, labels), form);
  };

  const submit = async (page: LinkPage, request: Request, reply: FastifyReply) => {
    const labels = labelsFor(request);
    const form = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const { password = "", repeated = "" } = form;
    if (typeof password !== "string" || typeof repeated !== "string" || !sameSecret(password, repeated))
      return show(page, request, reply, 400, labels.choosing.differ);
    const facts = { requestId: request.id, ip: request.ip, nowMs: clock.nowMs() };
    try {
      await page.submit({ token: request.params.token, password }, facts);
    } catch (error) {
      const problem = error instanceof Refusal ? labels.problems[ruleOf(error)] : undefined;
      if (problem === undefined) throw error;
      return show(page, request, reply, 400, problem);
    }
    const { done } = page.asks === "password" ? labels.choosing : labels.unlocking;
    return send(reply, 200, labels, titleOf(page, labels), `<p>${done}</p>`);
  };

  return async (app) => {
    app.removeAllContentTypeParsers();
    await app.register(formbody, { bodyLimit: FORM_MAX_BYTES });
    app.setErrorHandler((error, request, reply) => {
      const labels = labelsFor(request);
      const refusal = error instanceof Refusal ? error : passing(error);
      if (refusal === null) log.error("log_in.link_page.failed", { requestId: request.id, error });
      const { status = 500 } = refusal?.declaration ?? {};
      if (refusal?.retryAfterSeconds !== undefined) reply.header("retry-after", refusal.retryAfterSeconds);
      const sentence = status === 404 ? labels.gone : labels.later;
      return send(reply, status, labels, labels.choosing.title, `<p>${sentence}</p>`);
    });
    for (const page of pages) {
      const path = `${page.path}/:token`;
      app.get<{ Params: { token: string } }>(path, (request, reply) => show(page, request, reply, 200, null));
      app.post<{ Params: { token: string } }>(path, (request, reply) => submit(page, request, reply));
    }
  };
}

/** The first rule that a refused password breaks. */
function ruleOf({ details }: Refusal): string {
  const fields = details.fields as readonly { readonly rule?: string }[] | undefined;
  return fields?.[0]?.rule ?? "";
}
