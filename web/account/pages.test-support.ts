import Fastify, { type FastifyInstance } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import { quietLog } from "../../server/test/harness/log.ts";
import { createAccountPages } from "./index.ts";
import type {
  AccountPort,
  Audience,
  MerchantInvitation,
  OpenLogIn,
  OwnAccount,
  OwnPasskey,
  PageFacts,
  PasskeyPlace,
} from "./ports.ts";

/**
 * The service's answers, written down, for tests of the pages themselves. The journeys through the real service are in
 * `server/test/e2e/account-pages.deep.test.ts`.
 */
export interface AccountFixture {
  readonly app: FastifyInstance;
  /** What the pages asked the service to do, in order. */
  readonly acts: readonly string[];
  /** Changes the account that is shown. */
  change(account: Partial<OwnAccount>): void;
  /** Changes the invitation of the link `/invite/good-JOIN`; null: the link works no longer. */
  setInvitation(invitation: Partial<MerchantInvitation> | null): void;
  /** The next act is refused. */
  refuse(name: string, status: number, details?: Record<string, unknown>, retryAfterSeconds?: number): void;
  setLogIns(logIns: readonly OpenLogIn[]): void;
  setPasskeys(passkeys: readonly OwnPasskey[]): void;
  /** As at the beginning. */
  reset(): void;
}

const atMs = Date.UTC(2026, 10, 22, 9, 5);
const codes = Array.from({ length: 10 }, (_, index) => `k7mp-${index}x4q-w2hd-8r5t`);
const openLinks = new Set(
  ["INVITATION", "RESET", "UNLOCK", "JOIN"].map((purpose) => `${purpose} good-${purpose}`),
);
export const publicOrigin = "http://127.0.0.1";
export const cookieOf: Readonly<Record<Audience, string>> = {
  merchant: "cauris-merchant=open",
  operator: "cauris-console=open",
};

export async function createAccountFixture(
  options: { readonly canMail?: boolean; readonly passkeys?: PasskeyPlace } = {},
): Promise<AccountFixture> {
  const acts: string[] = [];
  const refusals: Refusal[] = [];
  const firstAccount: OwnAccount = {
    email: "awa@example.com",
    name: "Awa Koné",
    locale: "fr",
    timeZone: "Africa/Abidjan",
    hasPassword: true,
    hasTotp: true,
    recoveryCodesLeft: 8,
    needsSecondFactor: true,
    isPresent: true,
    presenceMethods: ["totp", "passkey"],
  };
  let account = firstAccount;
  const firstPasskeys: readonly OwnPasskey[] = [
    { id: "pky_1", name: "Téléphone", createdAtMs: atMs, lastUsedAtMs: atMs },
    { id: "pky_2", name: "Ordinateur du bureau", createdAtMs: atMs, lastUsedAtMs: null },
  ];
  const place = "102.64.1.9";
  let passkeys = firstPasskeys;
  const firstLogIns: readonly OpenLogIn[] = [
    {
      id: "uss_1",
      isCurrent: true,
      place,
      countryCode: "GH",
      device: "Chrome, Android",
      createdAtMs: atMs,
      lastSeenAtMs: atMs,
    },
    {
      id: "uss_2",
      isCurrent: false,
      place: "41.202.7.30",
      countryCode: "CI",
      device: "Firefox, Windows",
      createdAtMs: atMs - 90_000_000,
      lastSeenAtMs: atMs - 4_000_000,
    },
    {
      id: "uss_3",
      isCurrent: false,
      place: "2001:4278::/64",
      countryCode: null,
      device: null,
      createdAtMs: atMs - 300_000_000,
      lastSeenAtMs: atMs - 200_000_000,
    },
  ];

  let logIns = firstLogIns;
  let hasDigest = false;

  const act = async (text: string): Promise<void> => {
    const refusal = refusals.shift();
    if (refusal !== undefined) throw refusal;
    acts.push(text);
  };

  const firstInvitation: MerchantInvitation = {
    email: "awa@example.com",
    merchantName: "Maison Akwaba",
    inviterName: "Kofi Mensah",
    roles: { LIVE: { role: "ACCOUNTANT", isNarrowed: true }, SANDBOX: null },
    hasAccount: false,
    hasLeft: false,
    expiresAtMs: atMs + 7 * 86_400_000,
  };
  let invitation: MerchantInvitation | null = firstInvitation;

  const portOf = (audience: Audience): AccountPort<string> => ({
    audience,
    canMail: options.canMail !== false,
    passkeys: options.passkeys ?? { origin: "http://localhost" },
    digest:
      audience === "merchant"
        ? null
        : {
            isOn: async () => hasDigest,
            choose: async (_caller, isOn) => {
              await act(`digest ${isOn}`);
              hasDigest = isOn;
            },
          },
    invitations:
      audience === "operator"
        ? null
        : {
            find: async (token) => (openLinks.has(`JOIN ${token}`) ? invitation : null),
            joinAsNew: async (token, { name, password, locale }) => {
              await act(`joinAsNew ${token} ${name} ${password} ${locale}`);
              return `${cookieOf[audience]}; Path=/; HttpOnly`;
            },
            beginPasskey: async (token, name) => {
              await act(`beginPasskey ${token} ${name}`);
              return { challenge: "AAAA" };
            },
            joinByPasskey: async (token, { name, locale }) => {
              await act(`joinByPasskey ${token} ${name} ${locale}`);
              return { cookie: `${cookieOf[audience]}; Path=/; HttpOnly`, recoveryCodes: codes };
            },
            join: async (_caller, token) => {
              await act(`join ${token}`);
              return true;
            },
          },
    find: async (header) =>
      (header ?? "").split("; ").includes(cookieOf[audience]) ? { caller: "awa", account } : null,
    logIn: async (email, { password, totp, recoveryCode }, _facts: PageFacts) => {
      await act(`${audience} logIn ${email} ${password} ${totp ?? "-"} ${recoveryCode ?? "-"}`);
      return `${cookieOf[audience]}; Path=/; HttpOnly`;
    },
    beginPasskeyLogIn: async () => {
      await act("beginPasskeyLogIn");
      return { challenge: "AAAA", rpId: "localhost" };
    },
    logInByPasskey: async (response) => {
      await act(`logInByPasskey ${JSON.stringify(response)}`);
      return `${cookieOf[audience]}; Path=/; HttpOnly`;
    },
    logOut: async () => {
      await act("logOut");
      return `${cookieOf[audience].split("=")[0]}=; Max-Age=0; Path=/`;
    },
    seal: (purpose, text) => Buffer.from(`${purpose} ${text}`).toString("base64url"),
    open: (purpose, sealed) => {
      const text = Buffer.from(sealed, "base64url").toString("utf8");
      return text.startsWith(`${purpose} `) ? text.slice(purpose.length + 1) : null;
    },
    forgot: (email) => act(`forgot ${email}`),
    linkHolder: async (purpose, token) => (openLinks.has(`${purpose} ${token}`) ? "awa@example.com" : null),
    acceptInvitation: async (token, password) => {
      await act(`acceptInvitation ${token} ${password}`);
      return true;
    },
    beginOpening: async (token) => {
      if (!openLinks.has(`INVITATION ${token}`)) return null;
      await act(`beginOpening ${token}`);
      return { challenge: "AAAA" };
    },
    openByPasskey: async (token) => {
      await act(`openByPasskey ${token}`);
      return { cookie: `${cookieOf[audience]}; Path=/; HttpOnly`, recoveryCodes: codes };
    },
    reset: async (token, password) => {
      await act(`reset ${token} ${password}`);
      return true;
    },
    unlock: async (token) => {
      if (!openLinks.has(`UNLOCK ${token}`)) return false;
      await act(`unlock ${token}`);
      return true;
    },
    changeProfile: (_caller, { name, locale, timeZone }) =>
      act(`changeProfile ${name} ${locale} ${timeZone}`),
    setFirstPassword: (_caller, password) => act(`setFirstPassword ${password}`),
    changePassword: (_caller, { currentPassword, newPassword }) =>
      act(`changePassword ${currentPassword} ${newPassword}`),
    listLogIns: async () => logIns,
    endLogIn: (_caller, id) => act(`endLogIn ${id}`),
    endOtherLogIns: () => act("endOtherLogIns"),
    listPasskeys: async () => passkeys,
    beginPasskey: async () => {
      await act("beginPasskey");
      return { challenge: "AAAA" };
    },
    addPasskey: async (_caller, name, response) => {
      await act(`addPasskey ${name} ${JSON.stringify(response)}`);
      return codes;
    },
    removePasskey: (_caller, id) => act(`removePasskey ${id}`),
    beginTotp: async () => {
      await act("beginTotp");
      return {
        secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        otpauthUrl:
          "otpauth://totp/Cauris:awa%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Cauris",
      };
    },
    confirmTotp: async (_caller, code) => {
      await act(`confirmTotp ${code}`);
      return codes;
    },
    removeTotp: () => act("removeTotp"),
    renewRecoveryCodes: async () => {
      await act("renewRecoveryCodes");
      return codes;
    },
    provePresence: async (_caller, given) => {
      await act(`provePresence ${JSON.stringify(given)}`);
      return `${cookieOf[audience]}; Path=/; HttpOnly`;
    },
    beginPasskeyPresence: async () => {
      await act("beginPasskeyPresence");
      return { challenge: "AAAA" };
    },
    provePresenceByPasskey: async (_caller, response) => {
      await act(`provePresenceByPasskey ${JSON.stringify(response)}`);
      return `${cookieOf[audience]}; Path=/; HttpOnly`;
    },
  });

  const app = Fastify();
  await app.register(
    createAccountPages({
      ports: [portOf("merchant"), portOf("operator")],
      publicOrigin,
      cell: null,
      nowMs: () => atMs,
      passing: () => null,
      log: quietLog,
    }),
  );
  return {
    app,
    acts,
    change: (change) => {
      account = { ...account, ...change };
    },
    setInvitation: (given) => {
      invitation = given === null ? null : { ...firstInvitation, ...given };
    },
    refuse: (name, status, details = {}, retryAfterSeconds) => {
      refusals.push(new Refusal({ name, wire: name, status, message: name }, details, retryAfterSeconds));
    },
    setLogIns: (given) => {
      logIns = given;
    },
    setPasskeys: (given) => {
      passkeys = given;
    },
    reset: () => {
      acts.length = 0;
      refusals.length = 0;
      account = firstAccount;
      invitation = firstInvitation;
      passkeys = firstPasskeys;
      logIns = firstLogIns;
      hasDigest = false;
    },
  };
}
