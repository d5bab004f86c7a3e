import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type OperatorCaller, operatorActor, type RequestFacts } from "../../http/route.ts";
import { viewLogIn } from "../log-in/index.ts";
import { lockColleague } from "./colleague.ts";
import type { Operators } from "./service.ts";
import type { Operator } from "./types.ts";

export interface LogInsDeps {
  readonly db: Database;
  readonly logIn: Operators["logIn"];
}

/** Where a colleague is logged in: the log-in on a lost computer has to be ended by somebody else. */
export function createOperatorLogIns({ db, logIn }: LogInsDeps) {
  const accountOf = ({ id }: Operator) => ({ audience: "operator", id }) as const;

  const ending = (
    caller: OperatorCaller,
    id: string,
    facts: RequestFacts,
    end: (tx: Transaction, colleague: Operator) => Promise<number>,
  ) =>
    db.transaction(async (tx) => {
      const colleague = await lockColleague(tx, caller, id);
      const ended = await end(tx, colleague);
      const account = { audience: "operator", tenantId: colleague.tenantId, id: colleague.id } as const;
      await logIn.audit(tx, account, operatorActor(caller, facts), "log_ins_ended", { after: `${ended}` });
      return { object: "ended_log_ins" as const, ended };
    });

  return {
    /** Open log-ins, newest first. Refuses with RESOURCE_NOT_FOUND, OPERATOR_OWN_ACCOUNT, OPERATOR_EXCEEDS_CALLER. */
    list: async (caller: OperatorCaller, id: string) => {
      const holder = accountOf(await db.transaction((tx) => lockColleague(tx, caller, id)));
      const sessions = await logIn.listSessions(holder);
      return sessions.map((session) => viewLogIn(holder, session, null));
    },

    /** Ends one. Refuses as `list` does, and with RESOURCE_NOT_FOUND when it has ended already. */
    endOne: (caller: OperatorCaller, id: string, logInId: string, facts: RequestFacts) =>
      ending(caller, id, facts, async (tx, colleague) => {
        if (!(await logIn.endSessionOf(tx, accountOf(colleague), logInId))) throw errors.RESOURCE_NOT_FOUND();
        return 1;
      }),

    /** Ends all of them. Refuses as `list` does. */
    endAll: (caller: OperatorCaller, id: string, facts: RequestFacts) =>
      ending(caller, id, facts, (tx, colleague) => logIn.endAllSessions(tx, accountOf(colleague))),
  };
}
