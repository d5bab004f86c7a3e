import type {
  AccountPort,
  Audience,
  InvitationsPort,
  PageFacts,
  PasskeyPlace,
} from "../../../web/account/index.ts";
import { createAccountPages } from "../../../web/account/index.ts";
import { passingOf } from "../http/error-response.ts";
import type { AccountCaller, RequestFacts } from "../http/route.ts";
import { isSteppedUp } from "../http/step-up.ts";
import { Refusal } from "../kit/errors.ts";
import { publicId } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Mode } from "../kit/payment-terms.ts";
import {
  countryOfAddress,
  type LoggedIn,
  type LogIn,
  logInErrors,
  passkeyDomain,
  readCreatedPasskey,
  readName,
  readProfile,
  readUsedPasskey,
  sessionPublicId,
} from "../modules/log-in/index.ts";
import type { Outbox } from "../modules/mail/index.ts";
import { type Acceptance, memberErrors } from "../modules/members/index.ts";
import type { Module } from "../modules/module.ts";
import type { DigestSettings } from "../modules/work/index.ts";
import type { Platform } from "./platform.ts";
import { guardPageWith } from "./web.ts";

/** The pages of both audiences: log-in, links of mails, own account. */
export function createAccountEntry(
  platform: Platform,
  logIns: Readonly<Record<Audience, LogIn>>,
  parts: { readonly outbox: Outbox; readonly acceptance: Acceptance; readonly digest: DigestSettings },
): Module {
  const { clock, log, publicUrl, keyring } = platform;
  const portFor = (audience: Audience) =>
    createAccountPort({
      audience,
      logIn: logIns[audience],
      outbox: parts.outbox,
      keyring,
      publicUrl,
      nowMs: clock.nowMs,
      acceptance: audience === "merchant" ? parts.acceptance : null,
      digest: audience === "operator" ? parts.digest : null,
    });
  const pages = createAccountPages({
    ports: [portFor("merchant"), portFor("operator")],
    publicOrigin: new URL(publicUrl).origin,
    cell: keyring.cell,
    nowMs: clock.nowMs,
    passing: passingOf,
    log,
  });
  return { plugins: [guardPageWith(platform)(pages)] };
}

interface PortDeps {
  readonly audience: Audience;
  readonly logIn: LogIn;
  readonly outbox: Outbox;
  readonly keyring: Keyring;
  readonly publicUrl: string;
  readonly nowMs: () => number;
  /** Null for operators, who are invited by links of the log-in itself. */
  readonly acceptance: Acceptance | null;
  /** Null for merchants' people, who choose their mails at each merchant. */
  readonly digest: DigestSettings | null;
}

/** One audience's log-ins as the pages see them. */
function createAccountPort(deps: PortDeps): AccountPort<AccountCaller> {
  const { audience, logIn, outbox, keyring, publicUrl, nowMs, acceptance, digest } = deps;
  const { cookie, gates } = logIn;
  const present = (caller: AccountCaller, facts: PageFacts) =>
    gates.byPresence(caller, {}, requestFacts(facts));
  const cookieOf = ({ token, session }: LoggedIn, facts: PageFacts): string =>
    cookie.set(token, session.expiresAtMs - facts.nowMs);
  const contextOf = (purpose: string): string => `account_pages.${audience} ${purpose}`;

  return {
    audience,
    canMail: outbox.canSend,
    invitations: acceptance === null ? null : createInvitationsPort(acceptance, cookieOf),
    passkeys: passkeyPlaceOf(publicUrl),
    digest:
      digest === null || !outbox.canSend
        ? null
        : {
            isOn: async (caller) => (await digest.get(caller)).on,
            choose: async (caller, isOn, facts) => {
              await digest.change(caller, isOn, facts);
            },
          },

    find: async (header) => {
      const found = await logIn.find("COOKIE", cookie.read(header));
      if (found === null) return null;
      const { account, session } = found;
      const { id, tenantId, email, name, locale, timeZone, passwordHash } = account;
      const { id: sessionId, steppedUpAtMs } = session;
      const caller: AccountCaller = { audience, id, tenantId, sessionId, steppedUpAtMs };
      const second = await logIn.secondFactor(caller);
      return {
        caller,
        account: {
          email,
          name,
          locale,
          timeZone,
          hasPassword: passwordHash !== null,
          hasTotp: second.totp,
          recoveryCodesLeft: second.recoveryCodesLeft,
          needsSecondFactor: second.required,
          isPresent: isSteppedUp(steppedUpAtMs, nowMs()),
          presenceMethods: await logIn.stepUpMethods(caller),
        },
      };
    },

    logIn: async (email, given, facts) =>
      cookieOf(await logIn.logIn(email, given, "COOKIE", requestFacts(facts)), facts),
    beginPasskeyLogIn: (facts) => logIn.beginPasskeyLogIn(requestFacts(facts)),
    logInByPasskey: async (response, facts) =>
      cookieOf(await logIn.logInByPasskey(readUsedPasskey(response), requestFacts(facts)), facts),
    logOut: async (caller, facts) => {
      await logIn.endSession(caller, "current", requestFacts(facts));
      return cookie.cleared;
    },

    seal: (purpose, text) => keyring.seal(text, contextOf(purpose)).toString("base64url"),
    open: (purpose, sealed) => {
      try {
        return keyring.open(Buffer.from(sealed, "base64url"), contextOf(purpose)).toString("utf8");
      } catch {
        // The browser's text: altered, of another use, or of another installation.
        return null;
      }
    },

    forgot: async (email, facts) => logIn.forgot(email, facts),
    linkHolder: async (purpose, token) => (await logIn.links.find(purpose, token))?.account.email ?? null,
    acceptInvitation: async (token, password, facts) =>
      (await logIn.acceptInvitation({ token, password }, facts)) !== null,
    beginOpening: (token, facts) => logIn.beginInvitationPasskey(token, facts),
    openByPasskey: async (token, response, facts) => {
      const given = { token, response: readCreatedPasskey(response) };
      const opened = await logIn.acceptInvitationByPasskey(given, requestFacts(facts));
      return opened === null ? null : { ...opened, cookie: cookieOf(opened.loggedIn, facts) };
    },
    reset: (token, password, facts) => unlessGone(logIn.reset({ token, password }, facts)),
    unlock: (token, facts) => unlessGone(logIn.unlockByLink(token, facts)),

    changeProfile: async (caller, profile, facts) =>
      logIn.changeProfile(gates.byLogIn(caller), readProfile(profile), requestFacts(facts)),
    setFirstPassword: (caller, password, facts) =>
      logIn.setFirstPassword(caller, password, requestFacts(facts)),
    changePassword: (caller, passwords, facts) =>
      logIn.changePassword(caller, passwords, requestFacts(facts)),

    listLogIns: async (caller) =>
      (await logIn.listSessions(caller)).map((session) => ({
        id: sessionPublicId(caller, session),
        isCurrent: session.id === caller.sessionId,
        place: session.ip,
        countryCode: countryOfAddress(session.ip),
        device: session.device,
        createdAtMs: session.createdAtMs,
        lastSeenAtMs: session.lastSeenAtMs,
      })),
    endLogIn: (caller, id, facts) => logIn.endSession(caller, id, requestFacts(facts)),
    endOtherLogIns: async (caller, facts) => {
      await logIn.endOtherSessions(caller, requestFacts(facts));
    },

    listPasskeys: async (caller) =>
      (await logIn.listPasskeys(caller)).map(({ id, name, createdAtMs, lastUsedAtMs }) => ({
        id: publicId("passkey", id),
        name,
        createdAtMs,
        lastUsedAtMs,
      })),
    beginPasskey: async (caller, facts) => logIn.beginPasskey(present(caller, facts), requestFacts(facts)),
    addPasskey: async (caller, name, response, facts) => {
      const answer = { name, response: readCreatedPasskey(response) };
      const gate = present(caller, facts);
      return (await logIn.addPasskey(gate, caller, answer, requestFacts(facts))).recoveryCodes;
    },
    removePasskey: async (caller, id, facts) =>
      logIn.removePasskey(present(caller, facts), caller, id, requestFacts(facts)),

    beginTotp: async (caller, facts) => logIn.beginSecondFactor(present(caller, facts), requestFacts(facts)),
    confirmTotp: async (caller, code, facts) => {
      const gate = present(caller, facts);
      return (await logIn.confirmSecondFactor(gate, caller, code, requestFacts(facts))).recoveryCodes;
    },
    removeTotp: async (caller, facts) =>
      logIn.removeSecondFactor(present(caller, facts), caller, requestFacts(facts)),
    renewRecoveryCodes: async (caller, facts) =>
      (await logIn.renewRecoveryCodes(present(caller, facts), requestFacts(facts))).recoveryCodes,

    provePresence: async (caller, given, facts) => {
      const { token, expiresAtMs } =
        "totp" in given
          ? await logIn.stepUpByTotp(caller, given.totp, requestFacts(facts))
          : await logIn.stepUpByPassword(caller, given.password, requestFacts(facts));
      return cookie.set(token, expiresAtMs - facts.nowMs);
    },
    beginPasskeyPresence: (caller, facts) => logIn.beginPasskeyStepUp(caller, requestFacts(facts)),
    provePresenceByPasskey: async (caller, response, facts) => {
      const answer = readUsedPasskey(response);
      const { token, expiresAtMs } = await logIn.stepUpByPasskey(caller, answer, requestFacts(facts));
      return cookie.set(token, expiresAtMs - facts.nowMs);
    },
  };
}

function passkeyPlaceOf(publicUrl: string): PasskeyPlace {
  const found = passkeyDomain(publicUrl);
  return "unavailable" in found ? { lack: found.lack } : { origin: found.origin };
}

/** The facts of a page's request: it has no key, and nothing waits for its end. */
function requestFacts(facts: PageFacts): RequestFacts {
  return {
    ...facts,
    authorization: undefined,
    acceptLanguage: undefined,
    scenario: null,
    signal: new AbortController().signal,
  };
}

/** The links by which people join a merchant, as the pages see them. */
function createInvitationsPort(
  acceptance: Acceptance,
  cookieOf: (loggedIn: LoggedIn, facts: PageFacts) => string,
): InvitationsPort<AccountCaller> {
  return {
    find: async (token, nowMs) => {
      const found = await acceptance.find(token, nowMs);
      if (found === null) return null;
      const { email, merchantName, inviterName, hasAccount, hasLeft, expiresAtMs, terms } = found;
      const roleIn = (mode: Mode) => {
        const given = terms[mode];
        return given === null ? null : { role: given.role, isNarrowed: given.only !== null };
      };
      const roles = { LIVE: roleIn("LIVE"), SANDBOX: roleIn("SANDBOX") };
      return { email, merchantName, inviterName, hasAccount, hasLeft, expiresAtMs, roles };
    },
    joinAsNew: async (token, { name, password, locale }, facts) => {
      const body = { token, name: readName(name), password, locale };
      const begun = await unlessInvalid(acceptance.acceptWithPassword(body, requestFacts(facts)));
      return begun === null ? null : cookieOf(begun, facts);
    },
    beginPasskey: async (token, name, facts) => {
      const body = { token, name: readName(name) };
      return unlessInvalid(acceptance.beginPasskey(body, requestFacts(facts)));
    },
    joinByPasskey: async (token, { name, locale, response }, facts) => {
      const body = { token, name: readName(name), locale, credential: readCreatedPasskey(response) };
      const opened = await unlessInvalid(acceptance.acceptWithPasskey(body, requestFacts(facts)));
      return opened === null ? null : { ...opened, cookie: cookieOf(opened.loggedIn, facts) };
    },
    join: async (caller, token, facts) =>
      (await unlessInvalid(acceptance.acceptLoggedIn(caller, token, requestFacts(facts)))) !== null,
  };
}

/** False when the link is not valid any more. */
const unlessGone = async (work: Promise<void>): Promise<boolean> =>
  (await unlessInvalid(work.then(() => true))) !== null;

/** Null when the link, of either kind, is not valid any more. */
async function unlessInvalid<T>(work: Promise<T>): Promise<T | null> {
  const gone = [logInErrors.LOG_IN_LINK_INVALID.declaration, memberErrors.INVITATION_INVALID.declaration];
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && gone.includes(error.declaration)) return null;
    throw error;
  }
}
