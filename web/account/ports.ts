import type { Locale } from "../../server/src/kit/money.ts";

/** Persons who work for merchants, or operators. Their accounts, log-ins and cookies never mix. */
export type Audience = "merchant" | "operator";

/** The facts of a request that acts record. */
export interface PageFacts {
  readonly requestId: string;
  readonly ip: string;
  readonly nowMs: number;
  readonly userAgent: string | undefined;
}

/** How a holder can prove again to be present. */
export type PresenceMethod = "password" | "totp" | "passkey";

/** The account of the log-in that makes a request. */
export interface OwnAccount {
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly recoveryCodesLeft: number;
  readonly needsSecondFactor: boolean;
  /** Whether its holder proved to be present within the last minutes. */
  readonly isPresent: boolean;
  readonly presenceMethods: readonly PresenceMethod[];
}

export interface OpenLogIn {
  readonly id: string;
  readonly isCurrent: boolean;
  /** Network address. */
  readonly place: string;
  /** ISO 3166; null when not known. */
  readonly countryCode: string | null;
  /** Null when the browser did not say. */
  readonly device: string | null;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}

export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export type LinkPurpose = "INVITATION" | "RESET" | "UNLOCK";

/** What a sealed text is kept for: the second step of a log-in, or recovery codes until they are written down. */
export type KeptFor = "second" | "codes";

/** A `Set-Cookie` header. */
export type SetCookie = string;

export type InvitedRole =
  | "OWNER"
  | "ADMINISTRATOR"
  | "ACCOUNTANT"
  | "APPROVER"
  | "DEVELOPER"
  | "SUPPORT"
  | "VIEWER";

/** A role in one mode; narrowed: with a part of its permissions. */
export interface InvitedAs {
  readonly role: InvitedRole;
  readonly isNarrowed: boolean;
}

/** Where passkeys work: at this origin alone, or nowhere because the public address lacks a name or HTTPS. */
export type PasskeyPlace = { readonly origin: string } | { readonly lack: "NAME" | "HTTPS" };

/** An account that was opened with a passkey. */
export interface OpenedByPasskey {
  readonly cookie: SetCookie;
  readonly recoveryCodes: readonly string[];
}

/** What the page of a link shows to whoever is invited to a merchant. */
export interface MerchantInvitation {
  readonly email: string;
  readonly merchantName: string;
  /** Empty where who invites has no name. */
  readonly inviterName: string;
  /** Null: no role in this mode. */
  readonly roles: Readonly<Record<"LIVE" | "SANDBOX", InvitedAs | null>>;
  readonly hasAccount: boolean;
  /** The merchant lives in another cell now: nobody joins it here. */
  readonly hasLeft: boolean;
  readonly expiresAtMs: number;
}

/** The links by which people join a merchant. */
export interface InvitationsPort<Caller> {
  /** Null whatever is wrong with the link. Does not use it up. */
  find(token: string, nowMs: number): Promise<MerchantInvitation | null>;
  /**
   * Opens an account, joins and logs in. Returns null when the link is not valid any more; refuses a weak password or a
   * wrong name with VALIDATION_ERROR, and with PERSON_EMAIL_TAKEN, MEMBER_EXISTS, INVITATION_OF_ANOTHER.
   */
  joinAsNew(
    token: string,
    given: { readonly name: string; readonly password: string; readonly locale: Locale },
    facts: PageFacts,
  ): Promise<SetCookie | null>;
  /** The question for a passkey in place of a password; null when the link is not valid any more. */
  beginPasskey(token: string, name: string, facts: PageFacts): Promise<unknown>;
  /** As `joinAsNew`; refuses also with PASSKEY_INVALID and PASSKEY_EXISTS. */
  joinByPasskey(
    token: string,
    given: { readonly name: string; readonly locale: Locale; readonly response: unknown },
    facts: PageFacts,
  ): Promise<OpenedByPasskey | null>;
  /** Returns false when the link is not valid any more; refuses with MEMBER_EXISTS and INVITATION_OF_ANOTHER. */
  join(caller: Caller, token: string, facts: PageFacts): Promise<boolean>;
}

/** Whether the holder gets the daily mail about the queue. */
export interface DigestPort<Caller> {
  isOn(caller: Caller): Promise<boolean>;
  choose(caller: Caller, isOn: boolean, facts: PageFacts): Promise<void>;
}

/**
 * What the pages ask of one audience's log-ins. Every function refuses with a `Refusal`, whose code the pages turn into
 * words; `Caller` is whatever the service knows a log-in by. Functions that change second factors refuse with
 * STEP_UP_REQUIRED when the holder has not proved to be present.
 */
export interface AccountPort<Caller> {
  readonly audience: Audience;
  readonly passkeys: PasskeyPlace;
  /** False: there is no mail server, so nobody can be sent a link. */
  readonly canMail: boolean;
  /** The daily mail about the operators' queue; null for merchants' people, and where no mails leave. */
  readonly digest: DigestPort<Caller> | null;
  /** Null where nobody is invited to a merchant: for operators. */
  readonly invitations: InvitationsPort<Caller> | null;

  /** The log-in of a `Cookie` header; null when there is none that is open. */
  find(
    cookieHeader: string | undefined,
  ): Promise<{ readonly caller: Caller; readonly account: OwnAccount } | null>;
  /** Refuses with INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, RATE_LIMITED. */
  logIn(
    email: string,
    given: { readonly password: string; readonly totp?: string; readonly recoveryCode?: string },
    facts: PageFacts,
  ): Promise<SetCookie>;
  beginPasskeyLogIn(facts: PageFacts): Promise<unknown>;
  logInByPasskey(response: unknown, facts: PageFacts): Promise<SetCookie>;
  /** The header removes the cookie. */
  logOut(caller: Caller, facts: PageFacts): Promise<SetCookie>;

  /** Seals what the browser keeps for the next page, and opens it again; null for anything else. */
  seal(purpose: KeptFor, text: string): string;
  open(purpose: KeptFor, sealed: string): string | null;

  /** Answers the same for an unknown address. */
  forgot(email: string, facts: PageFacts): Promise<void>;
  /** The address of an open link's account; null whatever is wrong. */
  linkHolder(purpose: LinkPurpose, token: string): Promise<string | null>;
  /** Both refuse a weak password with VALIDATION_ERROR, and return false when the link is not valid any more. */
  acceptInvitation(token: string, password: string, facts: PageFacts): Promise<boolean>;
  /** The same with a passkey: its question, and the account that its answer opens; null for a link that is not valid. */
  beginOpening(token: string, facts: PageFacts): Promise<unknown>;
  openByPasskey(token: string, response: unknown, facts: PageFacts): Promise<OpenedByPasskey | null>;
  reset(token: string, password: string, facts: PageFacts): Promise<boolean>;
  unlock(token: string, facts: PageFacts): Promise<boolean>;

  changeProfile(
    caller: Caller,
    profile: { readonly name: string; readonly locale: Locale; readonly timeZone: string },
    facts: PageFacts,
  ): Promise<void>;
  /** The first password of an account that was opened with a passkey; refuses with STEP_UP_REQUIRED. */
  setFirstPassword(caller: Caller, password: string, facts: PageFacts): Promise<void>;
  changePassword(
    caller: Caller,
    passwords: { readonly currentPassword: string; readonly newPassword: string },
    facts: PageFacts,
  ): Promise<void>;

  listLogIns(caller: Caller): Promise<readonly OpenLogIn[]>;
  endLogIn(caller: Caller, id: string, facts: PageFacts): Promise<void>;
  endOtherLogIns(caller: Caller, facts: PageFacts): Promise<void>;

  listPasskeys(caller: Caller): Promise<readonly OwnPasskey[]>;
  beginPasskey(caller: Caller, facts: PageFacts): Promise<unknown>;
  /** Returns recovery codes when it is the first second factor, else none. */
  addPasskey(caller: Caller, name: string, response: unknown, facts: PageFacts): Promise<readonly string[]>;
  removePasskey(caller: Caller, id: string, facts: PageFacts): Promise<void>;

  beginTotp(
    caller: Caller,
    facts: PageFacts,
  ): Promise<{ readonly secret: string; readonly otpauthUrl: string }>;
  /** Returns recovery codes. */
  confirmTotp(caller: Caller, code: string, facts: PageFacts): Promise<readonly string[]>;
  removeTotp(caller: Caller, facts: PageFacts): Promise<void>;
  renewRecoveryCodes(caller: Caller, facts: PageFacts): Promise<readonly string[]>;

  /** Proves presence by the password or by a code of the app, as `presenceMethods` allows. */
  provePresence(
    caller: Caller,
    given: { readonly password: string } | { readonly totp: string },
    facts: PageFacts,
  ): Promise<SetCookie>;
  beginPasskeyPresence(caller: Caller, facts: PageFacts): Promise<unknown>;
  provePresenceByPasskey(caller: Caller, response: unknown, facts: PageFacts): Promise<SetCookie>;
}
