/** One start tag of a page, as a browser reads it: names in lower case, values without their quotes. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** For `script` and `style`: the text up to their end tag. Empty for others. */
  readonly text: string;
}

const rawText = ["script", "style"];
const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/**
 * Every start tag of a page. Made to find what should not be there: whatever begins with `<` and a letter counts as a
 * tag, also inside text, where our own pages have escaped every one.
 */
export function tagsOf(html: string): readonly Tag[] {
  const tags: Tag[] = [];
  const start = /<([a-zA-Z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/g;
  for (let match = start.exec(html); match !== null; match = start.exec(html)) {
    const name = (match[1] ?? "").toLowerCase();
    const attributes = new Map<string, string>();
    for (const [, key = "", double, single, bare] of (match[2] ?? "").matchAll(attribute))
      attributes.set(key.toLowerCase(), decode(double ?? single ?? bare ?? ""));
    let text = "";
    if (rawText.includes(name)) {
      const end = html.toLowerCase().indexOf(`</${name}`, start.lastIndex);
      text = html.slice(start.lastIndex, end === -1 ? html.length : end);
      start.lastIndex += text.length;
    }
    tags.push({ name, attributes, text });
  }
  return tags;
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
