import type { Queryable, Transaction } from "../../db/database.ts";
import type { AudienceName } from "../../kit/audience.ts";
import type { Id, TenantId } from "../../kit/ids.ts";

export type AccountId = Id<"person"> | Id<"operator">;
export type SessionId = Id<"personSession"> | Id<"operatorSession">;

/** Whose credentials: ids are unique over both audiences, but nothing is looked up by the id alone. */
export interface AccountKey {
  readonly audience: AudienceName;
  readonly id: AccountId;
}

export const locales = ["fr", "en", "pt"] as const;

/** What holders change about their own account. */
export interface Profile {
  readonly name: string;
  readonly locale: (typeof locales)[number];
  /** A name of the IANA time zone database. */
  readonly timeZone: string;
}

/** An account as far as log-in is concerned. */
export interface LogInAccount extends AccountKey, Profile {
  readonly tenantId: TenantId;
  readonly email: string;
  /** INVITED: nobody has opened it yet. */
  readonly status: "INVITED" | "ACTIVE" | "DISABLED";
  /** Null: it has no password. */
  readonly passwordHash: string | null;
  /** Until then wrong passwords of strangers cause no delay; null when nobody unlocked it. */
  readonly unlockedUntilMs: number | null;
  readonly lastLoginAtMs: number | null;
}

/** Where an audience keeps its accounts; implemented by modules/persons and modules/operators. */
export interface AccountStore<A extends LogInAccount = LogInAccount> {
  findByEmail(db: Queryable, email: string): Promise<A | null>;
  findById(db: Queryable, id: AccountId): Promise<A | null>;
  /** Locks the row until the transaction ends: whatever changes credentials happens under this lock. */
  lock(tx: Transaction, id: AccountId): Promise<A | null>;
  /** An INVITED account becomes ACTIVE. Null: it is opened with a passkey and has no password. */
  writePassword(tx: Transaction, id: AccountId, passwordHash: string | null, nowMs: number): Promise<void>;
  writeProfile(tx: Transaction, id: AccountId, profile: Profile, nowMs: number): Promise<void>;
  writeUnlocked(tx: Transaction, id: AccountId, untilMs: number): Promise<void>;
  writeLogin(tx: Transaction, id: AccountId, nowMs: number): Promise<void>;
}

/** A holder's proof of identity. */
export interface GivenCredentials {
  readonly password: string;
  readonly totp?: string;
  readonly recoveryCode?: string;
}

/** An open log-in. */
export interface Session {
  readonly id: SessionId;
  readonly ip: string;
  /** Browser and system in a few words; null when the request named none. */
  readonly device: string | null;
  readonly createdAtMs: number;
  /** Rounded to the minute. */
  readonly lastSeenAtMs: number;
  /** When its holder last proved to be present; null when the account lacked the factor that it needs. */
  readonly steppedUpAtMs: number | null;
  readonly expiresAtMs: number;
}
