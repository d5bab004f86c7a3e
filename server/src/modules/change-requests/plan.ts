import type { AuditActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { AcceptedReply, IdempotencyClaim, Reply } from "../../http/route.ts";
import type { RefusalFactory } from "../../kit/errors.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { By, ChangeKind } from "./types.ts";
import type { changeRequestView } from "./view.ts";

/** Whose settings, and when. */
export interface Scope {
  readonly tenantId: TenantId;
  readonly nowMs: number;
}

/** What a change would do to the settings as they are now. Making it refuses what cannot be done, and writes nothing. */
export interface Plan<Input, View> {
  /** Public id of what changes; null while it does not exist. */
  readonly subject: string | null;
  /** What it says now and will say, as both operators are shown it: everything, and never a secret. Null: there is none. */
  readonly before: object | null;
  readonly after: object | null;
  /** Whether somebody else has to agree first. */
  readonly takesTwo: boolean;
  /** What was asked, with what depends on this moment written out: the version that was read, the place in a list. */
  readonly input: Input;
  /** Cannot be refused any more, but by the database. Audits the act as `author`'s. */
  write(author: AuditActor): Promise<Written<View>>;
}

export interface Written<View> {
  readonly view: View;
  /** Public id. */
  readonly subject: string;
}

/** The settings say already what is asked for. */
export interface Unchanged<View> {
  readonly unchanged: View;
}

/** An operation that may take two operators. */
export interface ChangeDefinition<Input, View> {
  readonly kind: ChangeKind;
  /** Runs when it is proposed and again when it is confirmed, on the settings as they are then. */
  plan(tx: Transaction, scope: Scope, input: Input): Promise<Plan<Input, View> | Unchanged<View>>;
  /** What a plan refuses with, beside not found and changed meanwhile: a confirmation can answer it too. */
  readonly refusals: readonly RefusalFactory[];
  /** After the commit of a write. */
  announce?(): void;
}

export interface Asked {
  readonly by: By;
  readonly claim: IdempotencyClaim | null;
}

/** Does it at once where one operator suffices (`data`), and keeps it for another one where not (`accepted`). */
export type Submit<Input, View> = (
  asked: Asked & { readonly status: 200 | 201 },
  input: Input,
) => Promise<Reply<View> | AcceptedReply<ReturnType<typeof changeRequestView>>>;

/** What other modules write their settings through. */
export interface ChangeDesk {
  define<Input, View>(definition: ChangeDefinition<Input, View>): Submit<Input, View>;
}
