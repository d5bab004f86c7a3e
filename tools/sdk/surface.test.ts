import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { operations } from "../../sdk/js/src/generated/operations.ts";
import * as javascript from "../../sdk/js/src/index.ts";
import { methodNames } from "./method-names.ts";
import { capital, snake } from "./schema.ts";

/** The clients of all languages have the same surface. */
const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const inFolder = (path: string, ending: string) =>
  readdirSync(join(root, path))
    .filter((name) => name.endsWith(ending))
    .map((name) => read(`${path}/${name}`))
    .join("\n");
const python = inFolder("sdk/python/src/cauris", ".py");
const php = inFolder("sdk/php/src", ".php");

function javascriptHas(name: string): boolean {
  return name.includes(".")
    ? Object.hasOwn(operations, name)
    : Object.hasOwn(javascript, name) ||
        new RegExp(`^ {2}(?:readonly )?${name}[?(]`, "m").test(
          read("sdk/js/src/client.ts") + read("sdk/js/src/transport.ts"),
        );
}

function classOf(text: string, name: string): string {
  return new RegExp(`^class ${name}[(:][\\s\\S]*?(?=^class |(?![\\s\\S]))`, "m").exec(text)?.[0] ?? "";
}

function pythonHas(name: string): boolean {
  const [first = "", method] = name.split(".");
  if (method === undefined) return new RegExp(`^(?:class| +def) ${name}\\b|^ +${name}: `, "m").test(python);
  if (["webhooks", "money", "references"].includes(first))
    return new RegExp(`^def ${method}\\(`, "m").test(read(`sdk/python/src/cauris/${first}.py`));
  const group = first.split("_").map(capital).join("");
  return (
    new RegExp(`^ {4}def ${method}\\(`, "m").test(
      classOf(read("sdk/python/src/cauris/_methods.py"), group),
    ) &&
    new RegExp(`^ {4}(?:async )?def ${method}\\(`, "m").test(
      classOf(read("sdk/python/src/cauris/_async_methods.py"), `Async${group}`),
    )
  );
}

function phpHas(name: string): boolean {
  const [first = "", method] = name.split(/->|::/);
  if (method === undefined)
    return new RegExp(`^(?:final )?class ${name}\\b|public function ${name}\\(|\\$${name}\\b`, "m").test(php);
  const file = name.includes("::") ? `sdk/php/src/${first}.php` : `sdk/php/src/Methods/${capital(first)}.php`;
  return new RegExp(`public (?:static )?function ${method}\\(`).test(read(file));
}

describe("every operation is a method", () => {
  it.each(Object.values(methodNames))("%s", (name) => {
    expect(javascriptHas(name), "JavaScript").toBe(true);
    const [group = "", method = ""] = name.split(".");
    expect(pythonHas(`${snake(group)}.${snake(method)}`), "Python").toBe(true);
    expect(phpHas(name.replace(".", "->")), "PHP").toBe(true);
  });
});

describe("what docs/start/sdks.md names is in each client", () => {
  const rows = [
    ...read("docs/start/sdks.md").matchAll(/^\| ([^|]+) \| `([^|]+)` \| `([^|]+)` \| `([^|]+)` \|$/gm),
  ].map(([, what = "", ...names]) => [what, ...names] as [string, string, string, string]);
  it("in a table", () => expect(rows.length).toBeGreaterThan(25));
  it.each(rows)("%s", (_what, inJavascript, inPython, inPhp) => {
    expect(javascriptHas(inJavascript), inJavascript).toBe(true);
    expect(pythonHas(inPython), inPython).toBe(true);
    expect(phpHas(inPhp), inPhp).toBe(true);
  });
  it("a name that is in none is seen", () => {
    expect([javascriptHas("refunds.undo"), javascriptHas("undo")]).toEqual([false, false]);
    expect([pythonHas("refunds.undo"), pythonHas("money.undo"), pythonHas("undo")]).toEqual([
      false,
      false,
      false,
    ]);
    expect([phpHas("refunds->undo"), phpHas("Money::undo"), phpHas("undo")]).toEqual([false, false, false]);
  });
});
