import type { FastifyReply } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import { nextPath, withNext } from "./paths.ts";
import { missingFields, problemsOf } from "./problems.ts";
import { seeOther } from "./respond.ts";
import { ForgotScreen, LogInScreen, SecondScreen } from "./screens/log-in.tsx";
import { emptyForm, type FormState } from "./screens/parts.tsx";
import type { PagesContext, Visit } from "./visit.ts";

/** What was typed in the first step, until the second one. Sealed: the browser keeps it and cannot read it. */
const PENDING_COOKIE = "pending";
const PENDING_SECONDS = 5 * 60;

interface Pending {
  readonly email: string;
  readonly password: string;
  /** What the account has beside the password. */
  readonly methods: readonly string[];
  readonly endsAtMs: number;
}

/** `/login`, its second step, and the forgotten password. */
export function createLogInPages<Caller>(context: PagesContext<Caller>) {
  const { port, paths, cookies } = context;
  const { audience } = port;

  const done = ({ t, query }: Visit): string | null => {
    if (query.done === "out") return t.logIn.loggedOut;
    if (query.done === "password") return t.logIn.passwordSaved;
    return query.done === "unlocked" ? t.logIn.unlockDone : null;
  };

  const showLogIn = (visit: Visit, form: FormState, next: string, status = 200): FastifyReply =>
    visit.show(
      {
        title: visit.t.logIn.logInTitle,
        hasProblem: form !== emptyForm,
        hasScript: "origin" in port.passkeys,
        languagePath: withNext(paths.logIn, next, audience),
        main: (
          <LogInScreen
            t={visit.t}
            paths={paths}
            form={form}
            next={next}
            place={port.passkeys}
            done={form === emptyForm ? done(visit) : null}
          />
        ),
      },
      status,
    );

  const readPending = ({ request, facts }: Visit): Pending | null => {
    const sealed = cookies.read(request.headers.cookie, PENDING_COOKIE);
    const text = sealed === null ? null : port.open("second", sealed);
    const pending = text === null ? null : (JSON.parse(text) as Partial<Pending>);
    // A cookie of an earlier release names no methods: its log-in begins again.
    if (pending?.methods === undefined || (pending.endsAtMs ?? 0) <= facts.nowMs) return null;
    return pending as Pending;
  };

  const showSecond = (visit: Visit, pending: Pending, form: FormState, status = 200): FastifyReply => {
    const { t, query, fields } = visit;
    const next = nextPath(audience, fields.next ?? query.next);
    return visit.show(
      {
        title: t.second.secondTitle,
        hasProblem: form !== emptyForm,
        hasScript: pending.methods.includes("passkey") && "origin" in port.passkeys,
        languagePath: withNext(paths.second, next, audience),
        main: (
          <SecondScreen
            t={t}
            paths={paths}
            form={form}
            next={next}
            methods={pending.methods}
            asksRecoveryCode={query.recovery === "1" || fields.recoveryCode !== undefined}
            place={port.passkeys}
          />
        ),
      },
      status,
    );
  };

  return {
    show: async (visit: Visit): Promise<FastifyReply> => {
      const next = nextPath(audience, visit.query.next);
      const found = await port.find(visit.request.headers.cookie);
      return found === null ? showLogIn(visit, emptyForm, next) : seeOther(visit.reply, next);
    },

    submit: async (visit: Visit): Promise<FastifyReply> => {
      const { t, reply, fields, facts } = visit;
      const { email = "", password = "" } = fields;
      const next = nextPath(audience, fields.next);
      const missing = missingFields(t, fields, ["email", "password"]);
      if (Object.keys(missing).length > 0)
        return showLogIn(visit, { values: { email }, problems: missing }, next, 400);
      try {
        const cookie = await port.logIn(email.trim(), { password }, facts);
        return seeOther(reply.header("set-cookie", cookie), next);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.declaration.name === "SECOND_FACTOR_REQUIRED") {
          const methods = (error.details.methods ?? []) as readonly string[];
          const endsAtMs = facts.nowMs + PENDING_SECONDS * 1_000;
          const pending: Pending = { email: email.trim(), password, methods, endsAtMs };
          const cookie = cookies.set(
            PENDING_COOKIE,
            port.seal("second", JSON.stringify(pending)),
            PENDING_SECONDS,
          );
          return seeOther(
            reply.header("set-cookie", cookie),
            `${paths.second}?next=${encodeURIComponent(next)}`,
          );
        }
        const problems = problemsOf(t, error);
        if (problems === null) throw error;
        return showLogIn(visit, { values: { email }, problems }, next, error.declaration.status);
      }
    },

    showSecond: (visit: Visit): FastifyReply => {
      const pending = readPending(visit);
      return pending === null ? seeOther(visit.reply, paths.logIn) : showSecond(visit, pending, emptyForm);
    },

    submitSecond: async (visit: Visit): Promise<FastifyReply> => {
      const { t, reply, fields, facts } = visit;
      const pending = readPending(visit);
      if (pending === null) return seeOther(reply, paths.logIn);
      const field = fields.recoveryCode === undefined ? "totp" : "recoveryCode";
      const missing = missingFields(t, fields, [field]);
      if (Object.keys(missing).length > 0)
        return showSecond(visit, pending, { values: {}, problems: missing }, 400);
      const { email, password } = pending;
      // Codes are shown and typed in groups.
      const code = (fields[field] ?? "").replace(/\s/g, "");
      try {
        const cookie = await port.logIn(email, { password, [field]: code }, facts);
        reply.header("set-cookie", [cookie, cookies.remove(PENDING_COOKIE)]);
        const next = nextPath(audience, fields.next);
        // Whoever needed a recovery code has a second factor to renew, and five minutes for it.
        const isRecovered = field === "recoveryCode" && next === paths.home;
        return seeOther(reply, isRecovered ? paths.account : next);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.declaration.name === "INVALID_CREDENTIALS") {
          // The password was changed, or the account disabled, between the two steps.
          reply.header("set-cookie", cookies.remove(PENDING_COOKIE));
          return seeOther(reply, paths.logIn);
        }
        const problems = problemsOf(t, error, { SECOND_FACTOR_INVALID: field });
        if (problems === null) throw error;
        return showSecond(visit, pending, { values: {}, problems }, error.declaration.status);
      }
    },

    forgot: async (visit: Visit): Promise<FastifyReply> => {
      const { t, request, fields, facts } = visit;
      const email = (fields.email ?? "").trim();
      const isAsked = request.method === "POST";
      const problems = isAsked ? missingFields(t, fields, ["email"]) : {};
      const hasProblem = Object.keys(problems).length > 0;
      const isSent = isAsked && port.canMail && !hasProblem;
      if (isSent) await port.forgot(email, facts);
      return visit.show(
        {
          title: isSent ? t.forgot.sentTitle : t.forgot.forgotTitle,
          hasProblem,
          languagePath: paths.forgot,
          main: (
            <ForgotScreen
              t={t}
              paths={paths}
              form={{ values: { email }, problems }}
              canMail={port.canMail}
              isSent={isSent}
            />
          ),
        },
        hasProblem ? 400 : 200,
      );
    },
  };
}
