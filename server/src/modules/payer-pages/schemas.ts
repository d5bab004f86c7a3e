import { Type } from "typebox";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";

const Mode = OneOf(modes);
const NullText = Nullable(Type.String());
const line = (maxLength: number, description: string, example: string) =>
  Type.Optional(Nullable(Type.String({ maxLength, description, examples: [example] })));

const URL_LENGTH_MAX = 500;
const NAME_LENGTH_MAX = 80;
const LICENCE_LENGTH_MAX = 160;

export const PayerPageQuery = Type.Object({ mode: Type.Optional(Mode) }, { additionalProperties: false });

export const PayerPageBody = Type.Object(
  {
    mode: Mode,
    name: line(
      NAME_LENGTH_MAX,
      "Who runs the page, as payers read it. Null: the tenant's own name.",
      "Cauris Paiements SA",
    ),
    licence: line(
      LICENCE_LENGTH_MAX,
      "Under which licence, in one line.",
      "Établissement de paiement agréé par la BCEAO, n° EP.CI.012/2025",
    ),
    termsUrl: line(URL_LENGTH_MAX, "https address of the terms for payers.", "https://cauris.example/terms"),
    privacyUrl: line(
      URL_LENGTH_MAX,
      "https address of the privacy notice.",
      "https://cauris.example/privacy",
    ),
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "The version that was read: VERSION_CONFLICT when it changed since.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const PayerPageView = Type.Object(
  {
    object: Type.Literal("payer_page"),
    mode: Mode,
    name: NullText,
    shownName: Type.String({ description: "What payers read: `name`, else the tenant's own name." }),
    licence: NullText,
    termsUrl: NullText,
    privacyUrl: NullText,
    version: Type.Integer(),
    updatedAt: Nullable(Instant),
  },
  { title: "PayerPage" },
);

export const payerPageBody = {
  mode: "LIVE",
  name: "Cauris Paiements SA",
  licence: "Établissement de paiement agréé par la BCEAO, n° EP.CI.012/2025",
  termsUrl: "https://cauris.example/terms",
  privacyUrl: "https://cauris.example/privacy",
} as const;
export const payerPageExample = {
  object: "payer_page",
  mode: "LIVE",
  name: payerPageBody.name,
  shownName: payerPageBody.name,
  licence: payerPageBody.licence,
  termsUrl: payerPageBody.termsUrl,
  privacyUrl: payerPageBody.privacyUrl,
  version: 1,
  updatedAt: "2026-01-15T08:00:00.000Z",
} as const;
