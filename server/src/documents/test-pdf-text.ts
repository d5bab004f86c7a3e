import { inflateSync } from "node:zlib";

/** The text of each page, read back through the fonts' own character tables. */
export function textOfPdf(pdf: Buffer): readonly string[] {
  const raw = pdf.toString("latin1");
  const objects = new Map<string, { readonly head: string; readonly stream: string }>();
  for (const [, id = "", body = ""] of raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = "", packed] = body.split(/\nstream\n/);
    // What describes the file is not packed.
    const stream =
      packed === undefined || !head.includes("/FlateDecode")
        ? ""
        : inflateSync(Buffer.from(packed.replace(/\nendstream$/, ""), "latin1")).toString("latin1");
    objects.set(id, { head, stream });
  }
  const object = (id: string | undefined) => objects.get(id ?? "") ?? { head: "", stream: "" };
  const lettersOf = (fontId: string) => {
    const letters = new Map<string, string>();
    const cmap = object(object(fontId).head.match(/\/ToUnicode (\d+)/)?.[1]).stream;
    for (const [, from = "", to = ""] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
      for (const [index, [, target = ""]] of [...to.matchAll(/<([^>]*)>/g)].entries()) {
        const code = (Number.parseInt(from, 16) + index).toString(16).padStart(4, "0");
        letters.set(code, hexText(target.replaceAll(" ", "")));
      }
    }
    return letters;
  };
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\n/.test(head))
    .map(({ head }) => {
      const fonts = new Map<string, ReadonlyMap<string, string>>();
      const resources = object(head.match(/\/Resources (\d+)/)?.[1]).head;
      for (const [, name = "", id = ""] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        fonts.set(name, lettersOf(id));
      }
      let letters: ReadonlyMap<string, string> = new Map();
      let text = "";
      const drawn = object(head.match(/\/Contents (\d+)/)?.[1]).stream;
      for (const [, font, shown = ""] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
        if (font !== undefined) letters = fonts.get(font) ?? new Map();
        else {
          for (const [, hex = ""] of shown.matchAll(/<([0-9a-f]+)>/g)) {
            for (const code of hex.match(/.{4}/g) ?? []) text += letters.get(code) ?? "";
          }
          text += "\n";
        }
      }
      return text;
    });
}

function hexText(hex: string): string {
  return Buffer.from(hex, "hex").swap16().toString("utf16le");
}
