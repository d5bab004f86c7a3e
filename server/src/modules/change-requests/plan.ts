import type { AuditActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { AcceptedReply, IdempotencyClaim, OperatorCaller, Reply } from "../../http/route.ts";
import type { RefusalFactory } from "../../kit/errors.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { ActingOperator, ChangeKind } from "./types.ts";
import type { changeRequestView } from "./view.ts";

/** The tenant concerned, the time, and who acts: the proposer, then whoever confirms. */
export interface Scope {
  readonly tenantId: TenantId;
  readonly operator: OperatorCaller;
  readonly nowMs: number;
}

/** What a change would do to the present settings. Planning refuses what is not possible, and writes nothing. */
export interface Plan<Input, View> {
  /** Public id of the object to change; null while it does not exist. */
  readonly subject: string | null;
  /**
   * The state before and after, as both operators see it: complete, but never with a secret. Null: the object does not
   * exist.
   */
  readonly before: object | null;
  readonly after: object | null;
  /** Whether a second operator must confirm. */
  readonly takesTwo: boolean;
  /**
   * The input, with everything made explicit that depends on this moment: the version that was read, the place in a
   * list.
   */
  readonly input: Input;
  /** Tells whom it concerns that it was proposed, in the transaction of the proposal. */
  tellProposed?(): Promise<void>;
  /** Only the database can still refuse this. Writes the audit entry with `author` as actor. */
  write(author: AuditActor): Promise<Written<View>>;
}

export interface Written<View> {
  readonly view: View;
  /** Public id. */
  readonly subject: string;
}

/** The settings already are as requested. */
export interface Unchanged<View> {
  readonly unchanged: View;
}

/** An operation that may take two operators. */
export interface ChangeDefinition<Input, View> {
  readonly kind: ChangeKind;
  /** Runs when a change is proposed and again when it is confirmed, each time on the current settings. */
  plan(tx: Transaction, scope: Scope, input: Input): Promise<Plan<Input, View> | Unchanged<View>>;
  /** The refusals of a plan, besides not found and version conflict: a confirmation can answer them too. */
  readonly refusals: readonly RefusalFactory[];
  /** Called after the commit of a write. */
  announce?(): void;
}

export interface ChangeSubmission {
  readonly acting: ActingOperator;
  readonly claim: IdempotencyClaim | null;
}

/** Executes at once where one operator suffices (`data`); otherwise keeps the request for a second one (`accepted`). */
export type Submit<Input, View> = (
  asked: ChangeSubmission & { readonly status: 200 | 201 },
  input: Input,
) => Promise<Reply<View> | AcceptedReply<ReturnType<typeof changeRequestView>>>;

/** The interface through which other modules write their settings. */
export interface ChangeDefiner {
  define<Input, View>(definition: ChangeDefinition<Input, View>): Submit<Input, View>;
}
