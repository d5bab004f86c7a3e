import { readJsonObject } from "../kit/json-object.ts";
import { decimalText, parseDecimal } from "../kit/money.ts";
import { createBook, type Entry } from "./book.ts";
import { createPayerPages } from "./payer-pages.tsx";
import { readForm, type StandInAnswer, type StandInDefinition, type StandInRequest } from "./stand-in.ts";

/** The smallest provider: tokens, one kind of payment by JSON or by a form, and a page for the payer. */
export const testStandIn: StandInDefinition = {
  name: "smallest",
  port: 4199,
  title: "Smallest provider",
  methods: ["MOBILE_MONEY"],
  accountSettings: (baseUrl, holder) => ({ baseUrl, apiKey: `demo-key-${holder}` }),
  failureCodes: ["DECLINED", "NO_MONEY"],
  keepsCallbackUrl: true,
  open: (world) => {
    const book = createBook(world);
    const tokens = new Set<string>();
    const pages = createPayerPages({
      book,
      baseUrl: world.baseUrl,
      title: "Smallest provider",
      decide: (entry, decision) => {
        book.end(entry, decision === "confirm" ? "SUCCESS" : { code: "DECLINED" });
        return `https://merchant.example/back?decision=${decision}`;
      },
      leaveUrlOf: () => "https://merchant.example/back",
    });
    const viewOf = (entry: Entry): StandInAnswer => ({
      status: 200,
      json: {
        id: entry.id,
        amount: decimalText(entry.amount),
        status: entry.status,
        page: pages.urlOf(entry),
      },
    });
    const pay = (request: StandInRequest): StandInAnswer => {
      const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
      const fields = isForm ? Object.fromEntries(readForm(request.body)) : readJsonObject(request.body);
      const id = String(fields.id);
      const amount = parseDecimal(fields.amount, "XOF");
      if (amount === null) return { status: 400, text: "no amount" };
      const key = { kind: "PAYMENT", holder: "first", id } as const;
      const plan = { end: "SUCCESS", reports: 1 } as const;
      book.add({
        ...key,
        reference: null,
        amount,
        paymentId: null,
        callbackUrl: null,
        plan,
        party: "A payer",
      });
      const entry = book.find("PAYMENT", "first", id);
      return entry === null ? { status: 500 } : viewOf(entry);
    };
    return {
      book,
      handle: async (request) => {
        const page = pages.handle(request);
        if (page !== null) return page;
        if (request.path === "/token") {
          const token = world.random.bytes(8).toString("hex");
          tokens.add(token);
          return { status: 200, headers: { "x-kind": "token" }, text: token };
        }
        if (request.path === "/bytes") return { status: 200, bytes: Buffer.from([0, 255]) };
        if (request.path === "/empty") return { status: 202 };
        if (request.path === "/broken") throw new Error("a bug of the stand-in");
        if (request.path === "/open") return null;
        if (!tokens.has(request.headers.authorization ?? "")) return { status: 401 };
        if (request.method === "POST") return pay(request);
        const entry = book.find("PAYMENT", "first", request.query.get("id") ?? "");
        return entry === null ? { status: 404 } : viewOf(entry);
      },
      report: async () => {
        for (const { id, status } of book.settle()) {
          const url = world.callbackUrlOf("first");
          await world.send(() => ({
            url,
            headers: { "x-time": String(world.clock.nowMs()) },
            body: JSON.stringify({ id, status }),
          }));
        }
      },
      revokeTokens: () => tokens.clear(),
      close: async () => {},
    };
  },
};
