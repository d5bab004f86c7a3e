import { type Static, Type } from "typebox";
import { type TenantPermission, tenantAreas } from "../../http/permissions.ts";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./password-rules.ts";
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
/** What is asked of a password that exists: nothing, so that the answer says nothing about it. */
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
export const LoginBody = Type.Object({ email: Email, password: GivenPassword });
export const PasswordBody = Type.Object({ currentPassword: GivenPassword, newPassword: NewPassword });
export const NewOperatorBody = Type.Object({ email: Email, name: Name, permissions: Permissions });
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
  permissions: Type.Array(Type.String()),
  status: OneOf(operatorStatuses, { description: "INVITED: nobody has chosen its password yet." }),
  createdBy: Type.Union([Type.String(), Type.Null()], {
    description: "Who added it; null for those of the first start and of the command on the machine.",
  }),
  invitedUntil: Type.Union([Instant, Type.Null()], {
    description: "Until when the open link to choose a password works; null when there is none.",
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
        description: "Shown in this answer only, and works once. Null where the service has sent it by mail.",
      }),
      expiresAt: Instant,
    },
    { description: "The link by which the operator chooses a password." },
  ),
});
export const LoginSchema = Type.Object({
  object: Type.Literal("operator_session"),
  token: Type.String({ description: "The bearer token of every path under `/tenant`." }),
  expiresAt: Instant,
  operator: OperatorSchema,
});
