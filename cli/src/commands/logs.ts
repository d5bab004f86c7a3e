import type { Request } from "@cauris/sdk";
import type { Command } from "../command.ts";
import { connect } from "../connection.ts";
import { follow, positionNow } from "../listen/follow.ts";
import { printable } from "../output.ts";

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;
/** What this command line asks while it follows: without the option nobody wants to read it. */
const ownReads = new Set(["listRequests", "listEvents"]);

export const logs: Command = {
  name: "logs",
  summary: "Show what keys and people asked of the API, and follow it",
  details:
    "A request appears some seconds after its answer. What is read by `listen` and `logs` is left out, unless with --all.",
  options: {
    follow: { doc: "Go on with new ones until Ctrl-C" },
    refused: { doc: "Only those that were refused or failed" },
    status: { value: "number", doc: "Only those answered with this HTTP status" },
    method: { value: "name", doc: "Only this method", values: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    path: { value: "beginning", doc: "Only paths that begin so, such as /checkout/sessions" },
    limit: { value: "number", doc: `How many at first, ${LIMIT_DEFAULT} when absent` },
    all: { doc: "Lists of events and requests, too" },
  },
  example: "cauris logs --follow --refused\ncauris logs --path /checkout/sessions --limit 5",
  run: async (context) => {
    const { io, output, options } = context;
    const limit = options.whole("limit", { min: 1, max: LIMIT_MAX }) ?? LIMIT_DEFAULT;
    const status = options.whole("status", { min: 200, max: 599 });
    const method = options.text("method") as Request["method"] | undefined;
    const path = options.text("path");
    const filter = {
      ...(options.has("refused") ? { refused: "true" as const } : {}),
      ...(status === undefined ? {} : { status }),
      ...(method === undefined ? {} : { method }),
      ...(path === undefined ? {} : { path }),
    };
    const { client, api } = await connect(context);
    const isShown = ({ operationId }: Request) => options.has("all") || !ownReads.has(operationId);
    const call = { signal: io.interrupted };
    const followed = {
      io,
      list: (createdFrom: string | undefined) =>
        client.requests.list(
          { ...filter, limit: LIMIT_MAX, ...(createdFrom === undefined ? {} : { createdFrom }) },
          call,
        ),
      idOf: ({ id }: Request) => id,
      timeOf: ({ createdAt }: Request) => createdAt,
    };
    const start = options.has("follow")
      ? await positionNow(
          followed,
          (await client.requests.list({ ...filter, limit: 1 }, call).page()).items[0],
        )
      : null;
    const first: Request[] = [];
    for await (const request of client.requests.list({ ...filter, limit: LIMIT_MAX }, call)) {
      if (isShown(request)) first.push(request);
      if (first.length === limit) break;
    }
    if (start === null && output.isJson) return output.table(first, [], "");
    for (const request of first.reverse()) output.line(request, lineOf(request, output.paint));
    if (start === null) {
      if (first.length === 0) output.note("There is no such request.");
      return;
    }
    await follow(
      {
        ...followed,
        onItem: async (request) => {
          if (isShown(request)) output.line(request, lineOf(request, output.paint));
          return true;
        },
        onAway: (isAway) =>
          output.note(`${api} ${isAway ? "does not answer. Waiting for it." : "answers again."}`),
      },
      start,
    );
  },
};

function lineOf(
  { createdAt, status, method, path, errorCode, durationMs, caller, id }: Request,
  paint: (colour: "green" | "red" | "yellow", text: string) => string,
): string {
  const colour = status < 400 ? "green" : status < 500 ? "yellow" : "red";
  return [
    createdAt,
    paint(colour, String(status)),
    method.padEnd(6),
    printable(path),
    ...(errorCode === null ? [] : [printable(errorCode)]),
    `${durationMs} ms`,
    printable(caller.name ?? caller.id),
    id,
  ].join("  ");
}
