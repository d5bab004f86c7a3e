import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createSampleServer } from "../../test/harness/sample-http.ts";
import { createLargeBodies } from "./large-bodies.ts";

describe("large bodies", () => {
  it("are let through one at a time, in the order of their coming, with a turn of the loop between them", async () => {
    const bodies = createLargeBodies();
    const story: string[] = [];
    const read = async (name: string): Promise<void> => {
      const end = await bodies.take();
      story.push(`${name} begins`);
      setImmediate(() => story.push("others"));
      await Promise.resolve();
      story.push(`${name} ends`);
      end();
      end();
    };
    await Promise.all([read("a"), read("b"), read("c")]);
    expect(story.filter((line) => line !== "others")).toEqual([
      ...["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"],
    ]);
    expect(story.indexOf("others")).toBeLessThan(story.indexOf("b begins"));
  });
});

describe("a server", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("goes on to the next one after each refusal and each answer", async () => {
    const server = await createSampleServer(database.db, { largeBodyBytes: 10 });
    const create = (body: string, index: number) =>
      server.app.inject({
        method: "POST",
        url: "/api/v1/samples",
        headers: {
          authorization: "Bearer key-a",
          "content-type": "application/json",
          "idempotency-key": `large-${index}`,
        },
        payload: body,
      });
    const bodies = ['{"name":"one"}', '{"name":', '{"name":"break"}', '{"name":"", "x":1}', '{"name":"two"}'];
    const answers = await Promise.all(bodies.map(create));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 400, 500, 400, 201]);
    await server.stop();
  });

  it("goes on when clients leave while they wait or are read", async () => {
    const server = await createSampleServer(database.db, { largeBodyBytes: 10 });
    const port = await server.listen({ host: "127.0.0.1", port: 0 });
    const head =
      "POST /api/v1/samples HTTP/1.1\r\nhost: x\r\nauthorization: Bearer key-a\r\ncontent-type: application/json\r\n";
    const leave = (index: number) =>
      new Promise<void>((resolve) => {
        const body = '{"name":"leaves"}';
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        socket.on("close", () => resolve());
        const headers = `${head}idempotency-key: leave-${index}\r\ncontent-length: ${body.length}\r\n\r\n`;
        socket.write(headers + body, () => socket.destroy());
      });
    await Promise.all(Array.from({ length: 8 }, (_, index) => leave(index)));
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/samples`, {
      method: "POST",
      headers: {
        authorization: "Bearer key-a",
        "content-type": "application/json",
        "idempotency-key": "stays",
      },
      body: '{"name":"stays"}',
    });
    expect(answer.status).toBe(201);
    await server.stop();
  });
});
