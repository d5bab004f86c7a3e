import { createAccessModule } from "../modules/access/index.ts";
import { createChangeRequestsModule } from "../modules/change-requests/index.ts";
import { createAuth } from "../modules/log-in/index.ts";
import { createMembersModule, movesLiveMoney, personGivesWithin } from "../modules/members/index.ts";
import { createOperatorsModule } from "../modules/operators/index.ts";
import { createPersonsModule } from "../modules/persons/index.ts";
import { createAccountMail } from "./account-mail.ts";
import type { Foundation } from "./foundation.ts";
import type { Platform } from "./platform.ts";
import type { AppSettings } from "./ports.ts";

/** Who may act: keys, merchants' people and operators, and what two of them decide together. */
export function createPeople(platform: Platform, settings: AppSettings, { mail }: Pick<Foundation, "mail">) {
  const { db, publicUrl } = platform;
  const refuseLive = settings.refuseLiveKeys ?? null;
  const access = createAccessModule({ ...platform, refuseLiveKeys: refuseLive, personGivesWithin });
  const notifier = createAccountMail(mail.outbox, publicUrl);
  const changeRequests = createChangeRequestsModule(platform);
  const { changes } = changeRequests;
  const operators = createOperatorsModule({
    ...platform,
    notifier,
    changes,
    requireSecondFactor: settings.requireSecondFactor === true,
  });
  const persons = createPersonsModule({
    ...platform,
    notifier,
    requiresSecondFactor: (personId) => movesLiveMoney(db, personId),
  });
  const logIns = { merchant: persons.persons.logIn, operator: operators.operators.logIn };
  const auth = createAuth(logIns);
  const members = createMembersModule({
    ...platform,
    outbox: mail.outbox,
    persons: persons.persons,
    changes,
    personLoggedIn: auth.personLoggedIn,
    stepUpMethods: auth.stepUpMethods,
    keyGivesWithin: access.apiKeys.givesWithin,
    refuseLive,
  });
  return {
    access,
    changeRequests,
    changes,
    operators,
    persons,
    logIns,
    auth,
    members,
    /** How a request's key or cookie becomes its caller. */
    callers: {
      access: {
        ...access.access,
        authenticateOperator: operators.operators.authenticate,
        authenticateAccount: auth.authenticate,
      },
      people: {
        carriesLogIn: auth.carriesLogIn,
        stepUpMethods: auth.stepUpMethods,
        holdsLogIn: auth.holdsLogIn,
        personAt: members.personAt,
        operatorAt: operators.operators.callerAt,
      },
    },
  };
}

export type People = ReturnType<typeof createPeople>;
