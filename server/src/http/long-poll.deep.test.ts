import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/harness/database.ts";
import { createSampleServer } from "../../test/harness/sample-http.ts";

test("a long poll outlives the time in which a request must arrive", async () => {
  const database = await createTestDatabase();
  const polled = await createSampleServer(database.db);
  try {
    const port = await polled.listen({ host: "127.0.0.1", port: 0 });
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/checkout/samples/1?waitMs=10000`);
    expect(await answer.text()).toContain('"name":"waited"');
  } finally {
    await polled.stop();
    await database.drop();
  }
});
