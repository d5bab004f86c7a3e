import {
  type CheckoutSessionStatus,
  type CompleteCheckoutSessionRequest,
  ConflictError,
  type CurrencyCode,
  decimals,
  toMinor,
} from "@cauris/sdk";
import type { Command, Context, Options } from "../command.ts";
import { type Connection, connectToSandbox } from "../connection.ts";
import { CliFailure, exitCodes, wrongUsage } from "../failure.ts";

const methods = ["MOBILE_MONEY", "CARD", "WALLET", "BANK_TRANSFER", "QR"] as const;
type Method = (typeof methods)[number];

const PHONE_DEFAULT = "+2250500000789";
const AMOUNT_DEFAULT = "5000";
const CURRENCY_DEFAULT = "XOF";
const WAIT_SECONDS_DEFAULT = 60;
/** The answer to a completion that the provider refused at once: an outcome like others. */
const REFUSED_AT_ONCE = "PAYMENT_FAILED";

export const pay: Command = {
  name: "pay",
  summary: "Pay a session of the sandbox, to any outcome",
  details: `It makes a session when none is named. The outcome is chosen by --scenario, or by the last three digits of --phone:
cauris scenarios lists them. Every outcome ends with 0, a failed payment too: it is what was asked for.`,
  args: [{ name: "session", doc: "a session's id or the address of its page", isOptional: true }],
  options: {
    scenario: { value: "name", doc: "What the provider does: success, no_funds, never, …" },
    method: { value: "name", doc: "How it is paid; MOBILE_MONEY when absent", values: methods },
    phone: { value: "number", doc: `The payer's phone; ${PHONE_DEFAULT} when absent` },
    operator: { value: "name", doc: "The phone's operator of mobile money; told by the number when absent" },
    otp: { value: "code", doc: "The payer's one-time code; 123456 is right" },
    amount: { value: "decimal", doc: `Of the new session; ${AMOUNT_DEFAULT} when absent` },
    currency: { value: "code", doc: `Of the new session; ${CURRENCY_DEFAULT} when absent` },
    reference: { value: "text", doc: "Your reference for the new session" },
    timeout: {
      value: "seconds",
      doc: `How long to wait for the outcome; ${WAIT_SECONDS_DEFAULT} when absent`,
    },
    "no-wait": { doc: "Do not wait for the outcome" },
  },
  example: "cauris pay\ncauris pay --amount 12000 --scenario no_funds\ncauris pay cs_06f4… --method CARD",
  run: async (context) => {
    const { options, output, args } = context;
    const seconds = options.whole("timeout", { min: 1, max: 3_600 }) ?? WAIT_SECONDS_DEFAULT;
    const completion = completionOf(options);
    const named = args[0];
    const order = named === undefined ? orderOf(options) : null;
    if (
      order === null &&
      ["amount", "currency", "reference"].some((name) => options.text(name) !== undefined)
    )
      throw wrongUsage(
        "--amount, --currency and --reference are of a new session: leave the session's id out.",
      );
    const given = named === undefined ? null : sessionIdOf(named);
    const connection = await connectToSandbox(context);
    await checkScenario(connection, options.text("scenario"));
    const id =
      given ??
      (await connection.client.checkoutSessions.create({ ...order, title: "cauris pay" } as Order)).id;
    await complete(connection, id, completion, scenarioOf(options));
    const state = options.has("no-wait")
      ? await connection.client.checkout.status(id)
      : await waitFor(context, connection, id, seconds);
    output.record(state, [
      ["Session", state.sessionId],
      ["Status", output.paint(state.status === "SUCCEEDED" ? "green" : "yellow", state.status)],
      ["Failure", state.failureCode],
      ["Charge", state.chargeId],
      ["Attempts left", state.status === "SUCCEEDED" ? null : state.attemptsRemaining],
      ["Next step", state.nextStep],
      ["Pay there", state.actionUrl ?? state.sandboxUrl],
    ]);
    if (!options.has("no-wait") && state.pollAfterMs !== null)
      throw new CliFailure(exitCodes.late, `No outcome within ${seconds} s: the payment goes on.`);
  },
};

export const scenarios: Command = {
  name: "scenarios",
  summary: "List the outcomes that the sandbox can have",
  example: "cauris scenarios",
  run: async (context) => {
    const { client } = await connectToSandbox(context);
    context.output.table(
      (await client.sandbox.scenarios()).scenarios,
      [
        { title: "SCENARIO", of: ({ name }) => name },
        { title: "PHONE", of: ({ phoneSuffix }) => (phoneSuffix === null ? null : `…${phoneSuffix}`) },
        { title: "FAILURE", of: ({ failureCode }) => failureCode },
        { title: "", of: ({ description }) => description },
      ],
      "",
    );
  },
};

/** Before a session is made that nobody pays. */
async function checkScenario({ client }: Connection, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const names = (await client.sandbox.scenarios()).scenarios.map((one) => one.name);
  if (!names.includes(name))
    throw wrongUsage(`There is no scenario ${JSON.stringify(name)}. There are: ${names.join(", ")}.`);
}

type Order = Parameters<Connection["client"]["checkoutSessions"]["create"]>[0];

function orderOf(options: Options): Omit<Order, "title"> {
  const currency = (options.text("currency") ?? CURRENCY_DEFAULT).toUpperCase();
  if (!Object.hasOwn(decimals, currency)) throw wrongUsage(`${currency} is not a currency of the service.`);
  const reference = options.text("reference");
  try {
    const amount = toMinor(options.text("amount") ?? AMOUNT_DEFAULT, currency as CurrencyCode);
    return { amount, currency: currency as CurrencyCode, ...(reference === undefined ? {} : { reference }) };
  } catch (error) {
    if (error instanceof RangeError) throw wrongUsage(`--amount: ${error.message}.`);
    throw error;
  }
}

function sessionIdOf(text: string): string {
  const [id] = /cs_[0-9a-z_]+/.exec(text) ?? [];
  if (id === undefined) throw wrongUsage(`${JSON.stringify(text)} names no session: its id begins with cs_.`);
  return id;
}

/** Methods on which a payer would visit a page succeed without one, unless a scenario says otherwise. */
function scenarioOf(options: Options): string | undefined {
  const method = options.text("method") ?? "MOBILE_MONEY";
  return options.text("scenario") ?? (method === "MOBILE_MONEY" ? undefined : "success");
}

function completionOf(options: Options): CompleteCheckoutSessionRequest {
  const method = (options.text("method") ?? "MOBILE_MONEY") as Method;
  const phone = options.text("phone");
  const operator = options.text("operator");
  const otp = options.text("otp");
  if (method !== "MOBILE_MONEY" && (operator ?? otp) !== undefined)
    throw wrongUsage("--operator and --otp are of MOBILE_MONEY.");
  if (method !== "MOBILE_MONEY" && method !== "WALLET" && phone !== undefined)
    throw wrongUsage("--phone is of MOBILE_MONEY and WALLET.");
  const paymentDetails =
    method === "MOBILE_MONEY"
      ? {
          phone: phone ?? PHONE_DEFAULT,
          ...(operator === undefined ? {} : { operator: operator.toUpperCase() }),
          ...(otp === undefined ? {} : { otp }),
        }
      : method === "WALLET"
        ? { phone: phone ?? PHONE_DEFAULT }
        : {};
  return { paymentMethod: method, paymentDetails } as CompleteCheckoutSessionRequest;
}

async function complete(
  { client }: Connection,
  id: string,
  completion: CompleteCheckoutSessionRequest,
  scenario: string | undefined,
): Promise<void> {
  try {
    await client.checkout.complete(id, completion, scenario === undefined ? {} : { scenario });
  } catch (error) {
    if (!(error instanceof ConflictError && error.code === REFUSED_AT_ONCE)) throw error;
  }
}

/** The state once it has ended, or as it is when the time is over. */
async function waitFor(
  { io }: Context,
  { client }: Connection,
  id: string,
  seconds: number,
): Promise<CheckoutSessionStatus> {
  const late = AbortSignal.timeout(seconds * 1_000);
  try {
    return await client.waitUntilDone(id, { signal: AbortSignal.any([late, io.interrupted]) });
  } catch (error) {
    if (!late.aborted && !io.interrupted.aborted) throw error;
    return client.checkout.status(id);
  }
}
