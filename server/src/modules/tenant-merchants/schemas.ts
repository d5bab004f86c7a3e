import { type Static, Type } from "typebox";
import { StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { CurrencyText, Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { CreatedKeySchema, handedPermissions, KeyListQuery } from "../access/index.ts";
import { kybStatuses, merchantStatuses } from "../merchants/index.ts";

const locales = ["fr", "en", "pt"] as const;
/** One for each currency and mode, and there are not more currencies than this. */
const WALLETS_MAX = 100;

const line = (length: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: length,
    pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
    description,
    "x-rule": `must be 1 to ${length} characters of text on one line`,
    examples: [example],
  });
const Label = line(100, "What the wallet is called; its currency when absent.", "Compte principal");

export const MerchantParams = Type.Object({ merchantId: UuidText });
const Mode = OneOf(modes, {
  description: "The mode in which the merchant is shown: SANDBOX when absent.",
});
export const ModeQuery = Type.Object({ mode: Type.Optional(Mode) });
export const MerchantListQuery = Type.Object({
  ...pageQuery,
  mode: Type.Optional(Mode),
  status: Type.Optional(StatusList(merchantStatuses)),
  kybStatus: Type.Optional(StatusList(kybStatuses, "Only merchants whose dossier in this mode is so.")),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "Part of a name, or the whole id." }),
  ),
});
export type MerchantListQuery = Static<typeof MerchantListQuery>;

export const NewMerchantBody = Type.Object({
  displayName: line(100, "Name that payers read.", "Maison Akwaba"),
  legalName: Type.Optional(
    line(200, "Name in the register; the display name when absent.", "Maison Akwaba SARL"),
  ),
  countryCode: Type.String({
    pattern: "^[A-Z]{2}$",
    description: "Where the merchant is registered, ISO 3166 alpha-2.",
    "x-rule": "must be a country code of two capital letters",
    examples: ["CI"],
  }),
  locale: Type.Optional(OneOf(locales, { description: "`fr` when absent." })),
  wallets: Type.Optional(
    Type.Array(
      Type.Object(
        { mode: OneOf(modes), currency: CurrencyText, label: Type.Optional(Label) },
        { additionalProperties: false },
      ),
      { maxItems: WALLETS_MAX, description: "Empty wallets to begin with." },
    ),
  ),
});
export type NewMerchantBody = Static<typeof NewMerchantBody>;

export const ReasonBody = Type.Object({
  reason: line(500, "Why: kept in the audit log, and never shown to the merchant.", "Signalement de fraude"),
  messageToMerchant: Type.Optional(
    line(
      500,
      "What the merchant reads while it has this status: in refusals and in `merchant.status_changed`. Nothing when absent.",
      "Votre pièce d'identité a expiré : écrivez à conformite@plateforme.example.",
    ),
  ),
});
export const OptionalReasonBody = Type.Object({
  reason: Type.Optional(line(500, "Why: kept in the audit log.", "Contrat signé")),
});

export const NewWalletBody = Type.Object({
  mode: OneOf(modes),
  currency: CurrencyText,
  label: Type.Optional(Label),
});
export type NewWalletBody = Static<typeof NewWalletBody>;

export const HandedKeyBody = Type.Object({
  mode: OneOf(modes),
  name: line(100, "What people call it.", "First live key"),
  permissions: Type.Array(OneOf(handedPermissions), {
    minItems: 1,
    maxItems: handedPermissions.length,
    uniqueItems: true,
    description: "Who runs the merchant makes its further keys with this one, and fills in its dossier.",
  }),
});
export type HandedKeyBody = Static<typeof HandedKeyBody>;

export const HandedKeySchema = Type.Object(
  {
    ...CreatedKeySchema.properties,
    key: Nullable(
      Type.String({
        description:
          "A sandbox key itself, shown in this answer only. Null in live mode: the merchant fetches it.",
      }),
    ),
    claim: Nullable(
      Type.Object(
        {
          url: Nullable(
            Type.String({ format: "uri", description: "Shown in this answer only, and works once." }),
          ),
          expiresAt: Instant,
        },
        { description: "The link by which the merchant fetches its live key; null in the sandbox." },
      ),
    ),
  },
  { title: "HandedOverApiKey" },
);
export const ClaimBody = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 100,
    description: "What stands at the end of the link.",
    examples: ["svc_claim_3kTqxW0b2nT5yHs7dLa"],
  }),
});
export const OperatorKeyListQuery = Type.Object({ ...KeyListQuery.properties, mode: Type.Optional(Mode) });
export type OperatorKeyListQuery = Static<typeof OperatorKeyListQuery>;
export const MerchantKeyParams = Type.Object({
  merchantId: UuidText,
  keyId: Type.String({ maxLength: 100, examples: ["key_01jd0000000000000000000000"] }),
});

const Text = Type.String();
export const MerchantSchema = Type.Object({
  object: OneOf(["merchant"]),
  id: Text,
  mode: OneOf(modes),
  status: OneOf(merchantStatuses),
  messageToMerchant: Nullable(
    Type.String({ description: "What the merchant reads about its status, as an operator wrote it." }),
  ),
  kybStatus: OneOf(kybStatuses, { description: "Of the dossier in this mode." }),
  displayName: Text,
  legalName: Text,
  countryCode: Text,
  locale: OneOf(locales),
  logoUrl: Nullable(Text),
  branding: Type.Object({ primaryColor: Nullable(Text) }),
  supportEmail: Nullable(Text),
  supportPhone: Nullable(Text),
  supportWhatsapp: Nullable(Text),
  website: Nullable(Text),
  dossiers: Type.Array(Type.Object({ id: Text, mode: OneOf(modes), status: OneOf(kybStatuses) }), {
    description: "In both modes.",
  }),
  wallets: Type.Array(Type.Object({ id: Text, mode: OneOf(modes), currency: Text, label: Text }), {
    description: "In both modes.",
  }),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
