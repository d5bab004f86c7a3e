import { writeAudit } from "../../db/audit.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { parseStatuses } from "../../http/list-page.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { parsePage } from "../../http/pagination.ts";
import type { FileReply, OperatorCaller } from "../../http/route.ts";
import { equalTo, namedBy, oneOf, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, type IdKind, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import { BANK_TRANSFER } from "../../providers/bank-transfer/connector.ts";
import { REFUSED_BY_OPERATOR } from "../../providers/bank-transfer/reason-codes.ts";
import { findAccount } from "../bank-files/index.ts";
import type { CutOffDeps } from "./cut-off-loop.ts";
import { payoutFileErrors } from "./errors.ts";
import { lockFile, readFiles, readTotals, writeFileState } from "./file-store.ts";
import { lockOrders, moveOrders, ordersOfFile, readOrders, writeOrders } from "./order-store.ts";
import { prepareFile } from "./prepare.ts";
import { lockPrepared } from "./release.ts";
import type { FileListQuery, OrderListQuery, PrepareBody } from "./schemas.ts";
import { nextFileStatus, nextOrderStatus } from "./states.ts";
import type { PayoutFile } from "./types.ts";
import { payoutFileView, totalOf, transferOrderView } from "./view.ts";
import { openContent } from "./write-files.ts";

export interface FilesDeps extends CutOffDeps {
  /** Called after a commit that ended orders. */
  readonly wakeNotifier: () => void;
}

export type PayoutFiles = ReturnType<typeof createPayoutFiles>;

/** What operators do with files of transfers, beside releasing them. */
export function createPayoutFiles(deps: FilesDeps) {
  const { db, clock, ids, keyring } = deps;

  const optionsOf = ({ operator, claim }: OperatorRequest, status: 200 | 201) => {
    const nowMs = clock.nowMs();
    return { claim, merchantNo: operator.scopeNo, owner: ids.uuid(), nowMs, status } as const;
  };
  const shown = async (tenantId: TenantId, files: readonly PayoutFile[]) => {
    const totals = await readTotals(
      db,
      tenantId,
      files.map(({ id }) => id),
    );
    return files.map((file) => payoutFileView(file, totals.get(file.id)));
  };

  return {
    /**
     * Prepares a file of what waits now, at most 500 transfers. Refuses with RESOURCE_NOT_FOUND an account that is not the
     * tenant's or not of a bank, and with NOTHING_TO_ORDER.
     */
    prepare: async (asked: OperatorRequest, body: PrepareBody) => {
      const { tenantId, operatorId } = asked.operator;
      const accountId = parsePublicId("providerAccount", body.providerAccountId);
      const account = accountId === null ? null : await findAccount(db, accountId);
      if (account?.tenantId !== tenantId || account.provider !== BANK_TRANSFER)
        throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
      const options = optionsOf(asked, 201);
      const { nowMs } = options;
      return once(db, keyring, options, async (tx) => {
        const preparation = { untilMs: nowMs, preparedBy: operatorId, actor: asked.actor };
        const file = await prepareFile(tx, ids, account, preparation, nowMs);
        if (file === null) throw payoutFileErrors.NOTHING_TO_ORDER();
        return payoutFileView(file, totalOf(await ordersOfFile(tx, tenantId, file.id)));
      });
    },

    /** Its transfers wait for the next cut-off again. Refuses with RESOURCE_NOT_FOUND and PAYOUT_FILE_NOT_PREPARED. */
    refuse: async (asked: OperatorRequest, text: string, note: string) => {
      const { tenantId, operatorId } = asked.operator;
      const options = optionsOf(asked, 200);
      const { nowMs } = options;
      return once(db, keyring, options, async (tx) => {
        const file = await lockPrepared(tx, tenantId, text, "refuse");
        const ownIds = (await ordersOfFile(tx, tenantId, file.id)).map(({ ownId }) => ownId);
        const change = { from: "IN_FILE", to: "QUEUED", fileId: null, nowMs } as const;
        await moveOrders(tx, file.providerAccountId, ownIds, change);
        const refused = await writeFileState(
          tx,
          file,
          { status: "REFUSED", refusedBy: operatorId, refusedAtMs: nowMs, note },
          nowMs,
        );
        await writeAudit(tx, ids, nowMs, {
          tenantId,
          actor: asked.actor,
          action: "payout_file.refused",
          subject: publicId("payoutFile", file.id),
          before: file.status,
          after: { status: refused.status, note },
        });
        return payoutFileView(refused);
      });
    },

    /**
     * Fails one transfer before its release: its payout or refund fails, and the money returns to where it came from. Refuses with
     * RESOURCE_NOT_FOUND and TRANSFER_ORDER_NOT_REFUSABLE.
     */
    refuseOrder: async (asked: OperatorRequest, text: string, note: string) => {
      const { tenantId } = asked.operator;
      const id = parsePublicId("transferOrder", text);
      const options = optionsOf(asked, 200);
      const { nowMs } = options;
      const view = await once(db, keyring, options, async (tx) => {
        const [seen] = id === null ? [] : await readOrders(tx, tenantId, [id]);
        if (seen === undefined) throw errors.RESOURCE_NOT_FOUND();
        const [order] = await lockOrders(tx, seen.providerAccountId, [seen.ownId]);
        if (order === undefined) throw new Error("an order is never removed");
        const isReleased = order.status !== "QUEUED" && order.status !== "IN_FILE";
        const status = isReleased ? null : nextOrderStatus(order.status, "reject");
        if (status === null) throw payoutFileErrors.TRANSFER_ORDER_NOT_REFUSABLE({ status: order.status });
        const change = { ...order, status, fileId: null, reason: REFUSED_BY_OPERATOR, note, isTold: false };
        await writeOrders(tx, order.providerAccountId, [change], nowMs);
        await writeAudit(tx, ids, nowMs, {
          tenantId,
          actor: asked.actor,
          action: "transfer_order.refused",
          subject: publicId("transferOrder", order.id),
          before: order.status,
          after: { status, note },
        });
        return transferOrderView(keyring, { ...change, version: order.version + 1, updatedAtMs: nowMs });
      });
      deps.wakeNotifier();
      return view;
    },

    /**
     * The file itself, for an operator to take to the bank; each download is in the audit log. Refuses with
     * RESOURCE_NOT_FOUND, and with PAYOUT_FILE_NOT_DOWNLOADABLE a file that is not released, or that goes into a folder:
     * the bank would get it twice.
     */
    download: async ({ operator, actor }: OperatorRequest, text: string): Promise<FileReply> => {
      const { tenantId } = operator;
      const id = parsePublicId("payoutFile", text);
      const nowMs = clock.nowMs();
      return db.transaction(async (tx) => {
        const file = id === null ? null : await lockFile(tx, tenantId, id);
        if (file === null) throw errors.RESOURCE_NOT_FOUND();
        const refuse = (reason: string) => payoutFileErrors.PAYOUT_FILE_NOT_DOWNLOADABLE({ reason });
        if (file.delivery === "FOLDER") throw refuse("GOES_INTO_FOLDER");
        const status = nextFileStatus(file.status, "download");
        if (status === null) throw refuse("NOT_RELEASED");
        const body = openContent(keyring, file);
        await writeFileState(tx, file, { status, deliveredAtMs: file.deliveredAtMs ?? nowMs }, nowMs);
        await writeAudit(tx, ids, nowMs, {
          tenantId,
          actor,
          action: "payout_file.downloaded",
          subject: publicId("payoutFile", file.id),
          before: file.status,
          after: status,
        });
        return { file: { mediaType: "application/xml", fileName: `${file.messageId}.xml`, body } };
      });
    },

    get: async ({ tenantId }: OperatorCaller, text: string) => {
      const id = parsePublicId("payoutFile", text);
      const [file] = await shown(tenantId, id === null ? [] : await readFiles(db, tenantId, [id]));
      if (file === undefined) throw errors.RESOURCE_NOT_FOUND();
      return file;
    },

    list: async ({ tenantId }: OperatorCaller, query: FileListQuery) => {
      const { ids: found, meta } = await readTenantPage(db, {
        table: "payout_files",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...namedBy("provider_account_id", "providerAccount", query.providerAccountId),
          ...oneOf("status", parseStatuses(query.status)),
        ],
        names: namesOf("payoutFile"),
        page: parsePage(query),
      });
      return {
        data: inOrder(found, await shown(tenantId, await readFiles(db, tenantId, found)), "payoutFile"),
        meta,
      };
    },

    getOrder: async ({ tenantId }: OperatorCaller, text: string) => {
      const id = parsePublicId("transferOrder", text);
      const [order] = id === null ? [] : await readOrders(db, tenantId, [id]);
      if (order === undefined) throw errors.RESOURCE_NOT_FOUND();
      return transferOrderView(keyring, order);
    },

    listOrders: async ({ tenantId }: OperatorCaller, query: OrderListQuery) => {
      const { ids: found, meta } = await readTenantPage(db, {
        table: "transfer_orders",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...namedBy("provider_account_id", "providerAccount", query.providerAccountId),
          ...namedBy("file_id", "payoutFile", query.fileId),
          ...oneOf("status", parseStatuses(query.status)),
        ],
        names: namesOf("transferOrder"),
        page: parsePage(query),
      });
      const views = (await readOrders(db, tenantId, found)).map((order) => transferOrderView(keyring, order));
      return { data: inOrder(found, views, "transferOrder"), meta };
    },
  };
}

function namesOf<Kind extends IdKind>(kind: Kind) {
  return {
    parse: (text: string) => parsePublicId(kind, text),
    format: (id: string) => publicId(kind, id as Id<Kind>),
  };
}

function inOrder<View extends { readonly id: string }, Kind extends IdKind>(
  ids: readonly string[],
  views: readonly View[],
  kind: Kind,
): View[] {
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.flatMap((id) => byId.get(publicId(kind, id as Id<Kind>)) ?? []);
}
