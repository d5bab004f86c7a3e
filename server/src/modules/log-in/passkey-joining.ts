import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Transaction } from "../../db/database.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { IdSource } from "../../kit/ids.ts";
import { type AuditAccount, holderActor } from "./audit.ts";
import { deviceOf } from "./device.ts";
import { logInErrors } from "./errors.ts";
import type { Notifier } from "./notices.ts";
import * as ceremony from "./passkey-ceremony.ts";
import type { PasskeyQuestions } from "./passkey-questions.ts";
import type { SecondFactors } from "./second-factors.ts";
import { insertPasskey } from "./store-passkeys.ts";
import type { AccountId, LogInAccount } from "./types.ts";

/** The name of a passkey whose browser did not say what it is. */
const NAME_UNKNOWN = "Passkey";

export interface PasskeyJoiningDeps {
  readonly ids: IdSource;
  readonly audit: AuditAccount;
  readonly notifier: Notifier;
  readonly secondFactors: SecondFactors;
  readonly questions: PasskeyQuestions;
}

/** What a browser answers when it has made a passkey. */
export type CreatedPasskey = RegistrationResponseJSON;

/** A passkey that its authenticator has proved, and the account that it was made for. */
export interface ProvenPasskey {
  readonly accountId: AccountId;
  readonly made: Awaited<ReturnType<typeof ceremony.verifyCreation>>;
}

export type PasskeyJoining = ReturnType<typeof createPasskeyJoining>;

/** The passkey of somebody who opens an account by a link and chooses no password. */
export function createPasskeyJoining({ ids, audit, notifier, secondFactors, questions }: PasskeyJoiningDeps) {
  return {
    /**
     * The question for the passkey of an account that the link opens; the account may not exist yet. `link` is the SHA-256
     * of the link: no other link takes the answer. Refuses with PASSKEYS_UNAVAILABLE.
     */
    askJoiner: async (
      holder: Pick<LogInAccount, "id" | "email" | "name">,
      link: Buffer,
      { nowMs }: Pick<RequestFacts, "nowMs">,
    ) => {
      const where = questions.place();
      const challenge = await questions.ask("JOIN", holder.id, nowMs, link);
      return ceremony.creationOptions(holder, [], challenge, where);
    },

    /** Checks the answer to it, once. Refuses with PASSKEY_INVALID and PASSKEYS_UNAVAILABLE. */
    proveJoiner: async (
      link: Buffer,
      response: CreatedPasskey,
      facts: Pick<RequestFacts, "requestId" | "ip" | "nowMs">,
    ): Promise<ProvenPasskey> => {
      const where = questions.place();
      const { clientDataJSON } = response.response;
      const { challenge, accountId } = await questions.takeOfLink(link, clientDataJSON, facts.nowMs);
      const made = await questions.verified(ceremony.verifyCreation(response, challenge, where), facts);
      return { accountId, made };
    },

    /**
     * Keeps the passkey as the account's only one, named after its device, and returns ten recovery codes. The caller has
     * locked the account, and removed what opened it before. Refuses with PASSKEY_EXISTS.
     */
    keepJoiner: async (
      tx: Transaction,
      account: LogInAccount,
      { accountId, made }: ProvenPasskey,
      facts: Pick<RequestFacts, "requestId" | "ip" | "nowMs" | "userAgent">,
    ): Promise<readonly string[]> => {
      if (account.id !== accountId) throw logInErrors.PASSKEY_INVALID();
      const { nowMs, userAgent } = facts;
      const name = deviceOf(userAgent) ?? NAME_UNKNOWN;
      const passkey = { ...made, id: ids.next("passkey"), name, createdAtMs: nowMs };
      if (!(await insertPasskey(tx, account, passkey))) throw logInErrors.PASSKEY_EXISTS();
      await audit(tx, account, holderActor(account, facts), "passkey_added");
      if (account.lastLoginAtMs !== null)
        await notifier.notify(tx, account, {
          kind: "SECOND_FACTOR_CHANGED",
          change: "PASSKEY_ADDED",
          atMs: nowMs,
        });
      return secondFactors.makeCodes(tx, account);
    },
  };
}
