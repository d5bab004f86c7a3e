import { describe, expect, it } from "vitest";
import type { Host } from "../kit/database-address.ts";
import { createChoice } from "./client.ts";
import { connectFailure } from "./connect-failure.ts";
import type { ServerState } from "./server-state.ts";

const [one, two] = [
  { host: "one", port: 1 },
  { host: "two", port: 2 },
] as const;
const primary = { inRecovery: false, readOnly: false };
const standby = { inRecovery: true, readOnly: true };

/** Answers by host; a function waits, an error is a server that is away. */
function asking(answers: Record<string, ServerState | Error | Promise<ServerState>>) {
  const asked: string[] = [];
  const ask = async ({ host }: Host): Promise<ServerState> => {
    asked.push(host);
    const answer = answers[host];
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no such host");
    return answer;
  };
  return { asked, ask, answers };
}

describe("the choice of a server", () => {
  it("takes the one that is meant, wherever it stands in the address", async () => {
    const { ask } = asking({ one: standby, two: primary });
    expect(await createChoice([one, two], "read-write", ask).choose()).toBe(two);
    expect(await createChoice([one, two], "standby", ask).choose()).toBe(one);
    expect(await createChoice([two, one], "prefer-standby", ask).choose()).toBe(one);
  });

  it("does not wait for one that is silent while another fits", async () => {
    const { ask } = asking({ one: new Promise<ServerState>(() => {}), two: primary });
    expect(await createChoice([one, two], "read-write", ask).choose()).toBe(two);
  });

  it("prefers a standby and does with the primary", async () => {
    const { ask } = asking({ one: new Error("refused"), two: primary });
    expect(await createChoice([one, two], "prefer-standby", ask).choose()).toBe(two);
  });

  it("says of each server why it is not the one", async () => {
    const { ask } = asking({ one: standby, two: new Error("connect ECONNREFUSED") });
    const error = await createChoice([one, two], "read-write", ask)
      .choose()
      .catch((caught: unknown) => caught);
    expect(connectFailure(error, "postgres://u:p@one:1,two:2/cauris")).toEqual({
      explanation: "one:1 is a standby; two:2: connect ECONNREFUSED",
      isPermanent: false,
    });
  });

  it("asks once for connections that open together, and again after a failure", async () => {
    const { ask, asked, answers } = asking({ one: standby, two: standby });
    const choice = createChoice([one, two], "read-write", ask);
    const together = [choice.choose(), choice.choose()].map((each) => expect(each).rejects.toThrow());
    await Promise.all(together);
    expect(asked).toEqual(["one", "two"]);
    answers.one = primary;
    expect(await choice.choose()).toBe(one);
    expect(await choice.choose()).toBe(one);
    expect(asked).toHaveLength(4);
    choice.forget();
    answers.one = standby;
    answers.two = primary;
    expect(await choice.choose()).toBe(two);
  });
});
