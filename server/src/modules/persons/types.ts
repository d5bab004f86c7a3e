import type { Id, TenantId } from "../../kit/ids.ts";
import type { LogInAccount } from "../log-in/index.ts";

/** Somebody who works for merchants of one tenant. What they may do at which merchant is not known here. */
export interface Person extends LogInAccount {
  readonly audience: "merchant";
  readonly id: Id<"person">;
  readonly hasSecondFactor: boolean;
  readonly version: number;
  readonly createdAtMs: number;
}

/** A person who opens an account. */
export interface NewPerson extends Pick<Person, "email" | "name" | "locale" | "timeZone"> {
  readonly tenantId: TenantId;
  readonly password: string;
}
