import type { Database } from "../../db/database.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import type { Audience } from "./audiences.ts";
import { logInErrors } from "./errors.ts";
import * as ceremony from "./passkey-ceremony.ts";
import { passkeyDomain } from "./passkey-domain.ts";
import * as store from "./store-passkeys.ts";
import type { AccountId } from "./types.ts";

export interface PasskeyQuestionsDeps {
  readonly db: Database;
  readonly random: Random;
  readonly log: Logger;
  readonly audience: Audience;
  readonly publicUrl: string;
}

export type PasskeyQuestions = ReturnType<typeof createPasskeyQuestions>;

/** What passkeys are asked, each question for one answer, and the check of that answer. */
export function createPasskeyQuestions({ db, random, log, audience, publicUrl }: PasskeyQuestionsDeps) {
  return {
    /** Where passkeys of this installation belong. Refuses with PASSKEYS_UNAVAILABLE. */
    place: (): ceremony.Place => {
      const found = passkeyDomain(publicUrl);
      if ("unavailable" in found) throw logInErrors.PASSKEYS_UNAVAILABLE({ reason: found.unavailable });
      return found;
    },

    /** `link`: the SHA-256 of the link by which somebody joins, for the purpose JOIN. */
    ask: async (
      purpose: store.ChallengePurpose,
      accountId: AccountId | null,
      nowMs: number,
      link: Buffer | null = null,
    ): Promise<Buffer> => {
      const challenge = random.bytes(ceremony.CHALLENGE_BYTES);
      const row = { challenge, audience: audience.name, purpose, accountId, link };
      await store.insertChallenge(db, row, nowMs + ceremony.CEREMONY_MS);
      return challenge;
    },

    /** The challenge of an answer, used up. Refuses with PASSKEY_INVALID. */
    take: async (
      purpose: store.ChallengePurpose,
      accountId: AccountId | null,
      clientDataJson: string,
      nowMs: number,
    ): Promise<Buffer> => {
      const challenge = ceremony.challengeOf(clientDataJson);
      const row = { challenge: challenge ?? Buffer.alloc(0), audience: audience.name, purpose, accountId };
      if (challenge === null || !(await store.takeChallenge(db, row, nowMs)))
        throw logInErrors.PASSKEY_INVALID();
      return challenge;
    },

    /** The same for who joins by a link, and the account that the passkey was made for. */
    takeOfLink: async (
      link: Buffer,
      clientDataJson: string,
      nowMs: number,
    ): Promise<{ readonly challenge: Buffer; readonly accountId: AccountId }> => {
      const challenge = ceremony.challengeOf(clientDataJson);
      const accountId =
        challenge === null ? null : await store.takeJoinChallenge(db, audience.name, challenge, link, nowMs);
      if (challenge === null || accountId === null) throw logInErrors.PASSKEY_INVALID();
      return { challenge, accountId };
    },

    /** Refuses with PASSKEY_INVALID when the ceremony fails; the log says why. */
    verified: async <T>(
      work: Promise<T>,
      { requestId, ip }: Pick<RequestFacts, "requestId" | "ip">,
    ): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        if (!(error instanceof ceremony.CeremonyFailed)) throw error;
        log.warn(`${audience.kind}.passkey_refused`, { requestId, address: ip, error: error.cause ?? error });
        throw logInErrors.PASSKEY_INVALID();
      }
    },
  };
}
