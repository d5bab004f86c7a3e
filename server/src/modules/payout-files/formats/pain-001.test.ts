import { describe, expect, it } from "vitest";
import { money } from "../../../kit/money.ts";
import { all, readXml, textAt, type XmlElement } from "../../bank-files/formats/xml.ts";
import { FILE_TRANSFERS_MAX, type PaymentFile, paymentFileText } from "./pain-001.ts";

const file: PaymentFile = {
  version: "09",
  messageId: "PF-20261120-1",
  createdAtMs: Date.UTC(2026, 10, 20, 15, 0, 0, 123),
  executeOn: "2026-11-20",
  accountHolder: "CAURIS & Fils SA",
  account: "CI93CI0080111301134291200589",
  bic: "BGOLCIAB",
  transfers: [
    {
      endToEndId: "K7M2Q9XT3A07",
      amount: money(5_000n, "XOF"),
      name: "Awa Koné <Œuvres> 🙂",
      account: "SN08SN0100152000048500003035",
      purpose: "Remboursement n° 12",
    },
    {
      endToEndId: "ZZZZZZZZZZ11",
      amount: money(700n, "XOF"),
      name: "張",
      account: "10003001000500000605306",
      purpose: "Gain",
    },
  ],
};

async function parsed(changes: Partial<PaymentFile> = {}) {
  let namespace = "";
  const taken: XmlElement[] = [];
  await readXml(Buffer.from(paymentFileText({ ...file, ...changes })), {
    records: new Set(["CstmrCdtTrfInitn"]),
    root: (uri) => {
      namespace = uri;
    },
    take: (record) => taken.push(record),
  });
  const [root] = taken;
  const [payment] = all(root, "PmtInf");
  return { namespace, root, payment, transfers: all(payment, "CdtTrfTxInf") };
}

describe("a payment file", () => {
  it.each(["03", "09"] as const)(
    "of version %s has its namespace, its counts and its sums",
    async (version) => {
      const { namespace, root, payment } = await parsed({ version });
      expect(namespace).toBe(`urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}`);
      for (const [part, path] of [
        [root, "GrpHdr/"],
        [payment, ""],
      ] as const) {
        expect(textAt(part, `${path}NbOfTxs`)).toBe("2");
        expect(textAt(part, `${path}CtrlSum`)).toBe("5700");
      }
      expect(textAt(root, "GrpHdr/CreDtTm")).toBe("2026-11-20T15:00:00Z");
      expect(textAt(payment, "DbtrAcct/Id/IBAN")).toBe(file.account);
    },
  );

  it("differs between its versions in the day and the bank's code", async () => {
    const old = await parsed({ version: "03" });
    expect(textAt(old.payment, "ReqdExctnDt")).toBe("2026-11-20");
    expect(textAt(old.payment, "DbtrAgt/FinInstnId/BIC")).toBe("BGOLCIAB");
    const current = await parsed();
    expect(textAt(current.payment, "ReqdExctnDt/Dt")).toBe("2026-11-20");
    expect(textAt(current.payment, "DbtrAgt/FinInstnId/BICFI")).toBe("BGOLCIAB");
  });

  it("names each transfer's recipient, account and amount, in characters that every bank takes", async () => {
    const { transfers } = await parsed();
    expect(transfers.map((one) => textAt(one, "PmtId/EndToEndId"))).toEqual(["K7M2Q9XT3A07", "ZZZZZZZZZZ11"]);
    expect(transfers.map((one) => textAt(one, "Amt/InstdAmt"))).toEqual(["5000", "700"]);
    expect(transfers.map((one) => textAt(one, "Cdtr/Nm"))).toEqual(["Awa Kone .OEuvres. .", "."]);
    expect(transfers.map((one) => textAt(one, "RmtInf/Ustrd"))).toEqual(["Remboursement n. 12", "Gain"]);
    expect(textAt(transfers[0], "CdtrAcct/Id/IBAN")).toBe("SN08SN0100152000048500003035");
    expect(textAt(transfers[1], "CdtrAcct/Id/Othr/Id")).toBe("10003001000500000605306");
  });

  it("names the euro area's scheme in euros, and no scheme elsewhere", async () => {
    const [transfer] = file.transfers;
    if (transfer === undefined) throw new Error("the file has transfers");
    const euro = await parsed({ transfers: [{ ...transfer, amount: money(1_250n, "EUR") }] });
    expect(textAt(euro.payment, "PmtTpInf/SvcLvl/Cd")).toBe("SEPA");
    expect(textAt(euro.payment, "CtrlSum")).toBe("12.50");
    expect(textAt((await parsed()).payment, "PmtTpInf/SvcLvl/Cd")).toBeNull();
  });

  it("is not made of nothing, of too many transfers or of two currencies", () => {
    const [one] = file.transfers;
    if (one === undefined) throw new Error("the file has transfers");
    const text = (transfers: PaymentFile["transfers"]) => () => paymentFileText({ ...file, transfers });
    expect(text([])).toThrow("1 to 500 transfers");
    expect(text(Array.from({ length: FILE_TRANSFERS_MAX }, () => one))).not.toThrow();
    expect(text(Array.from({ length: FILE_TRANSFERS_MAX + 1 }, () => one))).toThrow("1 to 500 transfers");
    expect(text([one, { ...one, amount: money(1n, "XAF") }])).toThrow("one currency");
  });
});
