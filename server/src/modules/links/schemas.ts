import { type Static, Type } from "typebox";
import { createdQuery, NameQuery, ReferenceQuery, StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import {
  AmountText,
  CurrencyText,
  Instant,
  InstantText,
  line,
  Metadata,
  MetadataView,
  MinorText,
  Nullable,
  OneOf,
} from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { modes, paymentMethods } from "../../kit/payment-terms.ts";
import { CustomFieldsInput, CustomFieldView } from "../checkout/index.ts";
import { AllowedMethods, sessionStatuses, UrlText } from "../payments/index.ts";
import { MAX_USES_MAX, QUANTITY_MAX } from "./rules.ts";
import { SLUG_PATTERN } from "./slugs.ts";
import { linkStatuses } from "./states.ts";

const DESCRIPTION_LENGTH_MAX = 500;

const Title = line(
  200,
  "What is paid for, as the payer reads it. The merchant's name stands in when absent.",
);
const Description = Type.String({
  maxLength: DESCRIPTION_LENGTH_MAX,
  description: "More words for the payer.",
});
const InactiveMessage = line(500, "What payers read while the link takes no payment.");
const MaxUses = Type.Integer({
  minimum: 1,
  maximum: MAX_USES_MAX,
  description: "Successful payments the link takes at most.",
});
const ExpiresAt = Type.Unsafe<string>({
  ...InstantText,
  description: "From this instant on the link takes no payment. Must lie ahead.",
});

const SlugText = Type.String({
  pattern: SLUG_PATTERN,
  description: "The end of the link's address. Yours for ever, in no other link again. Made up when absent.",
  "x-rule": "must be 3 to 64 lower-case letters, digits and hyphens, without a hyphen at either end",
  examples: ["cotisation-2026"],
});

const SUGGESTIONS_MAX = 6;
const Quantity = Type.Integer({ minimum: 1, maximum: QUANTITY_MAX });

export const CreateLinkBody = Type.Object(
  {
    amount: Nullable(AmountText),
    currency: CurrencyText,
    amountMin: Type.Optional(AmountText),
    amountMax: Type.Optional(AmountText),
    amountSuggestions: Type.Optional(
      Type.Array(AmountText, {
        minItems: 1,
        maxItems: SUGGESTIONS_MAX,
        description: "Amounts that payers choose by one tap, in this order. Only with `amount: null`.",
      }),
    ),
    quantityMin: Type.Optional(Quantity),
    quantityMax: Type.Optional(Quantity),
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    slug: Type.Optional(SlugText),
    reference: Type.Optional(line(64, "Your own reference, passed on to the sessions of the link.")),
    reusable: Type.Optional(
      Type.Boolean({
        description: "False: the link is paid once. True when absent, with `maxUses` as its ceiling.",
      }),
    ),
    maxUses: Type.Optional(Nullable(MaxUses)),
    allowedMethods: Type.Optional(AllowedMethods),
    successUrl: Type.Optional(UrlText),
    cancelUrl: Type.Optional(UrlText),
    expiresAt: Type.Optional(ExpiresAt),
    customFields: Type.Optional(CustomFieldsInput),
    metadata: Type.Optional(Metadata),
    inactiveMessage: Type.Optional(InactiveMessage),
  },
  { additionalProperties: false },
);
export type CreateLinkBody = Static<typeof CreateLinkBody>;

/** Other fields never change: a merchant who shared a link has promised its address and its price. */
export const ChangeLinkBody = Type.Object(
  {
    title: Type.Optional(Nullable(Title)),
    description: Type.Optional(Nullable(Description)),
    linkStatus: Type.Optional(
      OneOf(linkStatuses, {
        description:
          "PAUSED holds payments back, ACTIVE goes on. Another word is accepted only when the link's `linkStatus` is that already.",
        examples: ["PAUSED"],
      }),
    ),
    status: Type.Optional(
      OneOf(["ACTIVE", "PAUSED"], {
        description: "The older name of `linkStatus`. Sent with it, it must say the same.",
      }),
    ),
    maxUses: Type.Optional(Nullable(MaxUses)),
    allowedMethods: Type.Optional(Nullable(AllowedMethods)),
    successUrl: Type.Optional(Nullable(UrlText)),
    cancelUrl: Type.Optional(Nullable(UrlText)),
    expiresAt: Type.Optional(Nullable(ExpiresAt)),
    customFields: Type.Optional(CustomFieldsInput),
    metadata: Type.Optional(Metadata),
    inactiveMessage: Type.Optional(Nullable(InactiveMessage)),
  },
  { additionalProperties: false },
);
export type ChangeLinkBody = Static<typeof ChangeLinkBody>;

export const LinkParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 100, description: "The link's id, `plink_…`" }) },
  { additionalProperties: false },
);
export const SlugParams = Type.Object(
  { slug: Type.String({ minLength: 1, maxLength: 100, description: "The end of the link's address." }) },
  { additionalProperties: false },
);

export const LinkListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    linkStatus: Type.Optional(
      StatusList(linkStatuses, "Only links whose `linkStatus` is now one of these, separated by commas."),
    ),
    status: Type.Optional(
      StatusList(linkStatuses, "The older name of `linkStatus`. Sent with it, it must say the same."),
    ),
    currency: Type.Optional(CurrencyText),
    reference: ReferenceQuery,
    q: NameQuery("the id of a link, its slug or its address, or your reference"),
  },
  { additionalProperties: false },
);
export type LinkListQuery = Static<typeof LinkListQuery>;

const NullableText = Nullable(Type.String());
/** Fields of a price, as merchants and payers read it. */
const priceFields = {
  amount: Nullable(MinorText, {
    description: "The price of one where a quantity is offered. Null: the payer chooses the amount.",
  }),
  amountDisplay: NullableText,
  amountMin: Nullable(MinorText, { description: "Of an open amount; null: no limit." }),
  amountMax: Nullable(MinorText, { description: "Of an open amount; null: no limit." }),
  amountSuggestions: Nullable(Type.Array(MinorText), { description: "Null: none." }),
  quantityMin: Nullable(Type.Integer(), { description: "Null: no quantity is offered." }),
  quantityMax: Nullable(Type.Integer()),
};

export const LinkView = Type.Object({
  object: Type.Literal("payment_link"),
  id: Type.String(),
  mode: OneOf(modes),
  reference: Type.String({ description: "Yours, or one we made." }),
  slug: Type.String(),
  url: Type.String({ description: "The public page." }),
  share: Type.Object(
    {
      text: Type.String({
        description: "Words for a message, in the merchant's language, with the address.",
      }),
      qrPngUrl: Type.String({ description: "The address as a code, to send. `?download` for a file." }),
      qrSvgUrl: Type.String({ description: "The same, sharp at any size: for print." }),
      previewUrl: Type.String({ description: "The picture that chat applications show." }),
    },
    { description: "What to hand out. Public addresses; opening one creates nothing." },
  ),
  ...priceFields,
  currency: OneOf(currencyCodes),
  title: NullableText,
  description: NullableText,
  status: OneOf(sessionStatuses, { description: "The link's status in the words of a checkout session." }),
  linkStatus: OneOf(linkStatuses, { title: "PaymentLinkStatus" }),
  usesCount: Type.Integer({ description: "Successful payments." }),
  maxUses: Nullable(Type.Integer()),
  reusable: Type.Boolean(),
  allowedMethods: Type.Optional(Type.Array(OneOf(paymentMethods))),
  successUrl: NullableText,
  cancelUrl: NullableText,
  customFields: Type.Array(CustomFieldView),
  inactiveMessage: NullableText,
  metadata: MetadataView,
  expiresAt: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const PublicLinkView = Type.Object({
  object: Type.Literal("checkout.payment_link"),
  slug: Type.String(),
  mode: OneOf(modes),
  url: Type.String(),
  linkStatus: OneOf(linkStatuses),
  ...priceFields,
  currency: OneOf(currencyCodes),
  title: NullableText,
  description: NullableText,
  merchantName: Type.String(),
  merchantLogo: Type.Optional(Type.String()),
  locale: OneOf(["fr", "en", "pt"]),
  branding: Type.Optional(Type.Object({ primaryColor: Type.String() })),
  customFields: Type.Array(CustomFieldView),
  expiresAt: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const OpenSessionBody = Type.Object(
  {
    amount: Type.Optional(AmountText),
    quantity: Type.Optional(Quantity),
  },
  { additionalProperties: false },
);
export type OpenSessionBody = Static<typeof OpenSessionBody>;

/** What the payer needs from the new session; the merchant reads the rest with its key. */
export const LinkSessionView = Type.Object(
  {
    object: Type.Literal("checkout.session"),
    id: Type.String({ description: "The session's id, for the endpoints under /checkout/pay." }),
    mode: OneOf(modes),
    url: Type.String({ description: "The hosted page." }),
    status: OneOf(sessionStatuses),
    amount: MinorText,
    amountDisplay: Type.String(),
    currency: OneOf(currencyCodes),
    title: Type.String(),
    description: NullableText,
    locale: OneOf(["fr", "en", "pt"]),
    quantity: Type.Optional(Type.Integer({ description: "Of a link that offers quantities." })),
    customFields: Type.Array(CustomFieldView),
    expiresAt: Instant,
    version: Type.Integer(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: "OpenedCheckoutSession" },
);
