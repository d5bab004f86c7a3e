import type { FastifyReply } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import { isLocale } from "./i18n/index.ts";
import { nextPath } from "./paths.ts";
import type { OwnAccount } from "./ports.ts";
import { missingFields, problemsOf } from "./problems.ts";
import { seeOther } from "./respond.ts";
import { AccountScreen } from "./screens/account.tsx";
import type { AccountForm } from "./screens/account-props.ts";
import { ButtonForm, emptyForm, type FormState } from "./screens/parts.tsx";
import type { PagesContext, Visit } from "./visit.ts";

/** A request of somebody who is logged in. */
export interface OwnVisit<Caller> extends Visit {
  readonly caller: Caller;
  readonly account: OwnAccount;
}

/** `/account`: profile, password, second factors, open log-ins. */
export function createAccountPage<Caller>(context: PagesContext<Caller>) {
  const { port, paths } = context;

  const done = ({ t, query }: Visit): string | null => {
    if (query.joined === "1") return t.join.joined;
    return query.saved === "1" ? t.account.saved : null;
  };

  const show = async (
    visit: OwnVisit<Caller>,
    forms: Partial<Record<AccountForm, FormState>> = {},
    status = 200,
  ): Promise<FastifyReply> => {
    const { t, locale, caller, account } = visit;
    const [logIns, passkeys, hasDigest] = await Promise.all([
      port.listLogIns(caller),
      port.listPasskeys(caller),
      port.digest?.isOn(caller) ?? null,
    ]);
    const shown = { profile: emptyForm, password: emptyForm, act: emptyForm, ...forms };
    return visit.show(
      {
        title: t.account.accountTitle,
        hasProblem: Object.keys(forms).length > 0,
        isWide: true,
        hasScript: "origin" in port.passkeys,
        languagePath: null,
        aside: (
          <ButtonForm action={`${paths.account}/log-out`} isSmall>
            {t.account.logOut}
          </ButtonForm>
        ),
        main: (
          <AccountScreen
            t={t}
            locale={locale}
            paths={paths}
            account={account}
            logIns={logIns}
            passkeys={passkeys}
            place={port.passkeys}
            hasDigest={hasDigest}
            done={status === 200 ? done(visit) : null}
            forms={shown}
          />
        ),
      },
      status,
    );
  };

  const saved = ({ reply }: Visit): FastifyReply => seeOther(reply, `${paths.account}?saved=1`);

  /** Does an act and shows the page again: as saved, or with the problem of the form. */
  const act = async (
    visit: OwnVisit<Caller>,
    form: AccountForm,
    work: () => Promise<void>,
    fieldOf: Readonly<Record<string, string>> = {},
  ): Promise<FastifyReply> => {
    try {
      await work();
      return saved(visit);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { name, status } = error.declaration;
      if (name === "STEP_UP_REQUIRED") return seeOther(visit.reply, `${paths.account}/presence`);
      // Somebody else, or another tab, was faster.
      if (name === "RESOURCE_NOT_FOUND") return saved(visit);
      const problems = problemsOf(visit.t, error, fieldOf);
      if (problems === null) throw error;
      return show(visit, { [form]: { values: visit.fields, problems } }, status);
    }
  };

  const refuse = (visit: OwnVisit<Caller>, form: AccountForm, problems: FormState["problems"]) =>
    show(visit, { [form]: { values: visit.fields, problems } }, 400);

  return {
    act,
    show: (visit: OwnVisit<Caller>) => show(visit),

    profile: (visit: OwnVisit<Caller>) => {
      const { t, fields, caller, facts } = visit;
      const missing = missingFields(t, fields, ["name", "timeZone"]);
      const { name = "", timeZone = "", locale } = fields;
      if (!isLocale(locale)) return refuse(visit, "profile", { ...missing, locale: t.problems.invalid });
      if (Object.keys(missing).length > 0) return refuse(visit, "profile", missing);
      const profile = { name: name.trim(), timeZone: timeZone.trim(), locale };
      return act(visit, "profile", () => port.changeProfile(caller, profile, facts));
    },

    password: (visit: OwnVisit<Caller>) => {
      const { t, fields, caller, facts } = visit;
      const isFirst = !visit.account.hasPassword;
      const required = isFirst ? ["newPassword"] : ["currentPassword", "newPassword"];
      const missing = missingFields(t, fields, required);
      if (Object.keys(missing).length > 0) return refuse(visit, "password", missing);
      const { currentPassword = "", newPassword = "" } = fields;
      if (isFirst) return act(visit, "password", () => port.setFirstPassword(caller, newPassword, facts));
      return act(
        visit,
        "password",
        () => port.changePassword(caller, { currentPassword, newPassword }, facts),
        { INVALID_CREDENTIALS: "currentPassword" },
      );
    },

    endLogIn: (visit: OwnVisit<Caller>) =>
      act(visit, "act", () => port.endLogIn(visit.caller, visit.fields.id ?? "", visit.facts)),
    endOtherLogIns: (visit: OwnVisit<Caller>) =>
      act(visit, "act", () => port.endOtherLogIns(visit.caller, visit.facts)),

    digest: (visit: OwnVisit<Caller>) =>
      act(visit, "act", async () => port.digest?.choose(visit.caller, visit.fields.on === "1", visit.facts)),

    logOut: async ({ caller, facts, fields, reply }: OwnVisit<Caller>): Promise<FastifyReply> => {
      const cookie = await port.logOut(caller, facts);
      const next =
        fields.next === undefined ? `${paths.logIn}?done=out` : nextPath(port.audience, fields.next);
      return seeOther(reply.header("set-cookie", cookie), next);
    },
  };
}
