import { writeAudit } from "../../db/audit.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { AccountCaller, RequestFacts } from "../../http/route.ts";
import { type Id, type IdSource, isUuid, type MerchantId, publicId } from "../../kit/ids.ts";
import { type Mode, modes } from "../../kit/payment-terms.ts";
import { permissionsAt } from "../members/index.ts";
import { canSwitchOff, isSent, kindsFor, type SettingKind } from "./kinds.ts";
import type { SettingsBody } from "./schemas.ts";
import { type Choice, readOwnChoices, writeChoices } from "./settings-store.ts";

export interface SettingsDeps {
  readonly db: Database;
  readonly ids: IdSource;
}

const fieldOf: Readonly<Record<Mode, "live" | "sandbox">> = { LIVE: "live", SANDBOX: "sandbox" };

/** What a person is told of by mail at a merchant. */
export function createSettings({ db, ids }: SettingsDeps) {
  /** Refuses with RESOURCE_NOT_FOUND operators, and with INVALID_MERCHANT_SCOPE who does not work there. */
  const concerned = async (from: Queryable, { audience, id }: AccountCaller, merchantId: string) => {
    if (audience !== "merchant") throw errors.RESOURCE_NOT_FOUND();
    const personId = id as Id<"person">;
    const permissions = isUuid(merchantId)
      ? await permissionsAt(from, merchantId as MerchantId, personId)
      : null;
    if (permissions === null) throw errors.INVALID_MERCHANT_SCOPE();
    return { personId, merchantId: merchantId as MerchantId, permissions };
  };

  const view = async (from: Queryable, account: AccountCaller, text: string) => {
    const { personId, merchantId, permissions } = await concerned(from, account, text);
    const choices = await readOwnChoices(from, merchantId, personId);
    const inMode = (mode: Mode) => {
      const held = permissions[mode];
      if (held === null) return null;
      return kindsFor(held).map((kind) => {
        const choice = choices.find((one) => one.mode === mode && one.kind === kind)?.isOn;
        return { kind, on: isSent(kind, mode, choice), canSwitchOff: canSwitchOff(kind, mode) };
      });
    };
    return {
      object: "notification_settings" as const,
      merchantId: merchantId as string,
      live: inMode("LIVE"),
      sandbox: inMode("SANDBOX"),
    };
  };

  return {
    get: (account: AccountCaller, merchantId: string) => view(db, account, merchantId),

    /**
     * Switches kinds on and off for the caller alone; those that are absent stay. Refuses with VALIDATION_ERROR a kind
     * that does not concern the role, and switching a security mail off in live mode.
     */
    change: (account: AccountCaller, text: string, body: SettingsBody, facts: RequestFacts) =>
      db.transaction(async (tx) => {
        const { personId, merchantId, permissions } = await concerned(tx, account, text);
        const choices = modes.flatMap((mode) => choicesIn(mode, body[fieldOf[mode]], permissions[mode]));
        await writeChoices(tx, merchantId, personId, choices, facts.nowMs);
        const { requestId, ip, nowMs } = facts;
        await writeAudit(tx, ids, nowMs, {
          tenantId: account.tenantId,
          actor: { kind: "person", id: personId, requestId, ip },
          action: "person.notifications_changed",
          subject: publicId("person", personId),
          after: [merchantId, ...choices.map(wordsOf)].join(" "),
        });
        return view(tx, account, text);
      }),
  };
}

const wordsOf = ({ mode, kind, isOn }: Choice): string => `${mode} ${kind} ${isOn ? "on" : "off"}`;

function choicesIn(
  mode: Mode,
  given: Partial<Record<SettingKind, boolean>> | undefined,
  permissions: readonly string[] | null,
): readonly Choice[] {
  const possible = permissions === null ? [] : kindsFor(permissions);
  return Object.entries(given ?? {}).map(([name, isOn]) => {
    const kind = name as SettingKind;
    const path = `${fieldOf[mode]}.${kind}`;
    if (!possible.includes(kind))
      throw refused(path, "role", `${path} is not sent to you: your role in this mode does not include it.`);
    if (!isOn && !canSwitchOff(kind, mode))
      throw refused(path, "security", `${path} cannot be switched off: it may be the first sign of a theft.`);
    return { mode, kind, isOn };
  });
}

const refused = (path: string, rule: string, message: string) =>
  errors.VALIDATION_ERROR({ fields: [{ path, rule, message }] });
