import type { Locale } from "../../../server/src/kit/money.ts";
import type { Texts } from "../i18n/index.ts";
import type { AccountPaths } from "../paths.ts";
import type { OpenLogIn, OwnAccount, OwnPasskey, PasskeyPlace } from "../ports.ts";
import type { FormState } from "./parts.tsx";

/** The form that came back with problems; the others are as they are stored. */
export type AccountForm = "profile" | "password" | "act";

export interface AccountScreenProps {
  readonly t: Texts;
  readonly locale: Locale;
  readonly paths: AccountPaths;
  readonly account: OwnAccount;
  readonly logIns: readonly OpenLogIn[];
  readonly passkeys: readonly OwnPasskey[];
  readonly place: PasskeyPlace;
  /** Whether the daily mail about the queue is sent; null where there is none. */
  readonly hasDigest: boolean | null;
  /** What was done just now, in words. */
  readonly done: string | null;
  readonly forms: Readonly<Record<AccountForm, FormState>>;
}
