import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { closed } from "../http/validation.ts";
import { samples } from "../modules/sandbox/samples.ts";
import type { EventType } from "../modules/webhooks/index.ts";
import { documentedEvents } from "./event-schemas.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

test.each(documentedEvents.map(({ type, data }) => [type, data] as const))(
  "the sample of %s has the shape that the document shows, and no other field",
  (type, data) => {
    ajv.validate(closed(data), samples[type as EventType]);
    expect(ajv.errorsText()).toBe("No errors");
  },
);
