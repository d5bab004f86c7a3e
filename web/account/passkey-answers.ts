import type { FastifyReply } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { OwnVisit } from "./account-page.tsx";
import { nextPath } from "./paths.ts";
import { problemsOf } from "./problems.ts";
import { pageHeaders } from "./respond.ts";
import type { PagesContext, Visit } from "./visit.ts";

const PASSKEY_NAME_MAX = 60;

/** What the pages' script asks, as JSON: the question for a passkey, and where its answer leads. */
export function createPasskeyAnswers<Caller>(
  { port, paths }: PagesContext<Caller>,
  keepCodes: (reply: FastifyReply, codes: readonly string[]) => string,
) {
  const send = ({ reply }: Visit, body: unknown, status = 200): FastifyReply =>
    reply
      .code(status)
      .headers(pageHeaders)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(body));

  /** Refusals as words for the page; a missing proof of presence as the page that asks for it. */
  const answer = async (visit: Visit, work: () => Promise<unknown>): Promise<FastifyReply> => {
    try {
      return send(visit, await work());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.declaration.name === "STEP_UP_REQUIRED")
        return send(visit, { to: `${paths.account}/presence` });
      const problems = problemsOf(visit.t, error);
      if (problems === null) throw error;
      return send(visit, { problem: Object.values(problems)[0] }, error.declaration.status);
    }
  };

  const tokenOf = ({ request }: Visit): string => (request.params as { readonly token: string }).token;

  /** The links of merchants' invitations, where this is one of them. */
  const invitationOf = async (visit: Visit) => {
    const { invitations } = port;
    if (invitations === null) return null;
    return (await invitations.find(tokenOf(visit), visit.facts.nowMs)) === null ? null : invitations;
  };

  const responseOf = ({ request }: Visit): unknown =>
    (request.body as { readonly response?: unknown }).response;

  return {
    beginLogIn: (visit: Visit) => answer(visit, () => port.beginPasskeyLogIn(visit.facts)),
    logIn: (visit: Visit) =>
      answer(visit, async () => {
        visit.reply.header("set-cookie", await port.logInByPasskey(responseOf(visit), visit.facts));
        return { to: nextPath(port.audience, visit.fields.next) };
      }),

    /** The link of an invitation, to a merchant or to an account, without a password. */
    beginOpening: (visit: Visit) =>
      answer(visit, async () => {
        const { facts, fields } = visit;
        const token = tokenOf(visit);
        const invitation = await invitationOf(visit);
        const options =
          invitation === null
            ? await port.beginOpening(token, facts)
            : await invitation.beginPasskey(token, (fields.name ?? "").trim(), facts);
        return options ?? { to: `${paths.invite}/${token}` };
      }),
    open: (visit: Visit) =>
      answer(visit, async () => {
        const { facts, fields, locale, reply } = visit;
        const token = tokenOf(visit);
        const response = responseOf(visit);
        const invitation = await invitationOf(visit);
        const given = { name: (fields.name ?? "").trim(), locale, response };
        const opened =
          invitation === null
            ? await port.openByPasskey(token, response, facts)
            : await invitation.joinByPasskey(token, given, facts);
        if (opened === null) return { to: `${paths.invite}/${token}` };
        reply.header("set-cookie", opened.cookie);
        return { to: keepCodes(reply, opened.recoveryCodes) };
      }),

    beginAdd: (visit: OwnVisit<Caller>) => answer(visit, () => port.beginPasskey(visit.caller, visit.facts)),
    add: (visit: OwnVisit<Caller>) =>
      answer(visit, async () => {
        const { t, caller, fields, facts, reply } = visit;
        const name = (fields.name ?? "").trim().slice(0, PASSKEY_NAME_MAX);
        const codes = await port.addPasskey(
          caller,
          name === "" ? t.factors.passkeys : name,
          responseOf(visit),
          facts,
        );
        return { to: keepCodes(reply, codes) };
      }),

    beginPresence: (visit: OwnVisit<Caller>) =>
      answer(visit, () => port.beginPasskeyPresence(visit.caller, visit.facts)),
    presence: (visit: OwnVisit<Caller>) =>
      answer(visit, async () => {
        const { caller, facts, reply } = visit;
        reply.header("set-cookie", await port.provePresenceByPasskey(caller, responseOf(visit), facts));
        return { to: paths.account };
      }),
  };
}
