import { type Static, Type } from "typebox";
import { type TenantPermission, tenantAreas } from "../../http/permissions.ts";
import { Email, Instant, Nullable, OneOf, PersonName } from "../../http/schemas.ts";
import { NewPassword } from "../log-in/index.ts";
import { operatorRoles } from "./roles.ts";
import { operatorStatuses } from "./types.ts";

/** Every permission that an operator can be given by name. */
export const grantableTenantPermissions: readonly TenantPermission[] = tenantAreas.flatMap(
  (area): TenantPermission[] => [`tenant.${area}.read`, `tenant.${area}.manage`],
);

const Permissions = Type.Array(OneOf(grantableTenantPermissions), {
  minItems: 1,
  maxItems: grantableTenantPermissions.length,
  uniqueItems: true,
  description: "`manage` includes `read`. Only what the operator who asks has itself.",
});
const Role = OneOf(operatorRoles, {
  description: "A bundle of permissions, in addition to those of `permissions`.",
});
export const OperatorsQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Only those whose name or e-mail address contains this text, in upper or lower case.",
    }),
  ),
});
export const OperatorParams = Type.Object({
  id: Type.String({ maxLength: 100, examples: ["op_01jd0000000000000000000000"] }),
});
export const SessionParams = Type.Object({
  id: Type.String({ maxLength: 100, examples: ["ops_01jd0000000000000000000000"] }),
});
export const NewOperatorBody = Type.Object({
  email: Email,
  name: PersonName,
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
    name: Type.Optional(PersonName),
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
      title: "OperatorRole",
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
export const InvitedOperatorSchema = Type.Object(
  {
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
  },
  { title: "OperatorWithInvitation" },
);
export const LoginSchema = Type.Object(
  {
    object: Type.Literal("operator_session"),
    id: Type.String(),
    token: Type.String({ description: "The bearer token of every path under `/tenant`." }),
    expiresAt: Instant,
    operator: OperatorSchema,
  },
  { title: "OperatorLogIn" },
);
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
