import { selectList } from "../../db/columns.ts";
import { errors } from "../../http/errors.ts";
import type { AskedBy } from "../../http/limits/index.ts";
import type { ListNames } from "../../http/list-page.ts";
import type { PageQuery } from "../../http/pagination.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import { pageOf } from "../../http/rows-page.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { parseSessionId, type SessionKey } from "../../kit/session-id.ts";
import {
  chargeFields,
  chargeView,
  type LoadedSession,
  type PaymentEngine,
  readCharge,
  type ViewContext,
} from "../payments/index.ts";
import { nameExplained } from "../routing/index.ts";
import { createCompleteSession } from "./complete-session.ts";
import { createCreateSession } from "./create-session.ts";
import type { CheckoutDeps } from "./deps.ts";
import { createSessionEnder } from "./end-session.ts";
import { createExpirySweeper } from "./jobs.ts";
import { leaveRefusal } from "./leave-refusal.ts";
import { createSessionLister, type SessionListInput } from "./list-sessions.ts";
import { createOpenedSessions } from "./opened-sessions.ts";
import { createPayerPage } from "./payer-page.ts";
import { createSessionReader } from "./read-session.ts";
import type { CompleteBody } from "./schemas.ts";
import { completionView, sessionView } from "./view.ts";

const chargeNames: ListNames = {
  parse: (text) => parsePublicId("charge", text),
  format: (id) => publicId("charge", id as Id<"charge">),
};

export type Checkout = ReturnType<typeof createCheckout>;

/** Checkout sessions: the operations of merchants and payers, and the background work. */
export function createCheckout(
  deps: CheckoutDeps,
  engine: Pick<PaymentEngine, "plan" | "run" | "leave" | "writer" | "keepAnswer" | "askProvider">,
) {
  const { db, keyring, clock, merchants, publicUrl } = deps;
  const reader = createSessionReader(deps);
  const ender = createSessionEnder(deps, engine.writer);
  const opened = createOpenedSessions();
  const create = createCreateSession(deps, opened);
  const complete = createCompleteSession(deps, opened, engine);
  /** The payer leaves the attempt in flight. Answers the state afterwards. Refuses as `leaveRefusal` says. */
  const leave = async (sessionId: string) => {
    const key = reader.keyOf(sessionId);
    await reader.load(key);
    const left = await engine.leave(key);
    if (left.kind === "refused") throw leaveRefusal(left.reason, left.loaded.session.status);
    return reader.present(sessionId);
  };
  const lister = createSessionLister({ db: deps.listsDb, keyring, clock });
  const keep = engine.keepAnswer;

  /** The key of a session of this merchant; refuses with RESOURCE_NOT_FOUND for another's or none. */
  const ownKey = (merchantNo: MerchantNo, sessionId: string): SessionKey => {
    const key = parseSessionId(keyring, sessionId);
    if (key === null || key.merchantNo !== merchantNo) throw errors.RESOURCE_NOT_FOUND();
    return key;
  };

  const contextOf = async (merchantNo: MerchantNo, locale: ViewContext["locale"]): Promise<ViewContext> => {
    const { mode, merchantId } = await merchants.profile(merchantNo);
    return { keyring, mode, merchantId, locale };
  };

  const viewOf = async (loaded: LoadedSession) => {
    const { merchantNo, detail } = loaded.session;
    return sessionView(loaded, await contextOf(merchantNo, detail.locale), publicUrl, clock.nowMs());
  };

  const loadOwn = (merchantNo: MerchantNo, sessionId: string) => reader.load(ownKey(merchantNo, sessionId));

  const ended = async (
    merchantNo: MerchantNo,
    sessionId: string,
    claim: IdempotencyClaim | null,
    end: (key: SessionKey) => Promise<LoadedSession>,
  ) => {
    const key = ownKey(merchantNo, sessionId);
    return keep(key, claim, await viewOf(await end(key)));
  };

  return {
    create,
    get: async (merchantNo: MerchantNo, sessionId: string) => viewOf(await loadOwn(merchantNo, sessionId)),
    list: async (merchantNo: MerchantNo, query: SessionListInput) => {
      const { sessions, meta } = await lister.list(await merchants.profile(merchantNo), query);
      return { data: await Promise.all(sessions.map(viewOf)), meta };
    },
    expire: (merchantNo: MerchantNo, sessionId: string, claim: IdempotencyClaim | null) =>
      ended(merchantNo, sessionId, claim, ender.expire),
    cancel: (merchantNo: MerchantNo, sessionId: string, claim: IdempotencyClaim | null) =>
      ended(merchantNo, sessionId, claim, ender.cancel),

    /** The charges of the session, first attempt first. */
    attempts: async (merchantNo: MerchantNo, sessionId: string, query: PageQuery) => {
      const { intent, session } = await loadOwn(merchantNo, sessionId);
      const rows = await db.query<Record<string, unknown>>({
        text: `select ${selectList("c", chargeFields)} from charges c where merchant_no = $1 and id = any($2::uuid[]) order by id`,
        values: [merchantNo, intent?.chargeIds ?? []],
      });
      const context = await contextOf(merchantNo, session.detail.locale);
      const { rows: shown, meta } = pageOf(
        rows.map((row) => readCharge(row)),
        chargeNames,
        query,
      );
      return { data: shown.map((charge) => chargeView(charge, context)), meta };
    },

    explain: async (merchantNo: MerchantNo, sessionId: string) => {
      const { session } = await loadOwn(merchantNo, sessionId);
      const methods = (await reader.explain(session)).map((row) => ({ ...nameExplained(row) }));
      return {
        object: "checkout.methods_explanation" as const,
        sessionId,
        allowedMethods: [...new Set(methods.filter((row) => row.offered).map((row) => row.method))],
        methods,
      };
    },

    publicView: reader.publicView,
    methods: reader.methods,
    status: reader.status,
    complete: async (
      sessionId: string,
      body: CompleteBody,
      claim: IdempotencyClaim | null,
      by: AskedBy,
      scenario: string | null = null,
    ) => {
      const key = reader.keyOf(sessionId);
      return keep(key, claim, completionView(await complete(key, body, by, scenario), sessionId));
    },
    leave,
    /** The merchant in whose scope a payer's request counts; null for an invalid id. */
    merchantNoOf: (sessionId: string): MerchantNo | null =>
      parseSessionId(keyring, sessionId)?.merchantNo ?? null,

    /** For the hosted page. */
    page: createPayerPage(deps, reader, { complete, leave }, engine.askProvider),
    sweeper: createExpirySweeper(deps, ender),
  };
}
