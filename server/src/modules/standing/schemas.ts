import { Type } from "typebox";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes, paymentMethods } from "../../kit/payment-terms.ts";
import { memberRoles } from "../members/index.ts";
import { kybStatuses, merchantStatuses } from "../merchants/index.ts";
import { blockReasons } from "./gate.ts";

const Text = Type.String();
export const StandingParams = Type.Object({ merchantId: UuidText });
export const OwnMerchantsParams = Type.Object({
  audience: OneOf(["merchant"], { examples: ["merchant"] }),
});

const BlockedBy = Nullable(
  Type.Object(
    { reason: OneOf(blockReasons), message: Type.String({ description: "A sentence for people." }) },
    { title: "MerchantBlock", description: "What stops new sessions, links and payouts; null: nothing." },
  ),
);
const Status = OneOf(merchantStatuses, { description: "The same in both modes." });
const MessageToMerchant = Nullable(
  Type.String({ description: "What the platform's operators say about the status." }),
);
const KybStatus = OneOf(kybStatuses, { description: "Of the dossier in this mode." });

export const OwnMerchantSchema = Type.Object({
  object: Type.Literal("own_merchant"),
  id: Text,
  displayName: Text,
  legalName: Text,
  countryCode: Text,
  logoUrl: Nullable(Text),
  status: Status,
  messageToMerchant: MessageToMerchant,
  movedTo: Nullable(
    Type.Object(
      { cell: Nullable(Type.String({ description: "Its code; null: the default cell." })) },
      { title: "MovedTo" },
    ),
  ),
  modes: Type.Array(
    Type.Object({
      mode: OneOf(modes),
      role: OneOf(memberRoles),
      permissions: Type.Array(Text, { description: "What the person may do now." }),
      waiting: Type.Array(Text, {
        description: "What the role gives too, once a second factor is set up.",
      }),
      kybStatus: KybStatus,
      open: Type.Boolean({ description: "Whether new business is possible." }),
      blockedBy: BlockedBy,
    }),
    { description: "Only the modes in which the person has a role." },
  ),
});

export const CallerSchema = Type.Object({
  object: Type.Literal("caller"),
  kind: OneOf(["KEY", "PERSON"], { description: "A person calls with the cookie of a log-in." }),
  id: Type.String({ description: "Of the key (`key_…`) or the person (`usr_…`)." }),
  name: Nullable(Type.String({ description: "Null: the key of another merchant, which acts for this one." })),
  mode: OneOf(modes),
  merchantId: Text,
  merchantName: Type.String({ description: "As payers see it." }),
  permissions: Type.Array(Text, { description: "`manage` includes `read`." }),
});

export const StandingSchema = Type.Object({
  object: Type.Literal("merchant_standing"),
  id: Text,
  mode: OneOf(modes),
  displayName: Text,
  legalName: Text,
  countryCode: Text,
  locale: OneOf(["fr", "en", "pt"]),
  logoUrl: Nullable(Text),
  branding: Type.Object({ primaryColor: Nullable(Text) }),
  status: Status,
  messageToMerchant: MessageToMerchant,
  kybStatus: KybStatus,
  open: Type.Boolean({ description: "Whether new business is possible in this mode." }),
  blockedBy: BlockedBy,
  wallets: Type.Array(
    Type.Object({
      id: Text,
      label: Text,
      currency: Text,
      payoutApprovalAbove: Nullable(
        Type.String({
          description:
            "Minor units: a payout of more waits for another person. Null: none does. Change it with `setOwnPayoutApproval`.",
        }),
      ),
    }),
  ),
  fees: Type.Array(
    Type.Object({
      method: OneOf(paymentMethods),
      currency: Text,
      basisPoints: Type.Integer({ description: "Hundredths of a percent: 150 is 1.5 %." }),
      fixed: Type.String({ description: "Minor units, like `minimum` and `maximum`." }),
      minimum: Text,
      maximum: Nullable(Text),
      settlementDelaySeconds: Type.Integer({ description: "How long the net amount stays pending." }),
      effectiveFrom: Instant,
    }),
    {
      description:
        "What payments that begin now cost in the currencies of the wallets. A method that is not here costs nothing.",
    },
  ),
  limits: Type.Object({
    requestsPerSecond: Type.Integer({ description: "Of each API key, unless the key has a lower limit." }),
  }),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
