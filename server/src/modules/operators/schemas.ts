import { type Static, Type } from "typebox";
import { type TenantPermission, tenantAreas } from "../../http/permissions.ts";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./password-rules.ts";
import { operatorRoles } from "./roles.ts";
import { operatorStatuses } from "./types.ts";

/** Every permission that an operator can be given by name. */
export const grantableTenantPermissions: readonly TenantPermission[] = tenantAreas.flatMap(
  (area): TenantPermission[] => [`tenant.${area}.read`, `tenant.${area}.manage`],
);

const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@<>"\\u0000-\\u001f]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$',
  "x-rule": "must be an e-mail address",
  examples: ["awa@example.com"],
});
const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
  "x-rule": "must be 1 to 100 characters of text on one line",
  examples: ["Awa Diop"],
});
const Permissions = Type.Array(OneOf(grantableTenantPermissions), {
  minItems: 1,
  maxItems: grantableTenantPermissions.length,
  uniqueItems: true,
  description: "`manage` includes `read`. Only what the operator who asks has itself.",
});
const Role = OneOf(operatorRoles, {
  description: "A bundle of permissions, in addition to those of `permissions`.",
});
/** An existing password has no rules here, so that the answer reveals nothing about it. */
const GivenPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX });
const NewPassword = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  description:
    "Length is what makes it strong: a few words do. Passwords that are tried first, repeated parts, rows of keys, and the address or name of the person are refused.",
});

export const OperatorParams = Type.Object({
  id: Type.String({ maxLength: 100, examples: ["op_01jd0000000000000000000000"] }),
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
const secondFactor = { totp: Type.Optional(Totp), recoveryCode: Type.Optional(RecoveryCode) };
export const LoginBody = Type.Object({ email: Email, password: GivenPassword, ...secondFactor });
/** One's own password, and a code when the account has a second factor. */
export const ProofBody = Type.Object({ password: GivenPassword, ...secondFactor });
export const TotpBody = Type.Object({ totp: Totp });
export const SessionParams = Type.Object({
  id: Type.String({ maxLength: 100, examples: ["ops_01jd0000000000000000000000"] }),
});
export const PasswordBody = Type.Object({ currentPassword: GivenPassword, newPassword: NewPassword });
export const NewOperatorBody = Type.Object({
  email: Email,
  name: Name,
  role: Type.Optional(Role),
  permissions: Type.Optional(Permissions),
});
export type NewOperatorBody = Static<typeof NewOperatorBody>;
export const AcceptInvitationBody = Type.Object({
  token: Type.String({
    maxLength: 100,
    description: "What stands at the end of the link.",
    examples: ["svc_inv_3kTqxW0b2nT5yHs7dLa"],
  }),
  password: NewPassword,
});
export const ChangeOperatorBody = Type.Object(
  {
    name: Type.Optional(Name),
    role: Type.Optional(Role),
    permissions: Type.Optional(Permissions),
    status: Type.Optional(OneOf(["ACTIVE", "DISABLED"])),
  },
  { minProperties: 1 },
);
export type ChangeOperatorBody = Static<typeof ChangeOperatorBody>;

export const OperatorSchema = Type.Object({
  object: Type.Literal("operator"),
  id: Type.String(),
  tenantId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Nullable(
    OneOf(operatorRoles, {
      description: "The role with exactly these permissions; null when there is none.",
    }),
  ),
  permissions: Type.Array(Type.String()),
  status: OneOf(operatorStatuses, { description: "INVITED: nobody has chosen its password yet." }),
  createdBy: Type.Union([Type.String(), Type.Null()], {
    description: "Who added it; null for those of the first start and of the command on the machine.",
  }),
  invitedUntil: Type.Union([Instant, Type.Null()], {
    description: "Until when the open link to choose a password works; null when there is none.",
  }),
  secondFactor: Type.Boolean({
    description: "Whether log-ins of the account need a code beside the password.",
  }),
  lastLoginAt: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
export const InvitedOperatorSchema = Type.Object({
  ...OperatorSchema.properties,
  invitation: Type.Object(
    {
      url: Type.Union([Type.String({ format: "uri" }), Type.Null()], {
        description:
          "Works once, and is shown in this answer alone: null in a repeat after an hour, and where it was sent by mail.",
      }),
      expiresAt: Instant,
    },
    { description: "The link by which the operator chooses a password." },
  ),
});
export const LoginSchema = Type.Object({
  object: Type.Literal("operator_session"),
  id: Type.String(),
  token: Type.String({ description: "The bearer token of every path under `/tenant`." }),
  expiresAt: Instant,
  operator: OperatorSchema,
});
export const OpenSessionSchema = Type.Object({
  object: Type.Literal("operator_session"),
  id: Type.String(),
  current: Type.Boolean({ description: "Whether it is the log-in that asks." }),
  ip: Type.String({ description: "The address it began from." }),
  createdAt: Instant,
  lastSeenAt: Type.String({ format: "date-time", description: "To the minute." }),
  expiresAt: Instant,
});
export const EndedSessionsSchema = Type.Object({
  object: Type.Literal("ended_operator_sessions"),
  ended: Type.Integer({ description: "How many log-ins are over." }),
});
export const SecondFactorSchema = Type.Object({
  object: Type.Literal("second_factor"),
  enrolled: Type.Boolean(),
  required: Type.Boolean({
    description: "Whether every operator of this installation needs one to do anything but set one up.",
  }),
  confirmedAt: Nullable(Instant),
  recoveryCodesLeft: Type.Integer(),
});
export const SecondFactorSecretSchema = Type.Object({
  object: Type.Literal("second_factor_secret"),
  secret: Type.String({ description: "Base32, for typing it in. Shown in this answer only." }),
  otpauthUrl: Type.String({ description: "The same for an authenticator app: as a link, or as a QR code." }),
  confirmBefore: Instant,
});
export const RecoveryCodesSchema = Type.Object({
  object: Type.Literal("recovery_codes"),
  recoveryCodes: Type.Array(Type.String(), {
    description: "Ten, each for one use. Shown in this answer only.",
  }),
});
