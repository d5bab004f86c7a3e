import { isUuid } from "../../kit/ids.ts";
import { PI_SPI_DYNAMIC } from "../../kit/pi-spi-code.ts";
import { folderFault } from "../folder-setting.ts";
import type { ProviderAccount } from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";

/** The settings of an account, for operators. */
/** `holdsFolder`: whether a path lies where folders of accounts may lie. */
export const piSpiSettings = (holdsFolder: (path: string) => boolean): readonly ProviderSetting[] => [
  {
    name: "accountAlias",
    description: "The alias of your account at PI-SPI, a UUID: your bank gives it to you.",
    secret: false,
    required: true,
    kind: "TEXT",
    fault: (value) => (isUuid(value) ? null : "must be a UUID, 36 characters with its hyphens"),
    minLength: 36,
    maxLength: 36,
  },
  {
    name: "channel",
    description: `The channel in the code, three digits; ${PI_SPI_DYNAMIC} when not set, for codes of one payment.`,
    secret: false,
    required: false,
    kind: "TEXT",
    fault: (value) => (/^\d{3}$/.test(value) ? null : "must be three digits"),
    minLength: 3,
    maxLength: 3,
  },
  {
    name: "statementFolder",
    description:
      "The folder in which your bank's statements arrive; statements can also be handed in otherwise.",
    secret: false,
    required: false,
    kind: "TEXT",
    fault: folderFault(holdsFolder),
    minLength: 1,
    maxLength: 500,
  },
  {
    name: "callbackSecret",
    description:
      "What your bank signs its callbacks with. Without it payments are confirmed by statements alone.",
    secret: true,
    required: false,
    kind: "TEXT",
    minLength: 16,
    maxLength: 500,
  },
];

export interface PiSpiSettings {
  readonly accountAlias: string;
  readonly channel: string;
  readonly callbackSecret: string | null;
}

/** Throws without an alias: a required setting, so it is there. */
export function readPiSpiSettings({ settings }: Pick<ProviderAccount, "settings">): PiSpiSettings {
  const { accountAlias, channel = PI_SPI_DYNAMIC, callbackSecret = null } = settings;
  if (accountAlias === undefined) throw new Error("a pi_spi account needs accountAlias");
  return { accountAlias, channel, callbackSecret };
}
