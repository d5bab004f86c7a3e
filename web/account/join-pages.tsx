import type { FastifyReply } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import { momentText } from "./i18n/index.ts";
import type { MerchantInvitation, OwnAccount } from "./ports.ts";
import { missingFields, problemsOf } from "./problems.ts";
import { seeOther } from "./respond.ts";
import { JoinScreen, type JoinScreenProps } from "./screens/join.tsx";
import { emptyForm, type FormState } from "./screens/parts.tsx";
import type { PagesContext, Visit } from "./visit.ts";

/** For whoever has no account that says theirs: the zone of most merchants. */
const TIME_ZONE_DEFAULT = "Africa/Abidjan";

interface Page {
  readonly show: (visit: Visit) => Promise<FastifyReply>;
  readonly submit: (visit: Visit) => Promise<FastifyReply>;
}

/**
 * What the visitor can do: join at once, log out of another account, log in, or open an account; ask elsewhere where the merchant has left
 * this installation. Pure.
 */
function stepOf(invitation: MerchantInvitation, account: OwnAccount | null): JoinScreenProps["step"] {
  if (invitation.hasLeft) return "ASK_ELSEWHERE";
  if (account !== null) return account.email === invitation.email ? "JOIN" : "LOG_OUT";
  return invitation.hasAccount ? "LOG_IN" : "OPEN_ACCOUNT";
}

/** `/invite/…` of an invitation to a merchant. Other tokens are left to `otherLinks`. Opening the page changes nothing. */
export function createJoinPages<Caller>(context: PagesContext<Caller>, otherLinks: Page): Page {
  const { port, paths } = context;
  const { invitations } = port;
  if (invitations === null) return otherLinks;

  const read = async (visit: Visit) => {
    const { token } = visit.request.params as { readonly token: string };
    const invitation = await invitations.find(token, visit.facts.nowMs);
    if (invitation === null) return null;
    const found = await port.find(visit.request.headers.cookie);
    const account = found?.account ?? null;
    return {
      token,
      invitation,
      account,
      caller: found?.caller ?? null,
      step: stepOf(invitation, account),
      visit: account === null ? visit : visit.in(account.locale),
    };
  };
  type Opened = NonNullable<Awaited<ReturnType<typeof read>>>;

  const showJoin = (opened: Opened, form: FormState, status = 200): FastifyReply => {
    const { visit, token, invitation, account, step } = opened;
    const path = `${paths.invite}/${token}`;
    const until =
      step === "ASK_ELSEWHERE"
        ? ""
        : momentText(visit.locale, account?.timeZone ?? TIME_ZONE_DEFAULT, invitation.expiresAtMs);
    return visit.show(
      {
        title: visit.t.join.joinTitle,
        hasScript: step === "OPEN_ACCOUNT" && "origin" in port.passkeys,
        hasProblem: form !== emptyForm,
        languagePath: account === null ? path : null,
        main: (
          <JoinScreen
            t={visit.t}
            paths={paths}
            path={path}
            invitation={invitation}
            until={until}
            step={step}
            place={port.passkeys}
            ownEmail={account?.email ?? ""}
            form={form}
          />
        ),
      },
      status,
    );
  };

  /** Where the page leads on; null when the link was used or taken back meanwhile. */
  const accept = async ({ visit, token, caller, step }: Opened): Promise<FastifyReply | null> => {
    const { fields, locale, facts, reply } = visit;
    const joined = `${paths.account}?joined=1`;
    if (step === "JOIN" && caller !== null)
      return (await invitations.join(caller, token, facts)) ? seeOther(reply, joined) : null;
    const { name = "", password = "" } = fields;
    const cookie = await invitations.joinAsNew(token, { name: name.trim(), password, locale }, facts);
    return cookie === null ? null : seeOther(reply.header("set-cookie", cookie), joined);
  };

  return {
    show: async (visit) => {
      const opened = await read(visit);
      if (opened === null) return otherLinks.show(visit);
      return showJoin(opened, emptyForm, opened.step === "ASK_ELSEWHERE" ? 421 : 200);
    },

    submit: async (visit) => {
      const opened = await read(visit);
      if (opened === null) return otherLinks.submit(visit);
      const { step } = opened;
      const { t, fields } = opened.visit;
      if (step === "ASK_ELSEWHERE") return showJoin(opened, emptyForm, 421);
      if (step === "LOG_OUT" || step === "LOG_IN") return showJoin(opened, emptyForm, 403);
      const values = { name: fields.name ?? "" };
      const missing = step === "JOIN" ? {} : missingFields(t, fields, ["name", "password"]);
      if (Object.keys(missing).length > 0) return showJoin(opened, { values, problems: missing }, 400);
      try {
        // A link that was used meanwhile is one of those that work no longer.
        return (await accept(opened)) ?? (await otherLinks.show(visit));
      } catch (error) {
        const problems = error instanceof Refusal ? problemsOf(t, error) : null;
        if (!(error instanceof Refusal) || problems === null) throw error;
        return showJoin(opened, { values, problems }, error.declaration.status);
      }
    },
  };
}
