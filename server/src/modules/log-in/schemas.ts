import { type Static, Type } from "typebox";
import { Email, Instant, Nullable, OneOf, PersonName } from "../../http/schemas.ts";
import { audienceNames } from "../../kit/audience.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./password-rules.ts";
import { locales } from "./types.ts";

const audience = OneOf(audienceNames, {
  description: "`merchant`: persons who work for merchants. `operator`: who runs the platform.",
  examples: ["merchant"],
});
/** An existing password has no rules here, so that the answer reveals nothing about it. */
const GivenPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX });
export const NewPassword = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  description:
    "Length is what makes it strong: a few words do. Passwords that are tried first, repeated parts, rows of keys, and the address or name of the person are refused.",
});
const Totp = Type.String({
  pattern: "^\\d{6}$",
  "x-rule": "must be the six digits that the authenticator app shows",
  examples: ["492039"],
});
const RecoveryCode = Type.String({
  minLength: 16,
  maxLength: 40,
  description: "One of the ten, instead of `totp`. Each works once.",
  examples: ["k3tq-8v2m-x0an-7gdw"],
});
const codes = { totp: Type.Optional(Totp), recoveryCode: Type.Optional(RecoveryCode) };
const Token = Type.String({
  maxLength: 100,
  description: "What stands at the end of the link.",
  examples: ["svc_inv_3kTqxW0b2nT5yHs7dLa"],
});
const TimeZone = Type.String({
  maxLength: 64,
  description: "A name of the IANA time zone database.",
  examples: ["Africa/Abidjan"],
});

export const AudienceParams = Type.Object({ audience });
export const SessionParams = Type.Object({
  audience,
  id: Type.String({ maxLength: 100, examples: ["uss_01jd0000000000000000000000"] }),
});
export const PasskeyParams = Type.Object({
  audience,
  id: Type.String({ maxLength: 100, examples: ["pky_01jd0000000000000000000000"] }),
});
export const LogInBody = Type.Object({ email: Email, password: GivenPassword, ...codes });
/** One's own password, and a code when the account has a second factor. */
export const ProofBody = Type.Object({ password: GivenPassword, ...codes });
/** The same in place of a proof of presence a moment ago. */
export const OptionalProofBody = Type.Object({ password: Type.Optional(GivenPassword), ...codes });
export const TotpBody = Type.Object({ totp: Totp });
export const PasswordBody = Type.Object({ currentPassword: GivenPassword, newPassword: NewPassword });
export const OwnPasswordBody = Type.Object({
  currentPassword: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PASSWORD_LENGTH_MAX,
      description:
        "Left out by an account that has no password, because it was opened with a passkey: that needs a proof of presence.",
    }),
  ),
  newPassword: NewPassword,
});
export const ForgotBody = Type.Object({ email: Email });
export const ResetBody = Type.Object({ token: Token, password: NewPassword });
export const UnlockBody = Type.Object({ token: Token });
export const ProfileBody = Type.Object(
  {
    name: Type.Optional(PersonName),
    locale: Type.Optional(OneOf(locales)),
    timeZone: Type.Optional(TimeZone),
  },
  { minProperties: 1 },
);

/** Ids and signatures are text in base64url without padding. */
const Base64Url = (maxLength: number) => Type.String({ maxLength, pattern: "^[A-Za-z0-9_-]*$" });
const CLIENT_DATA_MAX = 4_096;
const ATTESTATION_MAX = 16_384;
const credential = {
  id: Base64Url(1_400),
  rawId: Base64Url(1_400),
  type: Type.Literal("public-key"),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
  authenticatorAttachment: Type.Optional(OneOf(["platform", "cross-platform"])),
};
/** What `navigator.credentials.create` answers, as `toJSON` writes it (WebAuthn 3, 5.1). */
export const CreatedCredential = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Base64Url(CLIENT_DATA_MAX),
        attestationObject: Base64Url(ATTESTATION_MAX),
        authenticatorData: Type.Optional(Base64Url(ATTESTATION_MAX)),
        publicKey: Type.Optional(Base64Url(CLIENT_DATA_MAX)),
        publicKeyAlgorithm: Type.Optional(Type.Integer()),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
      },
      { title: "CreatedPasskeyResponse" },
    ),
  },
  { title: "CreatedPasskeyCredential" },
);
/** What `navigator.credentials.get` answers. */
export const UsedCredential = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Base64Url(CLIENT_DATA_MAX),
        authenticatorData: Base64Url(ATTESTATION_MAX),
        signature: Base64Url(CLIENT_DATA_MAX),
        userHandle: Type.Optional(Base64Url(128)),
      },
      { title: "PasskeyCredentialResponse" },
    ),
  },
  { title: "PasskeyCredential" },
);
export const NewPasskeyBody = Type.Object({ name: PersonName, credential: CreatedCredential });
export const PasskeyBody = Type.Object({ credential: UsedCredential });
export const StepUpBody = Type.Object(
  {
    totp: Type.Optional(Totp),
    password: Type.Optional(GivenPassword),
    credential: Type.Optional(UsedCredential),
  },
  { minProperties: 1, maxProperties: 1, description: "Exactly one of the three." },
);
export type StepUpBody = Static<typeof StepUpBody>;

export const OpenLogInSchema = Type.Object({
  object: Type.Literal("log_in"),
  id: Type.String(),
  current: Type.Boolean({ description: "Whether it is the log-in that asks." }),
  place: Type.String({ description: "The network address it began from." }),
  countryCode: Type.Union([Type.String(), Type.Null()], {
    description:
      "The country that the address was given out in, as the registries of addresses say. Null when they do not.",
  }),
  device: Type.Union([Type.String(), Type.Null()], {
    description: "Browser and system; null when the browser did not say.",
  }),
  createdAt: Instant,
  lastSeenAt: Type.String({ format: "date-time", description: "To the minute." }),
  expiresAt: Instant,
});
export const SecondFactorSchema = Type.Object({
  object: Type.Literal("second_factor"),
  enrolled: Type.Boolean({ description: "Whether there are one-time passwords or a passkey." }),
  required: Type.Boolean({ description: "Whether the account needs one for what it may do." }),
  confirmedAt: Type.Union([Instant, Type.Null()], {
    description: "When the one-time passwords were put in force; null without them.",
  }),
  totp: Type.Boolean({ description: "Whether an authenticator app shows codes for the account." }),
  passkeys: Type.Integer({ description: "How many passkeys the account has." }),
  recoveryCodesLeft: Type.Integer(),
});
export const OwnAccountSchema = Type.Object({
  object: Type.Literal("account"),
  audience,
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  locale: OneOf(locales),
  timeZone: Type.String(),
  hasPassword: Type.Boolean(),
  secondFactor: SecondFactorSchema,
  stepUp: Type.Object({
    fresh: Type.Boolean({ description: "Whether acts that need a proof of presence are open now." }),
    until: Type.Union([Instant, Type.Null()], { description: "Until when; null when they are not." }),
    methods: Type.Array(OneOf(["totp", "passkey", "password"]), {
      description: "How this account can prove it. Empty: it needs a second factor first.",
    }),
  }),
  logIn: OpenLogInSchema,
});
export const EndedLogInsSchema = Type.Object({
  object: Type.Literal("ended_log_ins"),
  ended: Type.Integer({ description: "How many log-ins are over." }),
});
export const DoneSchema = Type.Object({ object: Type.Literal("done") });
export const SecondFactorSecretSchema = Type.Object({
  object: Type.Literal("second_factor_secret"),
  secret: Type.String({ description: "Base32, for typing it in. Shown in this answer only." }),
  otpauthUrl: Type.String({ description: "The same for an authenticator app: as a link, or as a QR code." }),
  confirmBefore: Instant,
});
const recoveryCodes = Type.Array(Type.String(), {
  description: "Each for one use. Shown in this answer only.",
});
export const RecoveryCodesSchema = Type.Object({
  object: Type.Literal("recovery_codes"),
  recoveryCodes,
});
export const PasskeySchema = Type.Object({
  object: Type.Literal("passkey"),
  id: Type.String(),
  name: Type.String(),
  synced: Type.Boolean({ description: "Whether it is copied to other devices of its holder." }),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
});
export const LinkTokenBody = Type.Object({ token: Token });
export const LinkPasskeyBody = Type.Object({ token: Token, credential: CreatedCredential });
/** An account that its holder has opened with a passkey, and the log-in that begins. */
export const OpenedByPasskeySchema = Type.Object(
  { ...OwnAccountSchema.properties, recoveryCodes },
  { title: "AccountWithRecoveryCodes" },
);
export const NewPasskeySchema = Type.Object(
  { ...PasskeySchema.properties, recoveryCodes },
  { title: "PasskeyWithRecoveryCodes" },
);
/** The browser's own structure: it is handed to `navigator.credentials` as it is. */
export const CeremonySchema = Type.Object({
  object: Type.Literal("passkey_options"),
  options: Type.Object({}, { additionalProperties: true }),
});
