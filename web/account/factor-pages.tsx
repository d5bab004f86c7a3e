import type { FastifyReply } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { createAccountPage, OwnVisit } from "./account-page.tsx";
import { missingFields, problemsOf } from "./problems.ts";
import { seeOther } from "./respond.ts";
import { CodesScreen, PresenceScreen, TotpScreen } from "./screens/factors.tsx";
import { emptyForm, type FormState } from "./screens/parts.tsx";
import type { PagesContext, Visit } from "./visit.ts";

/** Recovery codes until they are written down. Sealed: a reload shows them again, and only to this browser. */
const CODES_COOKIE = "codes";
const CODES_SECONDS = 10 * 60;

/** The pages of second factors: the app's secret, recovery codes, and the proof that the holder is present. */
export function createFactorPages<Caller>(
  context: PagesContext<Caller>,
  { act }: Pick<ReturnType<typeof createAccountPage<Caller>>, "act">,
) {
  const { port, paths, cookies } = context;

  /** Where codes are read: they are in no address, and in no page that is shown twice. */
  const keepCodes = (reply: FastifyReply, codes: readonly string[]): string => {
    if (codes.length === 0) return `${paths.account}?saved=1`;
    const sealed = port.seal("codes", JSON.stringify(codes));
    reply.header("set-cookie", cookies.set(CODES_COOKIE, sealed, CODES_SECONDS));
    return `${paths.account}/codes`;
  };

  const showTotp = async (visit: OwnVisit<Caller>, form: FormState, status = 200): Promise<FastifyReply> => {
    const { t, caller, facts } = visit;
    const { secret, otpauthUrl } = await port.beginTotp(caller, facts);
    return visit.show(
      {
        title: t.factors.scanTitle,
        hasProblem: form !== emptyForm,
        languagePath: null,
        main: <TotpScreen t={t} paths={paths} secret={secret} otpauthUrl={otpauthUrl} form={form} />,
      },
      status,
    );
  };

  const showPresence = (visit: OwnVisit<Caller>, form: FormState, status = 200): FastifyReply => {
    const { t, account } = visit;
    return visit.show(
      {
        title: t.presence.presenceTitle,
        hasProblem: form !== emptyForm,
        hasScript: "origin" in port.passkeys,
        languagePath: null,
        main: <PresenceScreen t={t} paths={paths} account={account} place={port.passkeys} form={form} />,
      },
      status,
    );
  };

  /** Runs what needs presence; without it the visitor is asked to prove it. */
  const present = async (
    visit: OwnVisit<Caller>,
    work: () => FastifyReply | Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    try {
      return await work();
    } catch (error) {
      const isAsked = error instanceof Refusal && error.declaration.name === "STEP_UP_REQUIRED";
      if (!isAsked) throw error;
      return seeOther(visit.reply, `${paths.account}/presence`);
    }
  };

  return {
    keepCodes,
    totp: (visit: OwnVisit<Caller>) => present(visit, () => showTotp(visit, emptyForm)),

    confirmTotp: (visit: OwnVisit<Caller>) =>
      present(visit, async () => {
        const { t, fields, caller, facts, reply } = visit;
        const missing = missingFields(t, fields, ["totp"]);
        if (Object.keys(missing).length > 0) return showTotp(visit, { values: {}, problems: missing }, 400);
        try {
          const code = (fields.totp ?? "").replace(/\s/g, "");
          return seeOther(reply, keepCodes(reply, await port.confirmTotp(caller, code, facts)));
        } catch (error) {
          const problems =
            error instanceof Refusal ? problemsOf(t, error, { SECOND_FACTOR_INVALID: "totp" }) : null;
          if (problems === null) throw error;
          // A new secret: a code that was typed for the former one can never fit it.
          return showTotp(visit, { values: {}, problems }, 400);
        }
      }),

    removeTotp: (visit: OwnVisit<Caller>) =>
      act(visit, "act", () => port.removeTotp(visit.caller, visit.facts)),
    removePasskey: (visit: OwnVisit<Caller>) =>
      act(visit, "act", () => port.removePasskey(visit.caller, visit.fields.id ?? "", visit.facts)),

    renewCodes: (visit: OwnVisit<Caller>) =>
      present(visit, async () => {
        const codes = await port.renewRecoveryCodes(visit.caller, visit.facts);
        return seeOther(visit.reply, keepCodes(visit.reply, codes));
      }),

    codes: (visit: Visit): FastifyReply => {
      const { t, request, reply } = visit;
      const sealed = cookies.read(request.headers.cookie, CODES_COOKIE);
      const text = sealed === null ? null : port.open("codes", sealed);
      if (text === null) return seeOther(reply, paths.account);
      const codes = JSON.parse(text) as readonly string[];
      return visit.show({
        title: t.factors.codesTitle,
        languagePath: null,
        main: <CodesScreen t={t} paths={paths} codes={codes} />,
      });
    },

    codesKept: ({ reply }: Visit): FastifyReply =>
      seeOther(reply.header("set-cookie", cookies.remove(CODES_COOKIE)), `${paths.account}?saved=1`),

    presence: (visit: OwnVisit<Caller>): FastifyReply =>
      visit.account.isPresent ? seeOther(visit.reply, paths.account) : showPresence(visit, emptyForm),

    provePresence: async (visit: OwnVisit<Caller>): Promise<FastifyReply> => {
      const { t, fields, caller, facts, reply } = visit;
      const field = fields.totp === undefined ? "password" : "totp";
      const missing = missingFields(t, fields, [field]);
      if (Object.keys(missing).length > 0) return showPresence(visit, { values: {}, problems: missing }, 400);
      const { password = "", totp = "" } = fields;
      const given = field === "totp" ? { totp: totp.replace(/\s/g, "") } : { password };
      try {
        const cookie = await port.provePresence(caller, given, facts);
        return seeOther(reply.header("set-cookie", cookie), paths.account);
      } catch (error) {
        const fieldOf = { SECOND_FACTOR_INVALID: field, INVALID_CREDENTIALS: field };
        const problems = error instanceof Refusal ? problemsOf(t, error, fieldOf) : null;
        if (problems === null) throw error;
        return showPresence(visit, { values: {}, problems }, (error as Refusal).declaration.status);
      }
    },
  };
}
