import { expect, it } from "vitest";
import { isStatusReport, readStatusReport } from "./pain-002.ts";

const report = (body: string, version = "10") =>
  Buffer.from(
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt><GrpHdr><MsgId>R-1</MsgId></GrpHdr>${body}</CstmrPmtStsRpt></Document>`,
  );
const group = (rest = "") => `<OrgnlGrpInfAndSts><OrgnlMsgId>PF-1</OrgnlMsgId>${rest}</OrgnlGrpInfAndSts>`;
const transfer = (id: string, status: string, reason = "") =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}</TxInfAndSts>`;
const because = (code: string) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;

it.each(["03", "10"])(
  "version %s tells the state of the file, of its part and of each transfer",
  async (version) => {
    const payment = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>PF-1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>${transfer("A", "ACSC")}${transfer("B", "RJCT", because("AC04"))}</OrgnlPmtInfAndSts>`;
    const bytes = report(group("<GrpSts>PART</GrpSts>") + payment, version);
    expect(isStatusReport(bytes.toString())).toBe(true);
    expect(await readStatusReport(bytes)).toEqual({
      messageId: "PF-1",
      group: { status: "PART", reason: null },
      payment: { status: "PART", reason: null },
      transfers: [
        { endToEndId: "A", status: "ACSC", reason: null, bankReference: null },
        { endToEndId: "B", status: "RJCT", reason: "AC04", bankReference: null },
      ],
    });
  },
);

it("may refuse the whole file", async () => {
  const bytes = report(group(`<GrpSts>RJCT</GrpSts>${because("FF01")}`));
  expect(await readStatusReport(bytes)).toMatchObject({
    group: { status: "RJCT", reason: "FF01" },
    transfers: [],
  });
});

it.each([
  ["another version", report(group(), "09"), "no status report that is read"],
  ["no name of our file", report("<OrgnlGrpInfAndSts/>"), "does not name the file that it is about"],
  [
    "a transfer without number",
    report(`${group()}<OrgnlPmtInfAndSts><TxInfAndSts><TxSts>RJCT</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>`),
    "a transfer without its number",
  ],
])("is refused with %s", async (_what, bytes, sentence) => {
  await expect(readStatusReport(bytes)).rejects.toThrow(sentence);
});
