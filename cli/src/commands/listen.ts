import { type Event, eventTypes } from "@cauris/sdk";
import type { Command, Context } from "../command.ts";
import { type Connection, connectToSandbox } from "../connection.ts";
import { wrongUsage } from "../failure.ts";
import { follow, positionNow } from "../listen/follow.ts";
import { type Forwarded, forward } from "../listen/forward.ts";
import { keptPosition, keptSecret } from "../listen/kept.ts";
import { printable } from "../output.ts";
import { readForward } from "../profiles/address.ts";
import { readTypes } from "../read-types.ts";

const LIMIT = 100;

export const listen: Command = {
  name: "listen",
  summary: "Forward the sandbox's events to a server on this machine",
  details: `It reads the list of events, so no port of this machine has to be open. Events are signed with a secret of this machine,
which it prints. The next time it goes on where it stopped.`,
  options: {
    "forward-to": {
      value: "address",
      doc: "The local server, such as localhost:4242/webhooks; absent: only print events",
    },
    events: { value: "names", doc: "Only these, separated by commas" },
    "from-now": { doc: "Leave out what happened since the last time" },
    "print-secret": { doc: "Print the secret that signs, and end" },
  },
  example:
    "cauris listen --forward-to localhost:4242/webhooks\ncauris listen --events payment.succeeded,refund.succeeded",
  run: async (context) => {
    const { options, output, io } = context;
    const target = options.text("forward-to");
    const url = target === undefined ? null : readForward(target);
    const types = readTypes(options.text("events"));
    const connection = await connectToSandbox(context);
    const secret = await keptSecret(io, connection);
    if (options.has("print-secret")) {
      if (url !== null) throw wrongUsage("--print-secret ends at once: leave --forward-to out.");
      return output.line({ secret }, secret);
    }
    await listenTo(context, connection, { url, types, secret });
  },
};

interface Wanted {
  /** Null: only print. */
  readonly url: string | null;
  readonly types: string | undefined;
  readonly secret: string;
}

async function listenTo(
  { io, options, output }: Context,
  connection: Connection,
  wanted: Wanted,
): Promise<void> {
  const { client } = connection;
  const { url, types, secret } = wanted;
  const filter = { limit: LIMIT, ...(types === undefined ? {} : { type: types }) };
  const call = { signal: io.interrupted };
  const followed = {
    io,
    list: (createdFrom: string | undefined) =>
      client.events.list(
        { ...filter, sort: "createdAt", ...(createdFrom === undefined ? {} : { createdFrom }) },
        call,
      ),
    idOf: ({ id }: Event) => id,
    timeOf: ({ timestamp }: Event) => timestamp,
  };
  const kept = url === null ? null : keptPosition(io, connection, url);
  const before = options.has("from-now") ? null : ((await kept?.read()) ?? null);
  const start =
    before ??
    (await positionNow(followed, (await client.events.list({ ...filter, limit: 1 }, call).page()).items[0]));
  await kept?.write(start);

  output.note(
    `Listening to the sandbox of ${printable(connection.merchantName)}, ${connection.api}. Ctrl-C ends it.`,
  );
  if (url !== null) {
    if (before !== null) output.note("Going on where it stopped; --from-now leaves that out.");
    output.note(`Forwarding to ${url}`);
    output.note(`Signed with ${secret}`);
  }
  const away = (what: string) => (isAway: boolean) =>
    output.note(
      isAway ? output.paint("yellow", `${what} does not answer. Waiting for it.`) : `${what} answers again.`,
    );

  await follow(
    {
      ...followed,
      onItem: async (event) => {
        if (url === null) {
          output.line(event, lineOf(event));
          return true;
        }
        const answer = await forward(event, {
          io,
          url,
          secret,
          onAway: away(url),
          onRetry: (_event, { status }, delayMs) =>
            output.note(
              output.paint("yellow", `  ${event.id}  ${said(status)}: again in ${delayMs / 1_000} s`),
            ),
        });
        if (answer === null) return false;
        output.line(
          { event: event.id, type: event.type, ...answer },
          `${lineOf(event)}  ${output.paint(answer.isAccepted ? "green" : "red", outcomeOf(event, answer))}`,
        );
        return true;
      },
      ...(kept === null ? {} : { onPosition: (position) => kept.write(position) }),
      onAway: away(connection.api),
    },
    start,
  );
}

const typeWidth = Math.max(...eventTypes.map((type) => type.length));
const lineOf = ({ timestamp, type, id }: Event): string =>
  `${timestamp.slice(11, 19)}  ${printable(type).padEnd(typeWidth)}  ${printable(id)}`;

const said = (status: number | null): string => (status === null ? "no answer in time" : String(status));

const outcomeOf = ({ id }: Event, { status, isAccepted, attempts, durationMs }: Forwarded): string =>
  isAccepted
    ? `${said(status)} in ${durationMs} ms`
    : `${said(status)}, ${attempts} times: cauris events replay ${id} sends it again`;
