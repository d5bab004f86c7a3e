import { isSteppedUp, STEP_UP_MS } from "../../http/step-up.ts";
import { formatActor } from "../../kit/actor.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import { countryOfAddress } from "./address-country.ts";
import { actorOf } from "./audit.ts";
import type { SecondFactors } from "./second-factors.ts";
import type { StepUpMethod } from "./step-up.ts";
import type { Passkey } from "./store-passkeys.ts";
import type { AccountKey, LogInAccount, Session } from "./types.ts";

export const sessionPublicId = ({ audience }: Pick<AccountKey, "audience">, { id }: Session): string =>
  audience === "operator"
    ? publicId("operatorSession", id as Id<"operatorSession">)
    : publicId("personSession", id as Id<"personSession">);

const instant = (ms: number): string => new Date(ms).toISOString();

/** `currentId`: of the log-in that asks; null where it cannot be one of these. */
export function viewLogIn(account: Pick<AccountKey, "audience">, session: Session, currentId: string | null) {
  return {
    object: "log_in" as const,
    id: sessionPublicId(account, session),
    current: session.id === currentId,
    place: session.ip,
    countryCode: countryOfAddress(session.ip),
    device: session.device,
    createdAt: instant(session.createdAtMs),
    lastSeenAt: instant(session.lastSeenAtMs),
    expiresAt: instant(session.expiresAtMs),
  };
}

export interface OwnAccount {
  readonly account: LogInAccount;
  readonly session: Session;
  readonly secondFactor: Awaited<ReturnType<SecondFactors["secondFactor"]>>;
  readonly methods: readonly StepUpMethod[];
}

/** One's own account, for one's own pages. */
export function viewOwnAccount({ account, session, secondFactor, methods }: OwnAccount, nowMs: number) {
  const { steppedUpAtMs } = session;
  const isFresh = isSteppedUp(steppedUpAtMs, nowMs);
  return {
    object: "account" as const,
    audience: account.audience,
    id: formatActor(actorOf(account)),
    email: account.email,
    name: account.name,
    locale: account.locale,
    timeZone: account.timeZone,
    hasPassword: account.passwordHash !== null,
    secondFactor,
    stepUp: {
      fresh: isFresh,
      until: isFresh && steppedUpAtMs !== null ? instant(steppedUpAtMs + STEP_UP_MS) : null,
      methods: [...methods],
    },
    logIn: viewLogIn(account, session, session.id),
  };
}

export function viewPasskey({ id, name, isSynced, createdAtMs, lastUsedAtMs }: Passkey) {
  return {
    object: "passkey" as const,
    id: publicId("passkey", id),
    name,
    synced: isSynced,
    createdAt: instant(createdAtMs),
    lastUsedAt: lastUsedAtMs === null ? null : instant(lastUsedAtMs),
  };
}
