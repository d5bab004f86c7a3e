import { describe, expect, it } from "vitest";
import { BankFileFault } from "./file-fault.ts";
import { FILE_BYTES_MAX, readXml, type XmlElement } from "./xml.ts";

const head = '<?xml version="1.0" encoding="UTF-8"?>';

async function read(text: string | Buffer, records = ["r"]): Promise<readonly XmlElement[]> {
  const taken: XmlElement[] = [];
  await readXml(Buffer.from(text), {
    records: new Set(records),
    root: () => {},
    take: (record) => taken.push(record),
  });
  return taken;
}

/** The sentence with which a file is refused, and how many records were taken before. */
async function refusal(text: string | Buffer): Promise<string> {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof BankFileFault) return error.sentence;
    throw error;
  }
  return "taken";
}

const laughs = `${head}<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><r>&c;</r>`;
const file = `${head}<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>`;
const network = `${head}<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd"><r/>`;
const parameter = `${head}<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]><r/>`;

describe("a hostile file is refused", () => {
  it.each([
    ["entities that grow", laughs, "document type"],
    ["an entity that is a file", file, "document type"],
    ["a document type at an address", network, "document type"],
    ["a parameter entity", parameter, "document type"],
    ["an entity that nobody declared", `${head}<r>&nbsp;</r>`, "not well-formed XML: undefined entity"],
    ["depth", `${head}${"<a>".repeat(41)}`, "nested deeper than 40"],
    ["depth without end", `${head}${"<a>".repeat(1_000_000)}`, "nested deeper than 40"],
    [
      "attributes",
      `${head}<r ${Array.from({ length: 13 }, (_, at) => `a${at}="1"`).join(" ")}/>`,
      "more than 12 attributes",
    ],
    ["the same attribute twice", `${head}<r a="1" a="2"/>`, "not well-formed XML"],
    ["a text without end", `${head}<r>${"x".repeat(10_001)}</r>`, "more than 10000 characters"],
    [
      "a text in many pieces",
      `${head}<r>${"<![CDATA[xxxxx]]>".repeat(2_001)}</r>`,
      "more than 10000 characters",
    ],
    ["elements without end", `${head}<r>${"<a/>".repeat(200_001)}</r>`, "more than 200000 elements"],
    ["another version of XML", `<?xml version="1.1"?><r/>`, "not XML 1.0"],
    ["no end", `${head}<r><a>`, "not well-formed XML: unclosed tag: a"],
    ["two roots", `${head}<r/><r/>`, "not well-formed XML"],
    ["a control character", `${head}<r>\u0001</r>`, "not well-formed XML: disallowed character"],
    ["a character that is none", `${head}<r>&#0;</r>`, "not well-formed XML"],
    ["no XML", "bookingDate;amount", "not well-formed XML"],
    ["nothing", "", "The file is empty"],
    ["a page", "<!DOCTYPE html><html></html>", "document type"],
  ])("for %s", async (_what, text, sentence) => {
    expect(await refusal(text)).toContain(sentence);
  });

  it.each([
    ["UTF-16", Buffer.from(`\ufeff${head}<r/>`, "utf16le"), "UTF-16"],
    ["UTF-16 without a mark", Buffer.from(`${head}<r/>`, "utf16le"), "UTF-16"],
    [
      "bytes that are no UTF-8",
      Buffer.concat([Buffer.from(`${head}<r>`), Buffer.from([0xc3, 0x28])]),
      "not in the encoding that it declares (UTF-8)",
    ],
    [
      "an encoding that hides markup",
      Buffer.from('<?xml version="1.0" encoding="UTF-7"?><r/>'),
      "an encoding other than",
    ],
    ["its size", Buffer.alloc(FILE_BYTES_MAX + 1, 0x20), "more than 20 MB"],
  ])("for %s", async (_what, bytes, sentence) => {
    expect(await refusal(bytes)).toContain(sentence);
  });

  it("names the place, and nothing of the content", async () => {
    const sentence = await refusal(`${head}\n<r>\n<secret>4711</wrong></r>`);
    expect(sentence).toMatch(/\(line 3, column \d+\)\.$/);
    expect(sentence).not.toContain("4711");
  });
});

describe("an honest file", () => {
  it("is handed over record by record, the inner one first, and the outer one without it", async () => {
    const taken = await read(`${head}<x><r><h>1</h><s a="b">2</s></r></x>`, ["s", "r"]);
    expect(taken).toEqual([
      { name: "s", attributes: { a: "b" }, text: "2", children: [], size: 1 },
      {
        name: "r",
        attributes: {},
        text: "",
        size: 2,
        children: [expect.objectContaining({ name: "h", text: "1" })],
      },
    ]);
  });

  it("may have any number of records: only one is kept at a time", async () => {
    expect(await read(`${head}<x>${"<r><a/><b/></r>".repeat(100_000)}</x>`)).toHaveLength(100_000);
  });

  it("may have the five entities of XML, references to characters, and a byte order mark", async () => {
    const [record] = await read(`\ufeff${head}<r>&lt;&amp;&gt;&quot;&apos;&#233;<![CDATA[<&]]></r>`);
    expect(record?.text).toBe(`<&>"'é<&`);
  });
});
