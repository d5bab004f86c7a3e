import { writeAudit } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import type { Condition } from "../../db/list.ts";
import { errors } from "../../http/errors.ts";
import { inOrder } from "../../http/list-page.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { parsePage } from "../../http/pagination.ts";
import { equalTo, readTenantPage } from "../../http/tenant-list.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import { acknowledgeAlarm, alarmConditions, readAlarms } from "./alarm-store.ts";
import type { AlarmListQuery } from "./schemas.ts";
import { alarmView } from "./view.ts";

export interface AlarmsDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: Clock;
}

const names = {
  parse: (text: string) => parsePublicId("providerAlarm", text),
  format: (id: string) => publicId("providerAlarm", id as Id<"providerAlarm">),
};

/** Troubles of accounts that operators have to look at. */
export function createAlarms({ db, ids, clock }: AlarmsDeps) {
  return {
    /** The newest first by default. */
    list: async (tenantId: TenantId, query: AlarmListQuery) => {
      const { state, kind, accountId } = query;
      const account = accountId === undefined ? undefined : parsePublicId("providerAccount", accountId);
      const conditions: readonly Condition[] = [
        ...(state === undefined ? [] : [() => alarmConditions[state]("t")]),
        ...equalTo("kind", "text", kind),
        ...equalTo("account_id", "uuid", account),
      ];
      const page = parsePage(query);
      const { ids: found, meta } = await readTenantPage(db, {
        table: "provider_alarms",
        tenantId,
        conditions,
        names,
        page,
      });
      const rows = await readAlarms(db, tenantId, found);
      return { data: inOrder(found, rows, ({ id }) => id).map(alarmView), meta };
    },

    /** Somebody looks after it. One that is acknowledged, or has ended, stays as it is. Refuses with RESOURCE_NOT_FOUND. */
    acknowledge: async ({ operator, actor }: OperatorRequest, text: string) => {
      const { tenantId, operatorId } = operator;
      const id = names.parse(text);
      const nowMs = clock.nowMs();
      return db.transaction(async (tx) => {
        const isOpen = id !== null && (await acknowledgeAlarm(tx, tenantId, id, operatorId, nowMs));
        const [alarm] = id === null ? [] : await readAlarms(tx, tenantId, [id]);
        if (alarm === undefined) throw errors.RESOURCE_NOT_FOUND();
        if (isOpen) {
          await writeAudit(tx, ids, nowMs, {
            tenantId,
            actor,
            action: "provider_alarm.acknowledged",
            subject: names.format(alarm.id),
            after: {
              accountId: publicId("providerAccount", alarm.accountId),
              kind: alarm.kind,
              code: alarm.code,
            },
          });
        }
        return alarmView(alarm);
      });
    },
  };
}
export type Alarms = ReturnType<typeof createAlarms>;
