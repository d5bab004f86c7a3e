import { setImmediate as nextTurn } from "node:timers/promises";
import { SaxesParser, type SaxesTagNS } from "saxes";
import { BankFileFault, type BankFileFaultCode } from "./file-fault.ts";

/** An element of a file, as far as it was kept. Names are without their prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text directly in it, without spaces at the ends. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

export interface XmlRules {
  /** Refuses, by throwing, a root of a namespace that is not expected. */
  readonly root: (namespace: string, name: string) => void;
  /** Names of the elements that are handed over as soon as they are complete, and not kept in those around them. */
  readonly records: ReadonlySet<string>;
  readonly take: (record: XmlElement) => void;
}

/** In bytes. Twenty thousand entries with all their details are about half of it. */
export const FILE_BYTES_MAX = 20 * 1_048_576;
/** The deepest statement has 14 levels. */
const DEPTH_MAX = 40;
/** An element of these messages has at most one attribute, besides namespaces of the root. */
const ATTRIBUTES_MAX = 12;
/** Bounds the memory of one record or of what surrounds the records. */
const KEPT_ELEMENTS_MAX = 200_000;
const TEXT_LENGTH_MAX = 10_000;
/** Between these pieces other requests have their turn. */
const PIECE_LENGTH = 65_536;

interface Growing {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: Growing[];
  /** Elements in it, itself included. */
  size: number;
}

/**
 * Reads a file element by element. Its memory is that of the largest record. Nothing outside the file is ever read: a
 * document type is refused before any of it counts, so there are no entities but the five of XML itself. Refuses with
 * `BankFileFault` a file that is no XML, or larger, deeper or wider than a bank's file can be.
 */
export async function readXml(bytes: Buffer, rules: XmlRules): Promise<void> {
  const text = decode(bytes);
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: Growing[] = [];
  let kept = 0;
  let attributes = 0;
  const fault = (code: BankFileFaultCode, sentence: string): never => {
    throw new BankFileFault(code, `${sentence} (line ${parser.line}, column ${parser.column}).`);
  };

  parser.on("error", (error) => fault("NOT_XML", `The file is not well-formed XML: ${reasonOf(error)}`));
  parser.on("doctype", () => fault("NOT_XML", "The file has a document type, which bank files do not have"));
  parser.on("xmldecl", ({ version }) => {
    if (version !== "1.0") fault("NOT_XML", "The file is not XML 1.0");
  });
  parser.on("opentagstart", () => {
    attributes = 0;
    if (open.length >= DEPTH_MAX) fault("TOO_LARGE", `The file is nested deeper than ${DEPTH_MAX} elements`);
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX)
      fault("TOO_LARGE", `An element has more than ${ATTRIBUTES_MAX} attributes`);
  });
  parser.on("opentag", (tag) => {
    if (open.length === 0) rules.root(tag.uri, tag.local);
    kept += 1;
    if (kept > KEPT_ELEMENTS_MAX)
      fault("TOO_LARGE", `A part of the file has more than ${KEPT_ELEMENTS_MAX} elements`);
    open.push({ name: tag.local, attributes: attributesOf(tag), text: "", children: [], size: 1 });
  });
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (element === undefined) return;
    if (element.text.length + piece.length > TEXT_LENGTH_MAX)
      fault("TOO_LARGE", `The text of an element has more than ${TEXT_LENGTH_MAX} characters`);
    element.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop();
    if (element === undefined) return;
    element.text = element.text.trim();
    if (rules.records.has(element.name)) {
      kept -= element.size;
      rules.take(element);
      return;
    }
    const parent = open.at(-1);
    if (parent === undefined) return;
    parent.children.push(element);
    parent.size += element.size;
  });

  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    parser.write(text.slice(at, at + PIECE_LENGTH));
    await nextTurn();
  }
  parser.close();
}

/** The message of the parser, which begins with the place that the sentence names at its end. */
function reasonOf({ message }: Error): string {
  return message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");
}

function attributesOf({ attributes }: SaxesTagNS): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]));
}

const encodings: Readonly<Record<string, string>> = {
  "utf-8": "utf-8",
  "us-ascii": "utf-8",
  "iso-8859-1": "latin1",
  "iso-8859-15": "iso-8859-15",
  "windows-1252": "windows-1252",
};

/** The text of a file, by the encoding that it declares; UTF-8 where it declares none. */
export function decode(bytes: Buffer): string {
  if (bytes.length === 0) throw new BankFileFault("EMPTY", "The file is empty.");
  if (bytes.length > FILE_BYTES_MAX)
    throw new BankFileFault("TOO_LARGE", `The file has more than ${FILE_BYTES_MAX / 1_048_576} MB.`);
  // Only UTF-16 and UTF-32 put a zero, or one of their marks, into the first two bytes.
  if ([...bytes.subarray(0, 2)].some((byte) => byte === 0 || byte >= 0xfe))
    throw new BankFileFault(
      "BAD_ENCODING",
      "The file is in UTF-16 or UTF-32: UTF-8 and ISO-8859-1 are read.",
    );
  const start = bytes.subarray(0, 200).toString("latin1");
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    start,
  )?.[1];
  const encoding = encodings[(declared ?? "utf-8").toLowerCase()];
  if (encoding === undefined)
    throw new BankFileFault("BAD_ENCODING", "The file declares an encoding other than UTF-8 and ISO-8859-1.");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BankFileFault(
      "BAD_ENCODING",
      `The file is not in the encoding that it declares (${declared ?? "UTF-8"}).`,
    );
  }
}

/** The first child with this name at each step; null where one is missing. */
export function at(element: XmlElement | null | undefined, path: string): XmlElement | null {
  let found: XmlElement | null = element ?? null;
  for (const name of path.split("/")) found = found?.children.find((child) => child.name === name) ?? null;
  return found;
}

/** The text at the end of a path; null where there is none. */
export function textAt(element: XmlElement | null | undefined, path: string): string | null {
  const text = at(element, path)?.text;
  return text === undefined || text === "" ? null : text;
}

/** Every child with this name. */
export function all(element: XmlElement | null | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
