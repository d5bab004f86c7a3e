import { type Static, Type } from "typebox";
import {
  AmountText,
  CurrencyText,
  Email,
  Instant,
  Nullable,
  OneOf,
  PersonName,
  UuidText,
} from "../../http/schemas.ts";
import { grantablePermissions } from "../access/index.ts";
import { CreatedCredential, type CreatedPasskey, ProofBody } from "../log-in/index.ts";
import { memberRoles } from "./roles.ts";

/** One for each currency of the merchant's wallets. */
const LIMITS_MAX = 20;

const RoleInMode = Nullable(
  Type.Object(
    {
      role: OneOf(memberRoles),
      permissions: Type.Optional(
        Type.Array(OneOf(grantablePermissions), {
          minItems: 1,
          maxItems: grantablePermissions.length,
          uniqueItems: true,
          description: "Only these of the role's permissions; all of them when absent.",
        }),
      ),
    },
    { title: "RoleInput", additionalProperties: false },
  ),
);
const RefundLimits = Type.Array(
  Type.Object(
    { currency: CurrencyText, amount: AmountText },
    { title: "RefundLimitInput", additionalProperties: false },
  ),
  {
    maxItems: LIMITS_MAX,
    description:
      "What the person may refund at once without more. Above it SUPPORT is refused, and everybody else proves to be present first. A currency that is not named has the limit 0.",
    examples: [[{ currency: "XOF", amount: "50000" }]],
  },
);

const termsFields = {
  live: Type.Optional(RoleInMode),
  sandbox: Type.Optional(RoleInMode),
  refundLimits: Type.Optional(RefundLimits),
};
export const TermsBody = Type.Object(termsFields, { minProperties: 1 });
export type TermsBody = Static<typeof TermsBody>;
export const InviteBody = Type.Object({ email: Email, ...termsFields });
export type InviteBody = Static<typeof InviteBody>;
export const OwnerInvitationBody = Type.Object({ email: Email });

export const MerchantParams = Type.Object({ merchantId: UuidText });
export const MemberParams = Type.Object({
  merchantId: UuidText,
  memberId: Type.String({ maxLength: 100, examples: ["usr_01jd0000000000000000000000"] }),
});
export const InvitationParams = Type.Object({
  merchantId: UuidText,
  invitationId: Type.String({ maxLength: 100, examples: ["inv_01jd0000000000000000000000"] }),
});

const RoleView = Nullable(
  Type.Object(
    {
      role: OneOf(memberRoles, { title: "MerchantRole" }),
      permissions: Type.Array(Type.String(), {
        description: "What the person may do in this mode, once a second factor is set up.",
      }),
      narrowed: Type.Boolean({ description: "Whether it is less than the whole role." }),
    },
    { title: "MemberRole" },
  ),
);
const termsView = {
  live: RoleView,
  sandbox: RoleView,
  refundLimits: Type.Array(Type.Object({ currency: Type.String(), amount: Type.String() })),
};
const InvitedBy = Nullable(
  Type.String({ description: "The person, key or operator who invited; null for those of a first start." }),
);

export const MemberSchema = Type.Object({
  object: Type.Literal("member"),
  id: Type.String({ description: "Of the person: the same with every merchant that the person works for." }),
  merchantId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  status: OneOf(["ACTIVE", "DISABLED"]),
  ...termsView,
  secondFactor: Type.Boolean({
    description: "Without one, whatever moves money in live mode waits, whatever the role.",
  }),
  lastLoginAt: Nullable(Instant),
  invitedBy: InvitedBy,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

const invitationFields = {
  object: Type.Literal("member_invitation"),
  id: Type.String(),
  merchantId: Type.String(),
  email: Type.String(),
  status: OneOf(["OPEN", "EXPIRED", "ACCEPTED", "REVOKED"]),
  ...termsView,
  invitedBy: InvitedBy,
  createdAt: Instant,
  expiresAt: Instant,
};
export const InvitationSchema = Type.Object(invitationFields);
export const IssuedInvitationSchema = Type.Object(
  {
    ...invitationFields,
    url: Nullable(
      Type.String({
        format: "uri",
        description:
          "The link, where this installation can send no mail: hand it to that person alone. It works once, and is shown in this answer alone. Null where it was sent by mail, and in a repeat after an hour.",
      }),
    ),
  },
  { title: "MemberInvitationWithUrl" },
);

const Token = Type.String({
  maxLength: 100,
  description: "What stands at the end of the link.",
  examples: ["svc_join_3kTqxW0b2nT5yHs7dLa"],
});
export const InvitationTokenBody = Type.Object({ token: Token });
export const AcceptBody = Type.Object({
  token: Token,
  name: Type.Optional(PersonName),
  ...ProofBody.properties,
});
export type AcceptBody = Static<typeof AcceptBody>;
export const BeginPasskeyBody = Type.Object({ token: Token, name: PersonName });
export type BeginPasskeyBody = Static<typeof BeginPasskeyBody>;
export const PasskeyAcceptBody = Type.Object({
  token: Token,
  name: PersonName,
  credential: CreatedCredential,
});
export interface PasskeyAcceptBody extends BeginPasskeyBody {
  readonly credential: CreatedPasskey;
}
export const JoinParams = Type.Object({ audience: OneOf(["merchant"], { examples: ["merchant"] }) });
export const InvitationPageSchema = Type.Object({
  object: Type.Literal("invitation_page"),
  email: Type.String(),
  merchantName: Type.String(),
  hasAccount: Type.Boolean({
    description: "Whether the address has an account: its holder logs in instead of choosing a password.",
  }),
  expiresAt: Instant,
});
