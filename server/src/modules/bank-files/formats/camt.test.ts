import { describe, expect, it } from "vitest";
import { money } from "../../../kit/money.ts";
import {
  type CamtEntry,
  type CamtFile,
  camtText,
} from "../../../providers/bank-transfer/stand-in/camt-text.ts";
import { readCamt } from "./camt.ts";

const account = "CI93CI0080111301134291200589";
const xof = (minor: bigint) => money(minor, "XOF");
const file: Omit<CamtFile, "entries" | "kind" | "version"> = {
  id: "STMT-1",
  createdAtMs: Date.UTC(2026, 10, 20, 18),
  account,
  currency: "XOF",
};
const entry: CamtEntry = {
  amount: xof(5_000n),
  bookedOn: "2026-11-20",
  entryReference: "1",
  bankReference: "BK-778",
  transactions: [
    {
      endToEndId: "E2E-1",
      structuredReference: "RF18539007547034",
      text: "Commande K7M2Q9XT3A07",
      partyName: "Awa Koné & Fils",
      partyAccount: "SN08SN0100152000048500003035",
    },
  ],
};
const all = [
  ["053", "02"],
  ["053", "08"],
  ["054", "02"],
  ["054", "08"],
] as const;
const read = (changes: Partial<CamtFile> & Pick<CamtFile, "entries">, text = (xml: string) => xml) =>
  readCamt(Buffer.from(text(camtText({ ...file, kind: "053", version: "08", ...changes }))));

describe.each(all)("camt.%s version %s", (kind, version) => {
  it("tells everything of a booked credit", async () => {
    expect(await read({ kind, version, entries: [entry] })).toEqual({
      format: kind === "053" ? "CAMT_053" : "CAMT_054",
      accounts: [account],
      entries: [
        {
          direction: "CREDIT",
          isReversal: false,
          isBooked: true,
          amount: xof(5_000n),
          bookedOn: "2026-11-20",
          bankReferences: ["BK-778"],
          batchReference: null,
          lineReference: "1",
          endToEndId: "E2E-1",
          structuredReferences: ["RF18539007547034"],
          text: "Commande K7M2Q9XT3A07",
          counterpartyName: "Awa Koné & Fils",
          counterpartyAccount: "SN08SN0100152000048500003035",
          returnReason: null,
        },
      ],
    });
  });

  it("tells the other side of a debit, a reversal and why money came back", async () => {
    const returned = { endToEndId: "P-1", returnReason: "AC04", partyName: "Kofi" };
    const { entries } = await read({
      kind,
      version,
      entries: [
        { ...entry, isCredit: false, transactions: [returned] },
        { ...entry, isCredit: false, isReversal: true },
        { ...entry, status: "PDNG" },
      ],
    });
    expect(entries).toMatchObject([
      { direction: "DEBIT", counterpartyName: "Kofi", returnReason: "AC04", isReversal: false },
      { direction: "DEBIT", isReversal: true },
      { direction: "CREDIT", isBooked: false },
    ]);
  });

  it("parts a booking of several that all tell their amounts", async () => {
    const transactions = [
      { bankReference: "T-1", amount: xof(3_000n), endToEndId: "A" },
      { amount: xof(2_000n), endToEndId: "B" },
    ];
    const { entries } = await read({ kind, version, entries: [{ ...entry, transactions }] });
    expect(entries).toMatchObject([
      { amount: xof(3_000n), bankReferences: ["T-1"], batchReference: "BK-778", endToEndId: "A" },
      { amount: xof(2_000n), bankReferences: ["BK-778/B"], batchReference: "BK-778", endToEndId: "B" },
    ]);
  });

  it.each([
    ["does not tell every amount", [{ amount: xof(5_000n) }, {}]],
    ["does not add up", [{ amount: xof(3_000n) }, { amount: xof(1_999n) }]],
  ])("leaves a booking whole that %s", async (_what, transactions) => {
    const { entries } = await read({ kind, version, entries: [{ ...entry, transactions }] });
    expect(entries).toMatchObject([
      { amount: xof(5_000n), bankReferences: ["BK-778"], batchReference: null },
    ]);
  });
});

describe("a statement", () => {
  it("may be in an older encoding that it declares", async () => {
    const xml = camtText({ ...file, kind: "053", version: "02", entries: [entry] });
    const bytes = Buffer.from(xml.replace("UTF-8", "ISO-8859-1"), "latin1");
    expect((await readCamt(bytes)).entries[0]?.counterpartyName).toBe("Awa Koné & Fils");
  });

  it("adds up: opening balance, booked entries, closing balance", async () => {
    const entries = [entry, { ...entry, isCredit: false, amount: xof(700n) }, { ...entry, status: "PDNG" }];
    const balances = { opening: xof(-1_000n), closing: xof(3_300n) };
    expect((await read({ entries, balances })).entries).toHaveLength(3);
    await expect(read({ entries: entries.slice(0, 1), balances })).rejects.toThrow(
      "do not make its closing balance",
    );
  });

  it("has as many entries as it says", async () => {
    const counted = (count: number) => (xml: string) =>
      xml.replace(
        "<Ntry>",
        `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries></TtlNtries></TxsSummry><Ntry>`,
      );
    expect((await read({ entries: [entry] }, counted(1))).entries).toHaveLength(1);
    await expect(read({ entries: [entry] }, counted(2))).rejects.toThrow(
      "says that it has 2 entries, and has 1",
    );
  });

  it("takes no number for one that the payer's bank made up", async () => {
    const { entries } = await read({
      entries: [{ ...entry, transactions: [{ endToEndId: "NOTPROVIDED" }] }],
    });
    expect(entries[0]?.endToEndId).toBeNull();
  });

  it("names its account also where that has no IBAN", async () => {
    expect((await read({ account: "10003001000500000605306", entries: [entry] })).accounts).toEqual([
      "10003001000500000605306",
    ]);
  });

  it.each([
    [
      "an entry without amount",
      (xml: string) => xml.replace(/<Amt Ccy="XOF">5000<\/Amt>/, ""),
      "An amount (Amt in Ntry) is missing",
    ],
    [
      "a fraction of a franc",
      (xml: string) => xml.replace(">5000<", ">5000.50<"),
      "no amount of its currency",
    ],
    [
      "an unknown currency",
      (xml: string) => xml.replace('Ccy="XOF"', 'Ccy="XXX"'),
      "currency is not known here",
    ],
    ["a negative amount", (xml: string) => xml.replace(">5000<", ">-5000<"), "no amount of its currency"],
    [
      "an amount in the notation of computers",
      (xml: string) => xml.replace(">5000<", ">5e3<"),
      "no amount of its currency",
    ],
    [
      "an entry without direction",
      (xml: string) => xml.replace("<CdtDbtInd>CRDT</CdtDbtInd>", ""),
      "credit or a debit",
    ],
    ["an entry without status", (xml: string) => xml.replace("<Sts><Cd>BOOK</Cd></Sts>", ""), "no status"],
    [
      "a day that does not exist",
      (xml: string) => xml.replaceAll("2026-11-20<", "2026-02-30<"),
      "has no day",
    ],
    ["no account", (xml: string) => xml.replace(/<Acct>.*?<\/Acct>/, ""), "names no account"],
    [
      "another message",
      (xml: string) => xml.replace("camt.053.001.08", "camt.052.001.08"),
      "no statement that is read",
    ],
    [
      "another version",
      (xml: string) => xml.replace("camt.053.001.08", "camt.053.001.12"),
      "no statement that is read",
    ],
    ["another root", (xml: string) => xml.replaceAll("Document", "Dokument"), "no statement that is read"],
  ])("is refused with %s", async (_what, change, sentence) => {
    await expect(read({ entries: [entry] }, change)).rejects.toThrow(sentence);
  });
});
