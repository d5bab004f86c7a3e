import type { Event } from "@cauris/sdk";
import type { Command, Context } from "../command.ts";
import { type Connection, connect, connectToSandbox } from "../connection.ts";
import { CliFailure, exitCodes } from "../failure.ts";
import { forward } from "../listen/forward.ts";
import { keptSecret } from "../listen/kept.ts";
import { readForward } from "../profiles/address.ts";
import { readTypes } from "../read-types.ts";

const LIMIT_DEFAULT = 20;

export const eventsList: Command = {
  name: "events list",
  summary: "List events, the newest first",
  options: {
    events: { value: "names", doc: "Only these, separated by commas" },
    payment: { value: "id", doc: "Only those of this payment intent, pi_…" },
    limit: { value: "number", doc: `How many, ${LIMIT_DEFAULT} when absent` },
  },
  example: "cauris events list --events payment.failed --limit 5",
  run: async (context) => {
    const { output, options } = context;
    const type = readTypes(options.text("events"));
    const limit = options.whole("limit", { min: 1, max: 100 }) ?? LIMIT_DEFAULT;
    const paymentIntentId = options.text("payment");
    const { client } = await connect(context);
    const { items } = await client.events
      .list({
        limit,
        ...(type === undefined ? {} : { type }),
        ...(paymentIntentId === undefined ? {} : { paymentIntentId }),
      })
      .page();
    output.table(
      items,
      [
        { title: "TIME", of: ({ timestamp }) => timestamp },
        { title: "EVENT", of: ({ id }) => id },
        { title: "TYPE", of: ({ type: name }) => name },
        { title: "OBJECT", of: ({ data }) => textOf(data.id) },
      ],
      "There is no such event.",
    );
  },
};

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const eventsShow: Command = {
  name: "events show",
  summary: "Show an event, as it is sent",
  args: [{ name: "id", doc: "an event's id (evt_…)" }],
  example: "cauris events show evt_01kf0v0d1qf0w8x3z5c7b9n1m3",
  run: async (context) => {
    const { client } = await connect(context);
    // Its data is different for each type: JSON is the form in which a server gets it.
    context.io.out(JSON.stringify(await client.events.get(context.args[0] ?? ""), null, 2));
  },
};

export const eventsReplay: Command = {
  name: "events replay",
  summary: "Send an event again: to the webhook endpoints, or to a server on this machine",
  args: [{ name: "id", doc: "an event's id (evt_…)" }],
  options: {
    endpoint: { value: "id", doc: "Only to this endpoint (we_…); absent: to all that got it" },
    "forward-to": { value: "address", doc: "To this local server instead, signed as by cauris listen" },
  },
  example:
    "cauris events replay evt_01kf0v0d1qf0w8x3z5c7b9n1m3 --forward-to localhost:4242/webhooks\ncauris events replay evt_01kf0v0d1qf0w8x3z5c7b9n1m3",
  run: async (context) => {
    const { options, args } = context;
    const target = options.text("forward-to");
    const id = args[0] ?? "";
    if (target === undefined) return resend(context, await connect(context), id);
    const url = readForward(target);
    const connection = await connectToSandbox(context);
    await sendHere(context, connection, await connection.client.events.get(id), url);
  },
};

async function sendHere(
  { io, output }: Context,
  connection: Connection,
  event: Event,
  url: string,
): Promise<void> {
  const answer = await forward(event, {
    io,
    url,
    secret: await keptSecret(io, connection),
    onAway: (isAway) => {
      if (isAway) throw new CliFailure(exitCodes.unavailable, `${url} does not answer.`);
    },
    onRetry: (_event, { status }) => output.note(`${status ?? "no answer in time"}: again`),
  });
  if (answer === null) return;
  output.record({ event: event.id, url, ...answer }, [
    ["Event", event.id],
    ["Sent to", url],
    ["Answer", answer.status ?? "none in time"],
  ]);
  if (!answer.isAccepted)
    throw new CliFailure(
      exitCodes.refused,
      `${url} did not accept the event. It is signed with this machine's secret, not the endpoint's: cauris listen --print-secret prints it.`,
    );
}

async function resend({ output, options }: Context, { client }: Connection, eventId: string): Promise<void> {
  const wanted = options.text("endpoint");
  const endpoints =
    wanted === undefined
      ? (await client.webhookEndpoints.list({ limit: 100 }).page()).items.map(({ id }) => id)
      : [wanted];
  const sent: { readonly endpoint: string; readonly delivery: string; readonly status: string }[] = [];
  for (const endpoint of endpoints)
    for await (const { id } of client.webhookEndpoints.deliveries(endpoint, { eventId })) {
      const { status } = await client.webhookEndpoints.resend(endpoint, id);
      sent.push({ endpoint, delivery: id, status });
    }
  output.table(
    sent,
    [
      { title: "ENDPOINT", of: ({ endpoint }) => endpoint },
      { title: "DELIVERY", of: ({ delivery }) => delivery },
      { title: "STATUS", of: ({ status }) => status },
    ],
    "",
  );
  if (sent.length === 0)
    throw new CliFailure(
      exitCodes.refused,
      `No endpoint ${wanted ?? ""} ever had a delivery of ${eventId}.`.replace("  ", " "),
    );
}
