import type { Database } from "../../db/database.ts";
import type { AccountCaller, PeoplePort } from "../../http/route.ts";
import { Refusal } from "../../kit/errors.ts";
import type { Id } from "../../kit/ids.ts";
import type { Access } from "../access/index.ts";
import type { Merchants } from "../merchants/index.ts";
import type { Operators } from "../operators/index.ts";
import type { Persons } from "../persons/index.ts";
import type { ListReaderIdentity } from "./read-part.ts";
import type { ListExport } from "./types.ts";

export interface MakerRightsDeps {
  readonly db: Database;
  readonly merchants: Pick<Merchants, "record">;
  readonly access: Pick<Access, "callerOf">;
  readonly persons: Pick<Persons, "find">;
  readonly operators: Pick<Operators, "callerAfter">;
  readonly personAt: PeoplePort["personAt"];
}

/**
 * Who asked for an export, with the rights of now; null: the key has ended, the person has left, the account is closed. A
 * log-in that has ended is no reason: the work goes on without it.
 */
export function createMakerRights({ db, merchants, access, persons, operators, personAt }: MakerRightsDeps) {
  const keyReader = async (made: ListExport, id: Id<"apiKey">): Promise<ListReaderIdentity | null> => {
    const { id: merchantId } = await merchants.record(db, made.merchantNo);
    const caller = await access.callerOf(id, merchantId);
    return caller?.merchantNo === made.merchantNo ? { caller } : null;
  };
  const personReader = async (made: ListExport, id: Id<"person">): Promise<ListReaderIdentity | null> => {
    const person = await persons.find(db, id);
    if (person?.status !== "ACTIVE") return null;
    const { id: merchantId, mode } = await merchants.record(db, made.merchantNo);
    const account: AccountCaller = {
      audience: "merchant",
      id,
      tenantId: made.tenantId,
      sessionId: made.logIn as Id<"personSession">,
      steppedUpAtMs: null,
    };
    try {
      return { caller: await personAt(account, merchantId, mode) };
    } catch (error) {
      // Removed from the merchant, or without a role in this mode.
      if (error instanceof Refusal) return null;
      throw error;
    }
  };

  return async (made: ListExport): Promise<ListReaderIdentity | null> => {
    const { maker } = made;
    if (maker.kind === "key") return keyReader(made, maker.id);
    if (maker.kind === "person") return personReader(made, maker.id);
    const operator = await operators.callerAfter(maker.id, made.logIn as Id<"operatorSession">);
    return operator === null || operator.mustEnrolSecondFactor ? null : { operator };
  };
}
