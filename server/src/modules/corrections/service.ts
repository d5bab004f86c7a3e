import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { Condition } from "../../db/list.ts";
import { nameProposals } from "../../db/names.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { parseCreated, parseStatuses } from "../../http/list-page.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import { containing, createdWithin, equalTo, oneOf, readTenantPage } from "../../http/tenant-list.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, type MerchantId, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { type Locale, parseAmount } from "../../kit/money.ts";
import { post, requireAvailable } from "../ledger/index.ts";
import { correctionErrors } from "./errors.ts";
import { correctionPosting } from "./postings.ts";
import type { CorrectionListQuery, ProposeBody } from "./schemas.ts";
import { nextCorrectionStatus } from "./states.ts";
import * as store from "./store.ts";
import type { Correction } from "./types.ts";
import { correctionView } from "./view.ts";

export interface CorrectionsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
}

export type Corrections = ReturnType<typeof createCorrections>;

/** Manual corrections of the books. One operator proposes, another confirms; only then is it booked. */
export function createCorrections({ db, clock, ids, keyring }: CorrectionsDeps) {
  const audit = (tx: Transaction, correction: Correction, actor: AuditActor, action: string, nowMs: number) =>
    writeAudit(tx, ids, nowMs, {
      tenantId: correction.tenantId,
      merchantNo: correction.merchantNo,
      action,
      actor,
      subject: publicId("ledgerCorrection", correction.id),
      after: {
        walletId: publicId("wallet", correction.walletId),
        direction: correction.direction,
        amount: correction.amount,
        currency: correction.currency,
        reason: correction.reason,
      },
    });

  /** Refuses with RESOURCE_NOT_FOUND, also for another tenant's correction. */
  const find = async ({ tenantId }: OperatorCaller, text: string): Promise<Correction> => {
    const id = parsePublicId("ledgerCorrection", text);
    const [correction] = id === null ? [] : await store.readCorrections(db, tenantId, [id]);
    if (correction === undefined) throw errors.RESOURCE_NOT_FOUND();
    return correction;
  };

  const named = ({ tenantId }: OperatorCaller, corrections: readonly Correction[], locale: Locale) => {
    const views = corrections.map((correction) => correctionView(correction, locale));
    return nameProposals(db, tenantId, views);
  };

  /** Ends a proposal in one transaction, under its lock: of two concurrent calls one is refused. */
  const end = async (
    { operator, actor, claim, locale }: OperatorRequest,
    text: string,
    event: "confirm" | "reject",
    book: (tx: Transaction, correction: Correction, nowMs: number) => Promise<void>,
  ) => {
    const { tenantId, operatorId, scopeNo } = operator;
    const { id } = await find(operator, text);
    const nowMs = clock.nowMs();
    const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 200 } as const;
    return once(db, keyring, options, async (tx) => {
      const correction = await store.lockCorrection(tx, tenantId, id);
      if (correction === null) throw errors.RESOURCE_NOT_FOUND();
      const status = nextCorrectionStatus(correction.status, event);
      if (status !== "POSTED" && status !== "REJECTED") {
        throw correctionErrors.CORRECTION_NOT_OPEN({ status: correction.status });
      }
      if (status === "POSTED") {
        await requireSecondPerson(
          tx,
          { kind: "operator", id: correction.proposedBy },
          { kind: "operator", id: operator.operatorId },
          nowMs,
        );
      }
      await book(tx, correction, nowMs);
      await store.endCorrection(tx, correction, status, operatorId, nowMs);
      const stamps = { decidedBy: operatorId, decidedAtMs: nowMs, updatedAtMs: nowMs } as const;
      const ended: Correction = { ...correction, ...stamps, status, version: correction.version + 1 };
      await audit(tx, ended, actor, `ledger_correction.${status.toLowerCase()}`, nowMs);
      return correctionView(ended, locale);
    });
  };

  return {
    /**
     * Makes a PROPOSED correction, which is not booked yet. Refuses with RESOURCE_NOT_FOUND a wallet that is not the
     * merchant's in this mode.
     */
    propose: async ({ operator, actor, claim, locale }: OperatorRequest, body: ProposeBody) => {
      const { tenantId, operatorId, scopeNo } = operator;
      const { merchantId, mode, direction, reason } = body;
      const walletId = parsePublicId("wallet", body.walletId);
      const wallet =
        walletId === null ? null : await store.findTenantWallet(db, tenantId, merchantId, mode, walletId);
      if (walletId === null || wallet === null) throw errors.RESOURCE_NOT_FOUND({ field: "walletId" });
      const { merchantNo, currency } = wallet;
      const amount = parseAmount(body.amount, currency);
      if (amount === null) throw new Error("the schema has checked the amount");
      const nowMs = clock.nowMs();
      const id = ids.next("ledgerCorrection");
      const correction: Correction = {
        tenantId,
        id,
        merchantNo,
        merchantId: merchantId as MerchantId,
        mode,
        walletId,
        direction,
        amount: amount.minor,
        currency,
        reason,
        evidence: body.evidence ?? null,
        status: "PROPOSED",
        proposedBy: operatorId,
        decidedBy: null,
        version: 1,
        decidedAtMs: null,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      };
      const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 201 } as const;
      return once(db, keyring, options, async (tx) => {
        await store.insertCorrection(tx, correction);
        await audit(tx, correction, actor, "ledger_correction.proposed", nowMs);
        return correctionView(correction, locale);
      });
    },

    /**
     * Books what another operator proposed. Refuses with RESOURCE_NOT_FOUND, CORRECTION_NOT_OPEN, FOUR_EYES_REQUIRED and,
     * since no balance goes below zero, INSUFFICIENT_WALLET_BALANCE.
     */
    confirm: (asked: OperatorRequest, text: string) =>
      end(asked, text, "confirm", async (tx, correction, nowMs) => {
        // Lock order: the wallet is always the last row.
        if (correction.direction === "DEBIT") await requireAvailable(tx, correction);
        await post(tx, ids, correction.merchantNo, correctionPosting(correction), nowMs);
      }),

    /**
     * Rejects a proposal: the proposer or any other operator may. Refuses with RESOURCE_NOT_FOUND, CORRECTION_NOT_OPEN.
     */
    reject: (asked: OperatorRequest, text: string) => end(asked, text, "reject", () => Promise.resolve()),

    get: async (operator: OperatorCaller, text: string, locale: Locale) => {
      const [view] = await named(operator, [await find(operator, text)], locale);
      if (view === undefined) throw errors.RESOURCE_NOT_FOUND();
      return view;
    },

    list: async (operator: OperatorCaller, query: CorrectionListQuery, locale: Locale) => {
      const { tenantId } = operator;
      const { createdFromMs, createdToMs } = parseCreated(query);
      const { ids: found, meta } = await readTenantPage(db, {
        table:
          "(select c.*, n.merchant_id from ledger_corrections c join merchant_numbers n on n.merchant_no = c.merchant_no)",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...equalTo("merchant_id", "uuid", query.merchantId),
          ...oneOf("status", parseStatuses(query.status)),
          ...createdWithin(createdFromMs, createdToMs),
          ...searched(query.q),
        ],
        names: {
          parse: (text) => parsePublicId("ledgerCorrection", text),
          format: (id) => publicId("ledgerCorrection", id as Id<"ledgerCorrection">),
        },
        page: parsePage(query),
      });
      const rows = await store.readCorrections(db, tenantId, found);
      const byId = new Map(rows.map((row) => [row.id as string, row]));
      const shown = found.flatMap((id) => byId.get(id) ?? []);
      return { data: await named(operator, shown, locale), meta };
    },
  };
}

function searched(text: string | undefined): readonly Condition[] {
  if (text === undefined) return [];
  const id = parsePublicId("ledgerCorrection", text);
  return id === null ? [containing(["reason", "evidence"], text)] : equalTo("id", "uuid", id);
}
