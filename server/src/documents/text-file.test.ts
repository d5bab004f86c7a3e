import { expect, it } from "vitest";
import { textFile } from "./text-file.ts";

it("holds every text once, in order, whatever the number of them in a turn", async () => {
  const texts = Array.from({ length: 23 }, (_, index) => `é${index}\n`);
  for (const perTurn of [1, 2, 22, 23, 24]) {
    expect((await textFile(texts, perTurn)).toString("utf8")).toBe(texts.join(""));
  }
  expect(await textFile([])).toEqual(Buffer.alloc(0));
});

it("lets others have a turn after so many texts, and makes none before its turn", async () => {
  let made = 0;
  let most = 0;
  let before = 0;
  function* texts() {
    for (; made < 10; made += 1) yield "x";
  }
  const watch = (): void => {
    most = Math.max(most, made - before);
    before = made;
    watching = setImmediate(watch);
  };
  let watching = setImmediate(watch);
  await textFile(texts(), 3);
  clearImmediate(watching);
  expect([made, most]).toEqual([10, 3]);
});
