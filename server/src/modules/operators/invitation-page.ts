import { createHash } from "node:crypto";
import formbody from "@fastify/formbody";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../kit/clock.ts";
import { Refusal } from "../../kit/errors.ts";
import type { Logger } from "../../kit/logger.ts";
import { sameSecret } from "../../kit/secret.ts";
import { INVITATIONS_PATH, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../log-in/index.ts";
import { operatorErrors } from "./errors.ts";
import { type InvitationPageLabels, invitationPageLabels } from "./invitation-page-labels.ts";
import type { Operators } from "./service.ts";

export interface InvitationPageDeps {
  readonly operators: Operators;
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

function documentOf(labels: InvitationPageLabels, body: string): string {
  return `<!doctype html><html lang="${labels.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${labels.title}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main><h1>${labels.title}</h1>${body}</main></body></html>`;
}

function formOf(labels: InvitationPageLabels, email: string, problem: string | null): string {
  const field = (name: string, label: string): string =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="new-password" minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" required>`;
  return [
    problem === null ? "" : `<p role="alert">${problem}</p>`,
    `<p>${labels.explanation} <strong>${escaped(email)}</strong></p><form method="post">`,
    `<input type="hidden" name="username" autocomplete="username" value="${escaped(email)}">`,
    `${field("password", labels.password)}${field("repeated", labels.repeated)}`,
    `<button type="submit">${labels.submit}</button></form>`,
  ].join("");
}

type Request = FastifyRequest<{ Params: { token: string } }>;

/**
 * The page of an operator's invitation link, in English or French: it asks for a password, and works without a script.
 */
export function createInvitationPage(deps: InvitationPageDeps): FastifyPluginAsync {
  const { operators, clock, log, passing } = deps;
  const labelsFor = ({ headers: { "accept-language": wanted } }: FastifyRequest): InvitationPageLabels =>
    invitationPageLabels[/^\s*fr\b/i.test(wanted ?? "") ? "fr" : "en"];
  const send = (
    reply: FastifyReply,
    status: number,
    labels: InvitationPageLabels,
    body: string,
  ): FastifyReply =>
    reply.code(status).headers(headers).type("text/html; charset=utf-8").send(documentOf(labels, body));

  const show = async (request: Request, reply: FastifyReply, status: number, problem: string | null) => {
    const labels = labelsFor(request);
    const email = await operators.invitedEmail(request.params.token);
    if (email === null) throw operatorErrors.OPERATOR_INVITATION_INVALID();
    return send(reply, status, labels, formOf(labels, email, problem));
  };

  const submit = async (request: Request, reply: FastifyReply) => {
    const labels = labelsFor(request);
    const form = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const { password, repeated } = form;
    if (typeof password !== "string" || typeof repeated !== "string" || !sameSecret(password, repeated))
      return show(request, reply, 400, labels.differ);
    const facts = { requestId: request.id, ip: request.ip, nowMs: clock.nowMs() };
    try {
      await operators.accept({ token: request.params.token, password }, facts);
    } catch (error) {
      const problem = error instanceof Refusal ? labels.problems[ruleOf(error)] : undefined;
      if (problem === undefined) throw error;
      return show(request, reply, 400, problem);
    }
    return send(reply, 200, labels, `<p>${labels.done}</p>`);
  };

  return async (app) => {
    app.removeAllContentTypeParsers();
    await app.register(formbody, { bodyLimit: FORM_MAX_BYTES });
    app.setErrorHandler((error, request, reply) => {
      const labels = labelsFor(request);
      const refusal = error instanceof Refusal ? error : passing(error);
      if (refusal === null) log.error("operator.invitation_page.failed", { requestId: request.id, error });
      const { status = 500 } = refusal?.declaration ?? {};
      if (refusal?.retryAfterSeconds !== undefined) reply.header("retry-after", refusal.retryAfterSeconds);
      return send(reply, status, labels, `<p>${status === 404 ? labels.gone : labels.later}</p>`);
    });
    const path = `${INVITATIONS_PATH}/:token`;
    app.get<{ Params: { token: string } }>(path, (request, reply) => show(request, reply, 200, null));
    app.post<{ Params: { token: string } }>(path, submit);
  };
}

/** The first rule that a refused password breaks. */
function ruleOf({ details }: Refusal): string {
  const fields = details.fields as readonly { readonly rule?: string }[] | undefined;
  return fields?.[0]?.rule ?? "";
}
