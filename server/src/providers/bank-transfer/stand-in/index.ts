import { join } from "node:path";
import { readAccountNumber } from "../../../kit/bank-account.ts";
import { fieldsOf, readJsonObject } from "../../../kit/json-object.ts";
import { parseDecimal } from "../../../kit/money.ts";
import { createBook, type Entry } from "../../../stand-ins/book.ts";
import {
  type Holder,
  holders,
  readForm,
  type StandIn,
  type StandInAnswer,
  type StandInDefinition,
  type StandInRequest,
  type StandInWorld,
} from "../../../stand-ins/stand-in.ts";
import { BANK_TRANSFER } from "../connector.ts";
import { type CamtEntry, camtText } from "./camt-text.ts";
import { bankFolders } from "./folders.ts";
import { readOrderFile } from "./pain-001-reader.ts";
import { statusReportText } from "./pain-002-text.ts";

const accounts: Readonly<Record<Holder, string>> = {
  first: "CI93CI0080111301134291200589",
  second: "SN08SN0100152000048500003035",
};
const CURRENCY = "XOF";
const PAYER_ACCOUNT = "BJ66BJ0610100100144390000769";

/**
 * A bank that exchanges files. It takes the payout files of two accounts, keeps a book, and writes its answers (pain.002) and
 * notices (camt.054) into their statement folders. `GET /bank` is the page of a person who sends transfers to the account,
 * sends booked ones back, and asks for the statement of the day; `POST /bank/transfer`, `/bank/return`, `/bank/statement` and
 * `/bank/malformed` also take JSON. Faults of callbacks apply to its answers. `base`: the folder of all bank files.
 */
export const bankTransferStandIn = (base: string): StandInDefinition => ({
  name: BANK_TRANSFER,
  port: 4107,
  title: "Bank",
  methods: ["BANK_TRANSFER"],
  accountSettings: (_baseUrl, holder) => ({
    bankName: "Banque d'essai",
    accountHolder: "CAURIS SA",
    iban: accounts[holder],
    bic: "TESTCIAB",
    currency: CURRENCY,
    statementFolder: join(base, "stand-in", holder, "in"),
    payoutFolder: join(base, "stand-in", holder, "out"),
  }),
  failureCodes: ["AC04", "AC01", "AM04", "MS03"],
  open: (world) => openBank(world, base),
});

function openBank(world: StandInWorld, base: string): StandIn {
  const { clock, faults } = world;
  const book = createBook(world);
  const folders = bankFolders(base);
  /** Numbers of files that were taken: a bank refuses a second one. */
  const taken = new Set<string>();
  const late: { readonly atMs: number; readonly write: () => Promise<void> }[] = [];
  let numbers = 0;
  const next = (prefix: string): string => {
    numbers += 1;
    return `${prefix}-${clock.nowMs()}-${numbers}`;
  };

  const notice = (holder: Holder, kind: "053" | "054", entries: readonly CamtEntry[]): Promise<void> => {
    const id = next(kind === "054" ? "NTFC" : "STMT");
    const common = { id, createdAtMs: clock.nowMs(), account: accounts[holder], currency: CURRENCY };
    return folders.write(holder, `${id}.xml`, camtText({ kind, version: "08", ...common, entries }));
  };
  const answer = (
    holder: Holder,
    messageId: string,
    told: Pick<Parameters<typeof statusReportText>[0], "group" | "reason" | "transfers">,
  ): Promise<void> => {
    const id = next("PSR");
    return folders.write(
      holder,
      `${id}.xml`,
      statusReportText({ id, createdAtMs: clock.nowMs(), messageId, ...told }),
    );
  };

  const takeFiles = async (holder: Holder): Promise<void> => {
    for (const text of await folders.takeOrders(holder)) {
      const file = readOrderFile(text);
      if (file === null) {
        await answer(holder, "UNREADABLE", { group: "RJCT", reason: "FF01", transfers: [] });
        continue;
      }
      if (taken.has(file.messageId)) {
        await answer(holder, file.messageId, { group: "RJCT", reason: "DUPL", transfers: [] });
        continue;
      }
      taken.add(file.messageId);
      for (const { endToEndId, amount, name, account } of file.transfers)
        book.add({
          kind: "PAYOUT",
          holder,
          id: endToEndId,
          reference: file.messageId,
          amount,
          paymentId: null,
          callbackUrl: null,
          plan: { end: "SUCCESS", reports: 1 },
          party: name,
          details: { account },
        });
      await answer(holder, file.messageId, { group: "ACCP", transfers: [] });
    }
  };

  /** What the bank says of an entry of its book that has ended. */
  const tell = async (entry: Entry): Promise<void> => {
    const holder = entry.holder === "second" ? "second" : "first";
    if (entry.kind === "PAYMENT") return notice(holder, "054", [bookedEntry(entry, clock.nowMs())]);
    const messageId = entry.reference ?? "";
    const end = entry.plan.end;
    if (typeof end === "object")
      return answer(holder, messageId, {
        group: "PART",
        transfers: [{ endToEndId: entry.id, status: "RJCT", reason: end.code }],
      });
    await notice(holder, "054", [bookedEntry(entry, clock.nowMs())]);
    // Of another amount than ordered the bank says nothing more.
    if (entry.amount.minor === entry.asked.minor)
      await answer(holder, messageId, {
        group: "PART",
        transfers: [{ endToEndId: entry.id, status: "ACSC" }],
      });
  };

  const tellWithFaults = async (entry: Entry): Promise<void> => {
    const fault = faults.takeForCallback();
    const write = () => tell(entry);
    if (fault?.kind === "CALLBACK_MISSING") return;
    if (fault?.kind === "CALLBACK_LATE") {
      late.push({ atMs: clock.nowMs() + fault.delayMs, write });
      return;
    }
    await write();
    if (fault?.kind === "CALLBACK_TWICE") await write();
  };

  const acts: Readonly<Record<string, (fields: Fields) => StandInAnswer | Promise<StandInAnswer>>> = {
    "/bank/transfer": (fields) => {
      const holder = holderOf(fields);
      const amount = parseDecimal(fields.amount, CURRENCY);
      const account = readAccountNumber(String(fields.account || PAYER_ACCOUNT));
      if (amount === null || amount.minor === 0n) return { status: 422, text: "The amount is no amount." };
      if (account === null) return { status: 422, text: "The account number is wrong." };
      const id = next("IN");
      book.add({
        kind: "PAYMENT",
        holder,
        id,
        reference: String(fields.reference ?? ""),
        amount,
        paymentId: null,
        callbackUrl: null,
        plan: { end: "SUCCESS", reports: 1 },
        party: String(fields.name || "Awa Kone"),
        details: { account },
      });
      return { status: 200, json: { id } };
    },
    "/bank/return": async (fields) => {
      const holder = holderOf(fields);
      const entry = book.find("PAYOUT", holder, String(fields.id ?? ""));
      if (entry?.status !== "SUCCEEDED") return { status: 422, text: "No such transfer was booked." };
      const reason = String(fields.reason || "AC04");
      const sentBack = { endToEndId: entry.id, returnReason: reason };
      const bankReference = `${entry.transactionId}R`;
      const bookedOn = dayOf(clock.nowMs());
      await notice(holder, "054", [
        { amount: entry.amount, bookedOn, bankReference, transactions: [sentBack] },
      ]);
      return { status: 200, json: { id: entry.id } };
    },
    "/bank/statement": async (fields) => {
      const holder = holderOf(fields);
      const booked = book.list().filter((one) => one.holder === holder && one.status === "SUCCEEDED");
      await notice(
        holder,
        "053",
        booked.map((entry) => bookedEntry(entry, entry.endedAtMs ?? clock.nowMs())),
      );
      return { status: 200, json: { entries: booked.length } };
    },
    "/bank/malformed": async (fields) => {
      const id = next("BROKEN");
      const whole = camtText({
        kind: "054",
        version: "08",
        id,
        createdAtMs: clock.nowMs(),
        account: accounts.first,
        currency: CURRENCY,
        entries: [],
      });
      await folders.write(holderOf(fields), `${id}.xml`, whole.slice(0, -20));
      return { status: 200, json: { id } };
    },
  };

  return {
    book,
    handle: async (request) => {
      if (request.method === "GET" && request.path === "/bank") return { status: 200, html: PAGE };
      const act = acts[request.path];
      if (act === undefined) return { status: 404 };
      return request.method === "POST" ? act(fieldsIn(request)) : { status: 405 };
    },
    report: async () => {
      for (const holder of holders) await takeFiles(holder);
      for (const entry of book.settle()) await tellWithFaults(entry);
      const nowMs = clock.nowMs();
      const due = late.filter(({ atMs }) => atMs <= nowMs);
      for (const one of due) {
        late.splice(late.indexOf(one), 1);
        await one.write();
      }
    },
    close: async () => {},
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsIn({ headers, body }: StandInRequest): Fields {
  const isJson = (headers["content-type"] ?? "").startsWith("application/json");
  return isJson ? readJsonObject(body) : fieldsOf(Object.fromEntries(readForm(body)));
}

const holderOf = ({ holder }: Fields): Holder => (holder === "second" ? "second" : "first");
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** An entry of the book as the account's statements tell it. */
function bookedEntry(entry: Entry, atMs: number): CamtEntry {
  const isCredit = entry.kind === "PAYMENT";
  return {
    amount: entry.amount,
    isCredit,
    bookedOn: dayOf(atMs),
    bankReference: entry.transactionId,
    transactions: [
      {
        ...(isCredit ? { text: entry.reference ?? "" } : { endToEndId: entry.id }),
        ...(entry.party === undefined ? {} : { partyName: entry.party }),
        ...(entry.details.account === undefined ? {} : { partyAccount: entry.details.account }),
      },
    ],
  };
}

const HOLDER =
  '<p><label>Account <select name="holder"><option>first</option><option>second</option></select></label>';
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bank</title>
<h1>Bank</h1><p>Payouts are decided on <a href="/stand-in">the page of the stand-in</a>: "confirms" books one, "declines" rejects it.
<form method="post" action="/bank/transfer"><h2>Send a transfer to an account</h2>${HOLDER}
<p><label>Reference <input name="reference" required></label> <label>Amount <input name="amount" required></label>
<p><label>Payer <input name="name"></label> <label>Payer's account <input name="account"></label>
<p><button>Send</button></form>
<form method="post" action="/bank/return"><h2>Send a booked payout back</h2>${HOLDER}
<p><label>Its EndToEndId <input name="id" required></label> <label>Reason <input name="reason" value="AC04"></label>
<p><button>Send back</button></form>
<form method="post" action="/bank/statement"><h2>Write the statement of the day</h2>${HOLDER}<p><button>Write</button></form>
<form method="post" action="/bank/malformed"><h2>Write a broken file</h2>${HOLDER}<p><button>Write</button></form></html>`;
