import { type EventType, eventTypes } from "@cauris/sdk";
import type { Command } from "../command.ts";
import { connectToSandbox } from "../connection.ts";

export const trigger: Command = {
  name: "trigger",
  summary: "Make a sample event in the sandbox",
  details: `It is listed, signed and delivered like a real one; its data carries "test": true, and its ids point to nothing.
Events: ${eventTypes.join(", ")}`,
  args: [{ name: "event", doc: "an event's name", values: eventTypes }],
  example: "cauris trigger payment.succeeded",
  run: async (context) => {
    const { output, args } = context;
    const { client } = await connectToSandbox(context);
    const made = await client.sandbox.triggerEvent({ type: args[0] as EventType });
    output.record(made, [
      ["Event", made.id],
      ["Type", made.type],
      ["Endpoints", made.deliveries],
    ]);
  },
};
