import type { FastifyReply } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { LinkPurpose } from "./ports.ts";
import { missingFields, problemsOf } from "./problems.ts";
import { seeOther } from "./respond.ts";
import { GoneScreen, PasswordLinkScreen, UnlockScreen } from "./screens/links.tsx";
import { emptyForm, type FormState } from "./screens/parts.tsx";
import type { PagesContext, Visit } from "./visit.ts";

const GONE = 404;

/** The pages behind the links of mails: `/invite/…`, `/reset/…`, `/unlock/…`. Opening one changes nothing. */
export function createLinkPages<Caller>(context: PagesContext<Caller>) {
  const { port, paths } = context;
  const pathOf = { INVITATION: paths.invite, RESET: paths.reset, UNLOCK: paths.unlock } as const;

  const tokenOf = ({ request }: Visit): string => (request.params as { readonly token: string }).token;

  const gone = (visit: Visit, purpose: LinkPurpose): FastifyReply =>
    visit.show(
      {
        title: visit.t.links.goneTitle,
        languagePath: null,
        main: <GoneScreen t={visit.t} askAgain={purpose === "RESET" ? paths.forgot : null} />,
      },
      GONE,
    );

  const showPassword = (
    visit: Visit,
    purpose: "INVITATION" | "RESET",
    email: string,
    form: FormState,
    status = 200,
  ): FastifyReply =>
    visit.show(
      {
        title: purpose === "INVITATION" ? visit.t.links.inviteTitle : visit.t.links.resetTitle,
        hasProblem: form !== emptyForm,
        hasScript: purpose === "INVITATION" && "origin" in port.passkeys,
        languagePath: `${pathOf[purpose]}/${tokenOf(visit)}`,
        main: (
          <PasswordLinkScreen
            t={visit.t}
            path={`${pathOf[purpose]}/${tokenOf(visit)}`}
            purpose={purpose}
            email={email}
            place={port.passkeys}
            form={form}
          />
        ),
      },
      status,
    );

  const passwordPage = (purpose: "INVITATION" | "RESET") => ({
    show: async (visit: Visit): Promise<FastifyReply> => {
      const email = await port.linkHolder(purpose, tokenOf(visit));
      return email === null ? gone(visit, purpose) : showPassword(visit, purpose, email, emptyForm);
    },
    submit: async (visit: Visit): Promise<FastifyReply> => {
      const { t, reply, fields, facts } = visit;
      const token = tokenOf(visit);
      const email = await port.linkHolder(purpose, token);
      if (email === null) return gone(visit, purpose);
      const missing = missingFields(t, fields, ["password"]);
      if (Object.keys(missing).length > 0)
        return showPassword(visit, purpose, email, { values: {}, problems: missing }, 400);
      const { password = "" } = fields;
      try {
        const isDone =
          purpose === "INVITATION"
            ? await port.acceptInvitation(token, password, facts)
            : await port.reset(token, password, facts);
        return isDone ? seeOther(reply, `${paths.logIn}?done=password`) : gone(visit, purpose);
      } catch (error) {
        const problems = error instanceof Refusal ? problemsOf(t, error) : null;
        if (problems === null) throw error;
        return showPassword(visit, purpose, email, { values: {}, problems }, 400);
      }
    },
  });

  return {
    invite: passwordPage("INVITATION"),
    reset: passwordPage("RESET"),
    unlock: {
      show: async (visit: Visit): Promise<FastifyReply> => {
        const email = await port.linkHolder("UNLOCK", tokenOf(visit));
        if (email === null) return gone(visit, "UNLOCK");
        return visit.show({
          title: visit.t.links.unlockTitle,
          languagePath: `${paths.unlock}/${tokenOf(visit)}`,
          main: <UnlockScreen t={visit.t} email={email} />,
        });
      },
      submit: async (visit: Visit): Promise<FastifyReply> => {
        const isDone = await port.unlock(tokenOf(visit), visit.facts);
        return isDone ? seeOther(visit.reply, `${paths.logIn}?done=unlocked`) : gone(visit, "UNLOCK");
      },
    },
  };
}
