import type { Answer, TestApp, TestOperator } from "./app.ts";
import { linkTokenTo } from "./mails.ts";

/** The new operator, and the inviter's token, which needs `tenant.team.manage`. */
export interface Joining {
  readonly email: string;
  readonly permissions: readonly string[];
  readonly by: string;
}

/** The token at the end of the newest link that the operator in an answer was sent. */
export const invitationTokenOf = (world: TestApp, { body }: Answer): Promise<string> =>
  linkTokenTo(world, body.data.email, "/invite");

const post = (world: TestApp, path: string, apiKey: string | null, body: unknown) =>
  world.request("POST", path, { apiKey, ...(body === undefined ? {} : { body }) });

async function expectStatus(status: number, answer: Answer): Promise<Answer> {
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Invites an operator, who opens the link, chooses a password and logs in. */
export async function joinOperator(
  world: TestApp,
  { email, permissions, by }: Joining,
): Promise<TestOperator> {
  const password = `chosen by ${email}`;
  const invited = await expectStatus(
    201,
    await post(world, "/tenant/operators", by, { email, name: "Awa Diop", permissions }),
  );
  const token = await invitationTokenOf(world, invited);
  await expectStatus(200, await post(world, "/tenant/invitations/accept", null, { token, password }));
  const login = await expectStatus(201, await post(world, "/tenant/sessions", null, { email, password }));
  return { email, password, operatorId: invited.body.data.id, token: login.body.data.token };
}

/** Two colleagues send an operator the link of a lost second factor. Returns its token. */
export async function sendRecovery(
  world: TestApp,
  whom: Pick<TestOperator, "operatorId" | "email">,
  [proposer, confirmer]: readonly [proposer: TestOperator, confirmer: TestOperator],
): Promise<string> {
  const path = `/tenant/operators/${whom.operatorId}/recovery`;
  const proposed = await expectStatus(202, await post(world, path, proposer.token, undefined));
  const confirm = `/tenant/change-requests/${proposed.body.data.id}/confirm`;
  await expectStatus(200, await post(world, confirm, confirmer.token, undefined));
  return linkTokenTo(world, whom.email, "/invite");
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** How an authenticator app decodes the typed secret: base32 read bit by bit, not by the code under test. */
export function base32Bytes(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
