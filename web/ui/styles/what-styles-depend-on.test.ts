import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const web = join(import.meta.dirname, "../..");
const filesOf = (ending: RegExp): readonly string[] =>
  ["account", "console", "dashboard", "frame", "ui"].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => ending.test(file) && !file.includes("node_modules") && !file.includes(".test."))
      .map((file) => join(folder, file)),
  );

/** The widths in CSS pixels at which a style sheet changes. Pure. */
const widthsOf = (css: string): readonly number[] =>
  [...css.matchAll(/(?:min|max)-width:\s*([\d.]+)(rem|em|px)|width\s*[<>]=?\s*([\d.]+)(rem|em|px)/g)].map(
    ([, length = "0", unit, other, otherUnit]) =>
      Number(other ?? length) * ((otherUnit ?? unit) === "px" ? 1 : 16),
  );

it("between 320 and 360 px no style changes: what is looked at in full at one of them need not be at the other", () => {
  const sheets = filesOf(/\.css$/);
  const queries = sheets.flatMap((file) => {
    const css = readFileSync(join(web, file), "utf8");
    return [...css.matchAll(/@(?:media|container)([^{]*)\{/g)].flatMap(([, query = ""]) =>
      widthsOf(query).map((width) => ({ file, width })),
    );
  });
  expect(queries.length).toBeGreaterThan(5);
  expect(queries.filter(({ width }) => width >= 320 && width <= 360)).toEqual([]);
});

it("no script of the screens asks how wide the window is", () => {
  const scripts = filesOf(/\.tsx?$/);
  const asking = scripts.filter((file) =>
    /matchMedia\("?\(?(?:min|max)-width|innerWidth/.test(readFileSync(join(web, file), "utf8")),
  );
  expect(scripts.length).toBeGreaterThan(100);
  expect(asking).toEqual([]);
});

it("no style depends on the language: contrast that is enough in one is enough in all", () => {
  const asking = filesOf(/\.css$/).filter((file) =>
    /:lang\(|\[lang/.test(readFileSync(join(web, file), "utf8")),
  );
  expect(asking).toEqual([]);
});
