import { isoTime } from "../../../kit/clock.ts";
import { fieldsOf, readJsonObject } from "../../../kit/json-object.ts";
import { decimalText, parseDecimal } from "../../../kit/money.ts";
import { readPiSpiCode } from "../../../kit/pi-spi-code.ts";
import { createBook, type Entry, type Plan } from "../../../stand-ins/book.ts";
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
import { hmacSignatureHeader } from "../../hmac-signatures.ts";
import { SIGNATURE_HEADER, signatureScheme } from "../callbacks.ts";

const aliases: Readonly<Record<Holder, string>> = {
  first: "497a720a-ab11-4973-9619-534e04f263a1",
  second: "111c3e1b-4312-49ec-b75e-4c8c74c10fd7",
};
const secretOf = (holder: Holder) => `demo-pi-spi-callback-secret-${holder}`;

/**
 * A participant's bank of PI-SPI, and the payer with its application: `GET /scan` is a form into which a person pastes a
 * code, and `POST /scan` pays it, also as JSON `{code, outcome?, amount?, reports?}`. The bank reports each payment.
 */
export const piSpiStandIn: StandInDefinition = {
  name: "pi_spi",
  port: 4108,
  title: "PI-SPI",
  methods: ["QR"],
  // There is no interface to call, so the account has no address.
  accountSettings: (_baseUrl, holder) => ({
    accountAlias: aliases[holder],
    callbackSecret: secretOf(holder),
  }),
  failureCodes: ["REJECTED"],
  keepsCallbackUrl: true,
  open: openPiSpi,
};

function openPiSpi(world: StandInWorld): StandIn {
  const { clock } = world;
  const book = createBook(world);
  let payments = 0;

  const pay = (fields: Readonly<Record<string, unknown>>): StandInAnswer => {
    const code = readPiSpiCode(String(fields.code ?? "").trim());
    if (code === null) return { status: 422, text: "This is no code of PI-SPI with an amount." };
    const holder = holders.find((one) => aliases[one] === code.alias);
    if (holder === undefined) return { status: 422, text: "The platform does not know this alias." };
    const amount = fields.amount === undefined ? code.amount : parseDecimal(fields.amount, "XOF");
    if (amount === null) return { status: 422, text: "The amount is no whole number of francs." };
    payments += 1;
    const plan: Plan = {
      end: fields.outcome === "REJECTED" ? { code: "REJECTED" } : "SUCCESS",
      reports: fields.reports === undefined ? 1 : Number(fields.reports),
    };
    const id = `${code.reference}-${payments}`;
    book.add({
      kind: "PAYMENT",
      holder,
      id,
      reference: code.reference,
      amount,
      paymentId: null,
      callbackUrl: null,
      plan,
    });
    return { status: 200, json: { id } };
  };

  const tell = (entry: Entry): Promise<void> => {
    const holder = entry.holder === "second" ? "second" : "first";
    const { id, reference, amount, transactionId, status } = entry;
    const isSettled = status === "SUCCEEDED";
    const body = JSON.stringify({
      id: `msg-${id}`,
      reference,
      amount: decimalText(amount),
      currency: amount.currency,
      status: isSettled ? "SETTLED" : "REJECTED",
      transactionId: isSettled ? transactionId : null,
      occurredAt: isoTime(entry.endedAtMs ?? clock.nowMs()),
    });
    return world.send(() => {
      const seconds = Math.floor(clock.nowMs() / 1_000);
      const signature = hmacSignatureHeader(signatureScheme, secretOf(holder), seconds, body);
      const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
      return { url: world.callbackUrlOf(holder), headers, body };
    });
  };

  return {
    book,
    handle: async (request) => (request.path === "/scan" ? scan(request, pay) : { status: 404 }),
    report: async () => {
      for (const entry of book.settle()) {
        for (let count = 0; count < entry.plan.reports; count += 1) await tell(entry);
      }
    },
    close: async () => {},
  };
}

function scan(
  { method, headers, body }: StandInRequest,
  pay: (fields: Readonly<Record<string, unknown>>) => StandInAnswer,
): StandInAnswer {
  if (method === "GET") return { status: 200, html: FORM };
  if (method !== "POST") return { status: 405 };
  const isJson = (headers["content-type"] ?? "").startsWith("application/json");
  return pay(isJson ? readJsonObject(body) : fieldsOf(Object.fromEntries(readForm(body))));
}

const FORM = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pay a code of PI-SPI</title>
<form method="post"><p><label>Code<br><textarea name="code" rows="6" cols="60" required></textarea></label>
<p><button name="outcome" value="SETTLED">Pay</button> <button name="outcome" value="REJECTED">Be rejected</button>
</form></html>`;
