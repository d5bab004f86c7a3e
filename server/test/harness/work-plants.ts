import { type Id, publicId } from "../../src/kit/ids.ts";
import type { TestApp } from "./app.ts";

const DAY_MS = 86_400_000;

/** Something that waits, planted as its own module writes it, and how it ends. */
export interface Planted {
  /** Id of the row in the queue. */
  readonly id: string;
  readonly detail: string | null;
  end(): Promise<unknown>;
}

/** Rows that the sandbox's merchant and tenant could have, for kinds that take long to bring about. */
export function workPlants(test: TestApp) {
  const run = (text: string, values: readonly unknown[] = []) =>
    test.owner.query({ text, values: [...values] });
  const now = () => new Date(test.clock.nowMs());
  const uuid = () => test.app.ids.uuid();
  const tenant = "(select tenant_id from merchants where id = $1)";
  const account = async (): Promise<string> => {
    const [row] = await test.owner.query<{ id: string }>({
      text: `select id from provider_accounts where tenant_id = ${tenant} and mode = 'SANDBOX' order by id limit 1`,
      values: [test.merchantId],
    });
    return row?.id ?? "";
  };

  return {
    DOSSIER: async (): Promise<Planted> => {
      const { merchantNo } = test;
      const [row] = await test.owner.query<{ id: Id<"kybDossier">; status: string; inForce: boolean }>({
        text: `select id, status, in_force is not null as "inForce" from kyb_dossiers where merchant_no = $1`,
        values: [merchantNo],
      });
      if (row === undefined) throw new Error("the sandbox's merchant has a dossier");
      const set = "update kyb_dossiers set status = $2, submitted_at = $3 where merchant_no = $1";
      await run(set, [merchantNo, "SUBMITTED", now()]);
      return {
        id: `DOSSIER:${publicId("kybDossier", row.id)}`,
        detail: row.inForce ? "CHANGED" : "NEW",
        end: () => run(set, [merchantNo, row.status, now()]),
      };
    },

    EXPIRING_PAPER: async (): Promise<Planted> => {
      const { merchantNo } = test;
      const lastDay = new Date(test.clock.nowMs() + 20 * DAY_MS).toISOString().slice(0, 10);
      const [row] = await test.owner.query<{ id: Id<"kybDossier"> }>({
        text: "select id from kyb_dossiers where merchant_no = $1",
        values: [merchantNo],
      });
      if (row === undefined) throw new Error("the sandbox's merchant has a dossier");
      const set = `update kyb_documents set expires_on = $2 where merchant_no = $1 and type = 'TAX_CERTIFICATE'`;
      await run(set, [merchantNo, lastDay]);
      return {
        id: `EXPIRING_PAPER:${publicId("kybDossier", row.id)}:TAX_CERTIFICATE-${lastDay}`,
        detail: "ENDS_IN_30_DAYS",
        end: () => run(set, [merchantNo, null]),
      };
    },

    DOSSIER_DECISION: async (): Promise<Planted> => {
      const id = uuid() as Id<"kybDecision">;
      const { operatorId } = await test.operator();
      await run(
        `insert into kyb_decisions (merchant_no, id, decision, reason, status, proposed_by, proposed_at)
         select $1, $2, 'APPROVE', 'Complete', 'PROPOSED', o.id, $4 from operators o where o.tenant_id = ${tenant.replace("$1", "$3")}
         order by o.created_at limit 1`,
        [test.merchantNo, id, test.merchantId, now()],
      );
      if (operatorId === "") throw new Error("there is no operator");
      return {
        id: `DOSSIER_DECISION:${publicId("kybDecision", id)}`,
        detail: "APPROVE",
        end: () =>
          run(
            `update kyb_decisions set status = 'WITHDRAWN', ended_at = $2, ended_by = proposed_by where id = $1`,
            [id, now()],
          ),
      };
    },

    RETURNED_PAYOUT: async (): Promise<Planted> => {
      const id = uuid() as Id<"payout">;
      const beneficiaryId = uuid();
      await run("set session_replication_role = replica");
      await run(
        `insert into payouts (merchant_no, id, wallet_id, beneficiary_id, destination, amount, currency, status,
           approval_required, created_by, provider_account_id, failure_code, created_at, updated_at, reversed_at)
         values ($1, $2, $3, $4, '{"type":"MOBILE_MONEY","operator":"MTN"}', 7000, 'XOF', 'REVERSED', false, $3, $5,
           'ACCOUNT_CLOSED', $6, $6, $6)`,
        [test.merchantNo, id, uuid(), beneficiaryId, await account(), now()],
      );
      await run("set session_replication_role = default");
      return {
        id: `RETURNED_PAYOUT:${publicId("payout", id)}`,
        detail: "ACCOUNT_CLOSED",
        end: () => run("delete from payouts where id = $1", [id]),
      };
    },

    BANK_ENTRY: async (): Promise<Planted> => {
      const id = uuid() as Id<"bankEntry">;
      const fileId = uuid();
      await run("set session_replication_role = replica");
      await run(
        `insert into bank_entries (tenant_id, id, file_id, mode, provider_account_id, direction, is_reversal, amount,
           currency, booked_on, details, status, cause, is_told, created_at, updated_at)
         select m.tenant_id, $2, $3, 'SANDBOX', $4, 'CREDIT', false, 9000, 'XOF', $5::date, '\\x00', 'QUEUED', 'UNKNOWN',
           true, $5, $5 from merchants m where m.id = $1`,
        [test.merchantId, id, fileId, await account(), now()],
      );
      await run("set session_replication_role = default");
      return {
        id: `BANK_ENTRY:${publicId("bankEntry", id)}`,
        detail: "UNKNOWN",
        end: () =>
          run("update bank_entries set status = 'NOT_OURS', decided_at = $2 where id = $1", [id, now()]),
      };
    },

    DIFFERENCES: async (): Promise<Planted> => {
      const id = uuid() as Id<"providerStatement">;
      await run(
        `insert into provider_statements (tenant_id, id, mode, provider_account_id, period_from, period_to, source, digest,
           line_count, matched_count, ignored_count, difference_count, open_count, summary, created_at, updated_at)
         select m.tenant_id, $2, 'SANDBOX', $3, $4::timestamptz - interval '1 day', $4, 'CSV',
           decode(repeat('00', 32), 'hex'), 3, 0, 0, 3, 3, '{}', $4, $4 from merchants m where m.id = $1`,
        [test.merchantId, id, await account(), now()],
      );
      return {
        id: `DIFFERENCES:${publicId("providerStatement", id)}`,
        detail: "3",
        end: () => run("update provider_statements set open_count = 0 where id = $1", [id]),
      };
    },

    DIFFERENCE: async (): Promise<Planted> => {
      const id = uuid() as Id<"reconciliationDifference">;
      const item = `DIFFERENCE:${id}`;
      await run("set session_replication_role = replica");
      await run(
        `insert into reconciliation_differences (tenant_id, id, mode, statement_id, kind, type, status, their_amount, their_currency,
           occurred_at, created_at, updated_at)
         select m.tenant_id, $2, 'SANDBOX', $3, 'MISSING_HERE', 'PAYMENT', 'OPEN', 7000, 'XOF', $4, $4, $4 from merchants m where m.id = $1`,
        [test.merchantId, id, uuid(), now()],
      );
      await run("set session_replication_role = default");
      await run(
        `insert into work_marks (tenant_id, item, taken_by, taken_at, updated_at)
         select o.tenant_id, $1, o.id, $2, $2 from operators o order by o.created_at limit 1`,
        [item, now()],
      );
      return {
        id: `DIFFERENCE:${publicId("reconciliationDifference", id)}`,
        detail: "MISSING_HERE",
        end: () => run("update work_marks set taken_by = null, taken_at = null where item = $1", [item]),
      };
    },

    STATEMENT_GAP: async (): Promise<Planted> => {
      const accountId = (await account()) as Id<"providerAccount">;
      await run(
        `insert into reconciliation_days (tenant_id, mode, provider_account_id, day, period_from, period_to, method, status,
           next_attempt_at, leased_until, created_at, updated_at)
         select m.tenant_id, 'SANDBOX', $2, '2026-11-18', '2026-11-18Z', '2026-11-19Z', 'STATEMENT', 'GIVEN_UP', $3, $3, $3, $3
           from merchants m where m.id = $1`,
        [test.merchantId, accountId, now()],
      );
      return {
        id: `STATEMENT_GAP:${publicId("providerAccount", accountId)}:2026-11-18`,
        detail: "GIVEN_UP",
        end: () => run("delete from reconciliation_days where day = '2026-11-18'"),
      };
    },

    BALANCE_GAP: async (): Promise<Planted> => {
      const accountId = (await account()) as Id<"providerAccount">;
      await run("set session_replication_role = replica");
      await run(
        `insert into rail_books (tenant_id, mode, provider_account_id, currency, created_at, updated_at)
         select m.tenant_id, 'SANDBOX', $2, 'XAF', $3, $3 from merchants m where m.id = $1`,
        [test.merchantId, accountId, now()],
      );
      for (const [day, expected] of [
        ["2026-11-17", 900],
        ["2026-11-18", 970],
        ["2026-11-19", 970],
      ]) {
        await run(
          `insert into provider_balances (tenant_id, provider_account_id, currency, day, id, told, expected, created_at)
           select m.tenant_id, $2, 'XAF', $3::date, $4, 900, $5, $6 from merchants m where m.id = $1`,
          [test.merchantId, accountId, day, uuid(), expected, now()],
        );
      }
      await run("set session_replication_role = default");
      return {
        id: `BALANCE_GAP:${publicId("providerAccount", accountId)}:XAF`,
        detail: "LESS_THERE",
        end: async () => {
          await run("alter table provider_balances disable trigger user");
          await run("delete from provider_balances where currency = 'XAF'");
          await run("alter table provider_balances enable trigger user");
          await run("delete from rail_books where currency = 'XAF'");
        },
      };
    },

    ENDPOINT_DISABLED: async (): Promise<Planted> => {
      const id = uuid() as Id<"webhookEndpoint">;
      await run(
        `insert into webhook_endpoints (merchant_no, id, url, events, status, secret, disabled_reason, created_at, updated_at)
         values ($1, $2, 'https://shop.example', '{*}', 'DISABLED', '\\x00', 'FAILING', $3, $3)`,
        [test.merchantNo, id, now()],
      );
      return {
        id: `ENDPOINT_DISABLED:${publicId("webhookEndpoint", id)}`,
        detail: "FAILING",
        end: () =>
          run("update webhook_endpoints set status = 'ACTIVE', disabled_reason = null where id = $1", [id]),
      };
    },

    PROVIDER_ALARM: async (): Promise<Planted> => {
      const id = uuid() as Id<"providerAlarm">;
      await run(
        `insert into provider_alarms (tenant_id, id, account_id, kind, code, occurrences, first_seen_at, last_seen_at)
         select m.tenant_id, $2, $3, 'CONFIGURATION', $5, 1, $4, $4 from merchants m where m.id = $1`,
        [test.merchantId, id, await account(), now(), `401 ${id}`],
      );
      return {
        id: `PROVIDER_ALARM:${publicId("providerAlarm", id)}`,
        detail: "CONFIGURATION",
        end: async () => {
          const { token } = await test.operator();
          const path = `/tenant/provider-alarms/${publicId("providerAlarm", id)}/acknowledge`;
          const answer = await test.request("POST", path, { apiKey: token, body: {} });
          if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
        },
      };
    },
  };
}
