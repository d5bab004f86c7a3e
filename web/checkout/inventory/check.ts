import { createHash } from "node:crypto";
import { type PageInventory, sha256 } from "./inventory.ts";
import { type Tag, tagsOf } from "./tags.ts";

const ownReload = /^[0-9]+(;url=\?([a-z]+=[a-z0-9]+&)*wait=[0-9])?$/;

/** A page as received, with the bodies of its scripts. */
export interface LivePage {
  readonly html: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** By their `src`; null when it could not be loaded. */
  readonly scripts: ReadonlyMap<string, Buffer | null>;
  /** Whether it came by HTTPS: then it must send HSTS. */
  readonly https: boolean;
}

/** Six months, the minimum for browsers' preload lists and auditors. */
const HSTS_SECONDS_MIN = 15_552_000;

/** Differences between the page and the inventory, in both directions; empty when the page matches. */
export function differences(page: LivePage, inventory: PageInventory): readonly string[] {
  const tags = tagsOf(page.html);
  return [
    ...tags.flatMap((tag) => tagDifferences(tag, page, inventory)),
    ...missingScripts(tags, inventory),
    ...headerDifferences(page, tags, inventory),
  ];
}

/** Elements that our pages do not use; each can load, frame or send something. */
const forbidden = [
  "iframe",
  "frame",
  "object",
  "embed",
  "applet",
  "base",
  "portal",
  "audio",
  "video",
  "source",
  "track",
];

const addresses = ["href", "src", "srcset", "action", "data", "poster", "xlink:href", "background"];

function tagDifferences(tag: Tag, page: LivePage, inventory: PageInventory): readonly string[] {
  const { name, attributes } = tag;
  const found: string[] = [];
  for (const [key, value] of attributes) {
    if (/^on/.test(key)) found.push(`<${name}> has an inline handler: ${key}`);
    if (key === "style") found.push(`<${name}> has an inline style`);
    if (key === "formaction") found.push(`<${name}> sends a form elsewhere: ${value}`);
    if (addresses.includes(key) && /^\s*(javascript|vbscript|data):/i.test(value) && !isFavicon(tag)) {
      found.push(`<${name}> has a ${key} that runs or holds something: ${value.slice(0, 60)}`);
    }
  }
  if (forbidden.includes(name)) found.push(`<${name}> has no place on the page`);
  switch (name) {
    case "script":
      return [...found, ...scriptDifferences(tag, page, inventory)];
    case "style":
      return isKnownStyle(tag.text, inventory) ? found : [...found, "a style that is not in the inventory"];
    case "meta": {
      const equivalent = attributes.get("http-equiv");
      const content = attributes.get("content") ?? "";
      // A page may reload itself and count its reloads; another destination may only be in links and forms.
      return equivalent === undefined || (equivalent === "refresh" && ownReload.test(content))
        ? found
        : [...found, `the page acts by itself: ${equivalent} ${content}`];
    }
    case "link":
      return isFavicon(tag) ? found : [...found, `a link to ${attributes.get("href")}`];
    case "img": {
      const address = attributes.get("src") ?? "";
      return fits(address, inventory.pictures) ? found : [...found, `a picture from ${address}`];
    }
    case "form": {
      const address = attributes.get("action") ?? "";
      return fits(address, inventory.forms) ? found : [...found, `a form that goes to ${address}`];
    }
    default:
      return found;
  }
}

function scriptDifferences(
  { attributes, text }: Tag,
  page: LivePage,
  inventory: PageInventory,
): readonly string[] {
  const source = attributes.get("src");
  if (source === undefined) return [`an inline script: ${text.slice(0, 60)}`];
  const agreed = inventory.scripts.find(({ path }) => path === source);
  if (agreed === undefined) return [`a script that is not in the inventory: ${source}`];
  const found: string[] = [];
  if (attributes.get("integrity") !== agreed.integrity) found.push(`${source} is asked for by another hash`);
  const body = page.scripts.get(source);
  if (body === null || body === undefined) found.push(`${source} could not be loaded`);
  else if (`sha384-${createHash("sha384").update(body).digest("base64")}` !== agreed.integrity)
    found.push(`${source} has other bytes than agreed`);
  return found;
}

function missingScripts(tags: readonly Tag[], inventory: PageInventory): readonly string[] {
  const there = tags.filter(({ name }) => name === "script").map(({ attributes }) => attributes.get("src"));
  return inventory.scripts
    .filter(({ path }) => !there.includes(path))
    .map(({ path }) => `the script ${path} is not on the page`);
}

function headerDifferences(
  page: LivePage,
  tags: readonly Tag[],
  inventory: PageInventory,
): readonly string[] {
  const hashes = tags.filter(({ name }) => name === "style").map(({ text }) => `'${sha256(text)}'`);
  const found = Object.entries(inventory.headers).flatMap(([name, agreed]) => {
    const wanted = agreed.replace("{styles}", hashes.join(" "));
    const given = page.headers[name];
    return given === wanted ? [] : [`the header ${name} is ${given ?? "missing"}, not ${wanted}`];
  });
  if (!page.https) return found;
  const seconds = Number(/max-age=([0-9]+)/.exec(page.headers["strict-transport-security"] ?? "")?.[1] ?? 0);
  return seconds >= HSTS_SECONDS_MIN ? found : [...found, "browsers are not told to stay with HTTPS"];
}

function isKnownStyle(text: string, { styles }: PageInventory): boolean {
  return styles.some((one) =>
    one.pattern === null ? one.sha256 === sha256(text) : new RegExp(one.pattern).test(text),
  );
}

function isFavicon({ name, attributes }: Tag): boolean {
  return name === "link" && attributes.get("rel") === "icon" && attributes.get("href") === "data:,";
}

function fits(address: string, agreed: readonly { readonly pattern: string }[]): boolean {
  return agreed.some(({ pattern }) => new RegExp(pattern).test(address));
}
