import { type Static, Type } from "typebox";
import { Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { settingKinds } from "./kinds.ts";

export const SettingsParams = Type.Object({
  audience: OneOf(["merchant"], { examples: ["merchant"] }),
  merchantId: UuidText,
});

const Switches = Type.Partial(
  Type.Object({
    KEY_MADE: Type.Boolean(),
    BENEFICIARY_ADDED: Type.Boolean(),
    PAYOUT_WAITING: Type.Boolean(),
    PAYOUT_FAILED: Type.Boolean(),
    ENDPOINT_DISABLED: Type.Boolean(),
    KYB_ASKED: Type.Boolean(),
    KYB_DECIDED: Type.Boolean(),
    KYB_PAPER_ENDS: Type.Boolean(),
    NOTE_MENTION: Type.Boolean(),
    DAILY_SUMMARY: Type.Boolean(),
  }),
  { title: "NotificationSwitches", minProperties: 1, additionalProperties: false },
);
export const SettingsBody = Type.Object(
  { live: Type.Optional(Switches), sandbox: Type.Optional(Switches) },
  { minProperties: 1 },
);
export type SettingsBody = Static<typeof SettingsBody>;

const InMode = Nullable(
  Type.Array(
    Type.Object(
      {
        kind: OneOf(settingKinds),
        on: Type.Boolean({ description: "Whether the mail is sent." }),
        canSwitchOff: Type.Boolean({
          description: "False for mails that may be the first sign of a theft, in live mode.",
        }),
      },
      { title: "NotificationSwitch" },
    ),
    { description: "The mails that go with the person's role in this mode; null without a role." },
  ),
);
export const SettingsSchema = Type.Object({
  object: Type.Literal("notification_settings"),
  merchantId: Type.String(),
  live: InMode,
  sandbox: InMode,
});
