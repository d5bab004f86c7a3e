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

/** Adds an operator; where it takes two, one of the first start who is not the inviter confirms. Returns the id. */
export async function addOperator(world: TestApp, by: string, body: object): Promise<string> {
  const { status, body: answer } = await post(world, "/tenant/operators", by, body);
  if (status === 201) return answer.data.id;
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(answer)}`);
  const confirm = `/tenant/change-requests/${answer.data.id}/confirm`;
  const second = await post(world, confirm, (await world.operator("second")).token, undefined);
  const confirmed =
    second.status === 403 ? await post(world, confirm, (await world.operator()).token, undefined) : second;
  return (await expectStatus(200, confirmed)).body.data.subject;
}

/** Invites an operator, who opens the link, chooses a password and logs in. */
export async function joinOperator(
  world: TestApp,
  { email, permissions, by }: Joining,
): Promise<TestOperator> {
  const password = `chosen by ${email}`;
  const operatorId = await addOperator(world, by, { email, name: "Awa Diop", permissions });
  const token = await linkTokenTo(world, email, "/invite");
  await expectStatus(200, await post(world, "/tenant/invitations/accept", null, { token, password }));
  const login = await expectStatus(201, await post(world, "/tenant/sessions", null, { email, password }));
  return { email, password, operatorId, token: login.body.data.token };
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
