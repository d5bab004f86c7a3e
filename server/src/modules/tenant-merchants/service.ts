import { writeAudit } from "../../db/audit.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { type Condition, NO_FILTER } from "../../db/list.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { inOrder, parseStatuses, readListPage } from "../../http/list-page.ts";
import { parsePage, unknownCursor } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { type IdSource, isUuid, type MerchantId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { Random } from "../../kit/random.ts";
import type { Access, ApiKeys } from "../access/index.ts";
import type { IssueInvitation } from "../members/index.ts";
import {
  findRecords,
  findWallets,
  type MerchantEvent,
  type Merchants,
  merchantErrors,
  merchantList,
  notArchived,
} from "../merchants/index.ts";
import { walletView } from "../wallets/index.ts";
import type { Asking, NumberOf } from "./asking.ts";
import { createMerchantKeys } from "./keys.ts";
import { inviteOwner } from "./owner-invitation.ts";
import { namePattern, readNewWallets } from "./rules.ts";
import type { MerchantListQuery, NewMerchantBody, NewWalletBody } from "./schemas.ts";
import { type TenantMerchantView, tenantMerchantView } from "./view.ts";

export interface TenantMerchantsDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly random: Random;
  readonly access: Pick<Access, "createApiKey" | "revokeApiKey" | "forget">;
  readonly apiKeys: Pick<ApiKeys, "listOf">;
  /** Address of the page for claiming a live key. */
  readonly claimUrl: string;
  readonly merchants: Merchants;
  readonly issueInvitation: IssueInvitation;
  /** There are new deliveries: the worker need not wait for its next round. */
  readonly wakeWebhooks: () => void;
}

const merchantNames = {
  parse: (text: string) => (isUuid(text) ? text : null),
  format: (id: string) => id,
};

export type TenantMerchants = ReturnType<typeof createTenantMerchants>;

/** Operators' operations on the merchants of their tenant. Merchants of other tenants do not exist for them. */
export function createTenantMerchants(deps: TenantMerchantsDeps) {
  const { db, ids, keyring, merchants, wakeWebhooks } = deps;

  const idOf = (text: string): MerchantId => {
    if (!isUuid(text)) throw errors.RESOURCE_NOT_FOUND();
    return text as MerchantId;
  };

  const view = async (
    from: Queryable,
    operator: OperatorCaller,
    id: MerchantId,
    mode: Mode,
  ): Promise<TenantMerchantView> => {
    const inEachMode = await findRecords(from, operator.tenantId, [id]);
    // An archive left by a sandbox reset has no other mode.
    if (!inEachMode.some((one) => one.mode === mode)) throw errors.RESOURCE_NOT_FOUND();
    return tenantMerchantView(inEachMode, await findWallets(from, operator.tenantId, [id]), mode);
  };

  const numberOf: NumberOf = async (tx, operator, merchantId, mode, which) => {
    const record = (await findRecords(tx, operator.tenantId, [idOf(merchantId)])).find(
      (one) => one.mode === mode,
    );
    if (record === undefined) throw errors.RESOURCE_NOT_FOUND();
    if (which === "open" && record.status === "CLOSED")
      throw merchantErrors.MERCHANT_STATUS_CONFLICT({ status: record.status });
    return record.merchantNo;
  };

  const scope = ({ operator, nowMs, claim }: Asking, owner: string, status: 200 | 201) => ({
    claim,
    merchantNo: operator.scopeNo,
    owner,
    nowMs,
    status,
  });

  /** After the commit of a change. */
  const settled = <Value>(value: Value): Value => {
    merchants.forget();
    wakeWebhooks();
    return value;
  };

  const create = async (body: NewMerchantBody, asking: Asking): Promise<TenantMerchantView> => {
    const { operator, actor } = asking;
    const wallets = readNewWallets(body.wallets);
    return once(db, keyring, scope(asking, ids.uuid(), 201), async (tx) => {
      const { merchantId } = await merchants.createMerchant(
        tx,
        {
          tenantId: operator.tenantId,
          displayName: body.displayName,
          legalName: body.legalName ?? body.displayName,
          countryCode: body.countryCode,
          locale: body.locale ?? "fr",
          logoUrl: null,
          primaryColor: null,
          status: "PENDING",
          kybStatus: "DRAFT",
          wallets,
        },
        actor,
      );
      return view(tx, operator, merchantId, "SANDBOX");
    });
  };

  const list = async (operator: OperatorCaller, query: MerchantListQuery) => {
    const { tenantId } = operator;
    const mode = query.mode ?? "SANDBOX";
    const page = parsePage(query);
    if (page.by === "cursor") {
      // A position in another tenant's list is not a position in this one.
      const isOwn =
        isUuid(page.cursor) && (await findRecords(db, tenantId, [page.cursor as MerchantId])).length > 0;
      if (!isOwn) throw unknownCursor(page);
    }
    const { ids: found, meta } = await readListPage(db, {
      source: merchantList,
      merchantNo: tenantId,
      filter: {
        ...NO_FILTER,
        statuses: parseStatuses(query.status),
        conditions: conditionsOf(query, mode),
      },
      names: merchantNames,
      page,
    });
    const merchantIds = found as readonly MerchantId[];
    const records = await findRecords(db, tenantId, merchantIds);
    const wallets = await findWallets(db, tenantId, merchantIds);
    const shown = inOrder(
      found,
      records.filter((record) => record.mode === mode),
      ({ id }) => id,
    );
    const data = shown.map(({ id }) =>
      tenantMerchantView(
        records.filter((record) => record.id === id),
        wallets,
        mode,
      ),
    );
    return { data, meta };
  };

  /** Changes the merchant's status in both modes. Refuses with RESOURCE_NOT_FOUND and MERCHANT_STATUS_CONFLICT. */
  const move = async (
    merchantId: string,
    event: MerchantEvent,
    { reason, messageToMerchant }: { readonly reason?: string; readonly messageToMerchant?: string },
    mode: Mode,
    asking: Asking,
  ): Promise<TenantMerchantView> => {
    const id = idOf(merchantId);
    const { operator, actor } = asking;
    return settled(
      await once(db, keyring, scope(asking, id, 200), async (tx) => {
        // Before any write: refuses a merchant of another tenant.
        await view(tx, operator, id, mode);
        await merchants.moveStatus(tx, id, {
          event,
          actor,
          ...(reason === undefined ? {} : { reason }),
          ...(messageToMerchant === undefined ? {} : { messageToMerchant }),
        });
        return view(tx, operator, id, mode);
      }),
    );
  };

  /** Makes an empty wallet. Refuses with RESOURCE_NOT_FOUND, MERCHANT_STATUS_CONFLICT and WALLET_EXISTS. */
  const addWallet = async (merchantId: string, body: NewWalletBody, asking: Asking) => {
    const merchant = idOf(merchantId);
    const { operator, actor, nowMs } = asking;
    const { mode, currency } = body;
    const id = ids.next("wallet");
    return settled(
      await once(db, keyring, scope(asking, id, 201), async (tx) => {
        const merchantNo = await numberOf(tx, operator, merchant, mode, "open");
        const label = body.label ?? currency;
        if (!(await merchants.provisionWallet(tx, { merchantNo, id, label, currency }))) {
          throw merchantErrors.WALLET_EXISTS({ mode, currency });
        }
        await writeAudit(tx, ids, nowMs, {
          tenantId: operator.tenantId,
          merchantNo,
          action: "wallet.created",
          subject: publicId("wallet", id),
          after: `${mode} ${currency}`,
          actor,
        });
        return walletView(
          {
            id,
            label,
            currency,
            available: 0n,
            pending: 0n,
            held: 0n,
            reserved: 0n,
            transferCount: 0n,
            version: 1,
            createdAtMs: nowMs,
            updatedAtMs: nowMs,
          },
          { mode, merchantId: merchant },
        );
      }),
    );
  };

  return {
    create,
    list,
    get: (operator: OperatorCaller, merchantId: string, mode: Mode): Promise<TenantMerchantView> =>
      view(db, operator, idOf(merchantId), mode),
    move,
    addWallet,
    keys: createMerchantKeys({ ...deps, numberOf }),
    inviteOwner: (merchantId: string, email: string, asking: Asking) =>
      inviteOwner({ ...deps, numberOf }, merchantId, email, asking),
  };
}

/** A part of a name matches literally: `%` and `_` have no special meaning. */
function conditionsOf({ kybStatus, q }: MerchantListQuery, mode: Mode): readonly Condition[] {
  const statuses = parseStatuses(kybStatus);
  const conditions: Condition[] = [notArchived];
  if (statuses !== null) {
    conditions.push(
      (bind) => `exists (select from merchant_numbers n join kyb_dossiers d on d.merchant_no = n.merchant_no
        where n.merchant_id = t.id and n.mode = ${bind(mode)} and d.status = any (${bind(statuses)}::text[]))`,
    );
  }
  if (q !== undefined) {
    const part = namePattern(q);
    conditions.push(
      (bind) => `(t.display_name ilike ${bind(part)} or t.legal_name ilike ${bind(part)}
        or t.id::text = ${bind(q)} or exists (select from merchant_numbers n where n.merchant_id = t.id
          and n.mode = ${bind(mode)} and (n.display_name ilike ${bind(part)} or n.legal_name ilike ${bind(part)})))`,
    );
  }
  return conditions;
}
