import { errors } from "../../http/errors.ts";
import type { AccountCaller, OperatorCaller, RequestFacts } from "../../http/route.ts";
import type { Id } from "../../kit/ids.ts";
import { bearerOf } from "../access/index.ts";
import type { GivenCredentials, Holder, LogIn, Session } from "../log-in/index.ts";
import type { Operator } from "./types.ts";
import { type OperatorView, viewOperator, viewSession } from "./view.ts";

export interface OwnAccountDeps {
  readonly logIn: LogIn<Operator>;
  readonly requireSecondFactor: boolean;
  readonly find: (id: Id<"operator">) => Promise<Operator | null>;
  /** The caller's account. */
  readonly own: (caller: OperatorCaller) => Promise<Operator>;
}

/** What operators do with their own account by bearer token: log-ins of programs, password, one-time passwords. */
export function createOwnAccount({ logIn, requireSecondFactor, find, own }: OwnAccountDeps) {
  const callerOf = (operator: Operator, sessionId: Session["id"]): OperatorCaller => ({
    operatorId: operator.id,
    tenantId: operator.tenantId,
    scopeNo: operator.scopeNo,
    name: operator.name,
    permissions: operator.permissions,
    mustEnrolSecondFactor: requireSecondFactor && !operator.hasSecondFactor,
    sessionId: sessionId as Id<"operatorSession">,
  });
  const holderOf = ({ operatorId: id, tenantId, sessionId }: OperatorCaller): Holder => ({
    audience: "operator",
    id,
    tenantId,
    sessionId,
  });

  return {
    /** Refuses with INVALID_OPERATOR_TOKEN, whatever is wrong. */
    authenticate: async (authorizationHeader: string | undefined): Promise<OperatorCaller> => {
      const found = await logIn.find("BEARER", bearerOf(authorizationHeader));
      if (found === null) throw errors.INVALID_OPERATOR_TOKEN();
      return callerOf(found.account, found.session.id);
    },

    /** The operator of a log-in by cookie. Refuses with LOG_IN_REQUIRED when it has ended meanwhile. */
    callerAt: async (account: AccountCaller): Promise<OperatorCaller> => {
      const found = await logIn.findOwn(account);
      if (found === null) throw errors.LOG_IN_REQUIRED();
      return callerOf(found.account, found.session.id);
    },

    /**
     * What the operator may do now, for work that goes on after its request and its log-in; null: the account is closed.
     */
    callerAfter: async (
      id: Id<"operator">,
      sessionId: Id<"operatorSession">,
    ): Promise<OperatorCaller | null> => {
      const operator = await find(id);
      return operator?.status === "ACTIVE" ? callerOf(operator, sessionId) : null;
    },

    /** Refuses as `Credentials.prove` does. */
    logInProgram: async (email: string, given: GivenCredentials, facts: RequestFacts) => {
      const { account, session, token } = await logIn.logIn(email, given, "BEARER", facts);
      const operator = await own(callerOf(account, session.id));
      return { operator: viewOperator(operator), session: viewSession(session, session.id), token };
    },

    me: async (caller: OperatorCaller): Promise<OperatorView> => viewOperator(await own(caller)),

    listSessions: async (caller: OperatorCaller) =>
      (await logIn.listSessions(holderOf(caller))).map((session) => viewSession(session, caller.sessionId)),
    endSession: (caller: OperatorCaller, id: string | "current", facts: RequestFacts) =>
      logIn.endSession(holderOf(caller), id, facts),
    endOtherSessions: (caller: OperatorCaller, facts: RequestFacts) =>
      logIn.endOtherSessions(holderOf(caller), facts),

    changePassword: async (
      caller: OperatorCaller,
      passwords: { readonly currentPassword: string; readonly newPassword: string },
      facts: RequestFacts,
    ): Promise<OperatorView> => {
      await logIn.changePassword(holderOf(caller), passwords, facts);
      return viewOperator(await own(caller));
    },

    secondFactor: (caller: OperatorCaller) => logIn.secondFactor(holderOf(caller)),
    beginSecondFactor: (caller: OperatorCaller, given: GivenCredentials, facts: RequestFacts) =>
      logIn.beginSecondFactor(logIn.gates.byProof(holderOf(caller), given, facts), facts),
    confirmSecondFactor: (caller: OperatorCaller, totp: string, facts: RequestFacts) =>
      logIn.confirmSecondFactor(logIn.gates.byLogIn(holderOf(caller)), holderOf(caller), totp, facts),
    renewRecoveryCodes: (caller: OperatorCaller, given: GivenCredentials, facts: RequestFacts) =>
      logIn.renewRecoveryCodes(logIn.gates.byProof(holderOf(caller), given, facts), facts),
    removeSecondFactor: (caller: OperatorCaller, given: GivenCredentials, facts: RequestFacts) =>
      logIn.removeSecondFactor(logIn.gates.byProof(holderOf(caller), given, facts), holderOf(caller), facts),
  };
}
